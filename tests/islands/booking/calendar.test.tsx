import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { Wizard } from '#islands/booking/wizard.ts'
import { business, day } from '../../domain/business.ts'
import { Visitor } from '../../stores/booking/visitor.ts'
import { mount } from './mount.ts'

async function findToday(salesEnded: boolean): Promise<HTMLButtonElement | null> {
  const page = await new Visitor().openPage()
  page.chooseLocation('kausimaa')
  page.choosePlan('explorer')
  const { default: Calendar } = await import('#islands/booking/Calendar.tsx')
  const wizard = { draft: page.$draft.get(), offering: business, coverage: undefined } as unknown as Wizard
  const { element } = await mount(
    <Calendar
      wizard={wizard}
      today={day('2026-12-03')}
      salesEnded={salesEnded}
      months={1}
      pickingEnd={false}
      onPick={() => {}}
      onPickStart={() => {}}
    />,
  )
  await act(async () => {})
  return element.querySelector('button[aria-label^="Thursday 3 December 2026"], button[aria-label*="3 December 2026"]')
}

describe('the booking calendar', () => {
  test('disables today after the cut-off, with the closing time in its name and title', async () => {
    const today = await findToday(true)
    expect(today?.disabled).toBe(true)
    expect(today?.getAttribute('aria-label')).toContain('closes at 18:00 today')
    expect(today?.title).toBe('closes at 18:00 today')
  })

  test('leaves today enabled before the cut-off', async () => {
    const today = await findToday(false)
    expect(today?.disabled).toBe(false)
    expect(today?.getAttribute('aria-label')).not.toContain('closes at')
  })
})
