import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '#islands/admin/Toasts.tsx'
import { $toasts } from '#stores/admin/toasts.ts'
import { row } from '../../stores/admin/desk.ts'
import { mount } from '../booking/mount.ts'

beforeEach(() => $toasts.set([]))

const tell = (...ids: string[]) =>
  act(async () => $toasts.set(ids.map((id) => ({ id, event: { kind: 'booking_new', booking: row(1) } }))))
const place = (element: Element | null, top: number) => {
  if (element) element.getBoundingClientRect = () => new DOMRect(1_000, top, 400, 80)
}

async function screen() {
  const { element } = await mount(
    <>
      <button type="button">Undo</button>
      <Toasts />
    </>,
  )
  const news = element.querySelector('[role=status]')
  const undo = element.querySelector('button')
  place(news, 700)
  return { news, undo, isAside: () => news?.hasAttribute('data-aside') }
}

test('news stand aside from what has the focus, until they are gone', async () => {
  const { undo, isAside } = await screen()
  place(undo, 740)
  await tell('a')
  expect(isAside()).toBe(false)
  await act(async () => undo?.focus())
  expect(isAside()).toBe(true)
  await tell()
  expect(isAside()).toBe(false)
  await tell('b')
  expect(isAside()).toBe(true)
})

test('of several news only the new one is read out', async () => {
  const { news } = await screen()
  expect(news?.getAttribute('aria-atomic')).toBe('false')
})

test('news stay where they are while the focus is elsewhere', async () => {
  const { undo, isAside } = await screen()
  place(undo, 100)
  await act(async () => undo?.focus())
  await tell('a')
  expect(isAside()).toBe(false)
})

test('news do not come under the pointer, and hold still where it comes to them', async () => {
  const { isAside } = await screen()
  const point = () => document.dispatchEvent(new PointerEvent('pointermove', { clientX: 1_100, clientY: 750 }))
  await tell('a')
  point()
  expect(isAside()).toBe(false)
  await tell()
  await tell('b')
  expect(isAside()).toBe(true)
})

test.each([
  [false, 'Not done: Nisha Karki'],
  [true, 'No answer: Nisha Karki'],
])(
  'what failed out of sight is said with whom it was about, and leads there: unanswered %s',
  async (isOutcomeUnknown, title) => {
    const { news } = await screen()
    const notDone = { name: 'Nisha Karki', problem: 'Noted as 7.', href: '/admin/payments?open=a', isOutcomeUnknown }
    await act(async () => $toasts.set([{ id: 'a', notDone }]))
    expect(news?.textContent).toContain(`${title}Noted as 7.`)
    expect(news?.querySelector('a')?.getAttribute('href')).toBe(notDone.href)
  },
)
