import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyWithRetry, NOT_LOADED } from '#islands/ui/lazy-with-retry.tsx'
import { click, findButton, mount } from '../booking/mount.ts'

// React reports each error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const Calendar = () => <p>October</p>

describe('lazyWithRetry', () => {
  test('keeps the rest of the page when a part does not load, and loads it on Try Again', async () => {
    let offline = true
    const Part = lazyWithRetry(async () => {
      if (offline) throw new TypeError('Failed to fetch')
      return { default: Calendar }
    })
    const { element } = await mount(
      <>
        <h2>Step 2</h2>
        <Part />
      </>,
    )
    expect(element.querySelector('h2')?.textContent).toBe('Step 2')
    expect(element.querySelector('[role=alert]')?.textContent).toContain(NOT_LOADED)
    await click(findButton(element, 'Try Again'))
    expect(element.querySelector('[role=alert]')?.textContent).toContain(NOT_LOADED)
    offline = false
    await click(findButton(element, 'Try Again'))
    expect(element.textContent).toBe('Step 2October')
  })

  test('shows the waiting state while a part is loading', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Calendar }>()
    const Part = lazyWithRetry(() => promise, { fallback: <p>Loading</p> })
    const { element } = await mount(<Part />)
    expect(element.textContent).toBe('Loading')
    await act(async () => resolve({ default: Calendar }))
    expect(element.textContent).toBe('October')
  })
})

test('withErrorBoundary offers to reload an island whose rendering throws', async () => {
  const Broken = withErrorBoundary(() => {
    throw new Error('no such location')
  })
  const { element } = await mount(<Broken />)
  expect(element.querySelector('[role=alert] p')?.textContent).toBe('Something went wrong. Reload the page.')
  expect(findButton(element, 'Reload')).not.toBeNull()
})
