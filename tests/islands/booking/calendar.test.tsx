import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { Wizard } from '#islands/booking/wizard.ts'
import { business, day } from '../../domain/business.ts'
import { ok, Visitor } from '../../stores/booking/visitor.ts'
import { mount } from './mount.ts'

async function mountCalendar({ salesEnded = false, seats = 1, visitor = new Visitor() }) {
  const page = await visitor.openPage()
  page.chooseLocation('kausimaa')
  page.choosePlan('explorer')
  page.chooseSeats(seats)
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
  return { element, page }
}

async function findToday(salesEnded: boolean): Promise<HTMLButtonElement | null> {
  const { element } = await mountCalendar({ salesEnded })
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

  test.each([
    [30, 1, true],
    [29, 1, false],
    [30, 2, false],
  ])('with %d of 30 seats taken and %d wanted, says how to wait for a full day: %s', async (taken, seats, isSaid) => {
    const visitor = new Visitor({
      'GET /api/availability': () => ok({ locationId: 'kausimaa', days: [{ date: '2026-12-10', seats: 30, taken }] }),
    })
    const { element, page } = await mountCalendar({ seats, visitor })
    await act(() => expect.poll(() => page.$seats.get().kausimaa?.size).toBe(1))
    expect(element.textContent?.includes('Is your day full?')).toBe(isSaid)
  })
})
