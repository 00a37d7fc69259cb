import { useStore } from '@nanostores/react'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import type { Closure } from '#domain/closure.ts'
import { business, day } from '../../domain/business.ts'
import { ok, Visitor } from '../../stores/booking/visitor.ts'
import { mount } from './mount.ts'

const tihar = (from: string, to: string) => ({
  ...{ id: 'c-1', locationId: null, reason: 'Tihar', hours: null },
  ...{ from: day(from), to: day(to) },
})

async function mountCalendar({
  salesEnded = false,
  seats = 1,
  visitor = new Visitor(),
  onPick = () => {},
  closures = [],
  today = '2026-12-03',
  startDate = '',
}: {
  salesEnded?: boolean
  seats?: number
  visitor?: Visitor
  onPick?: (date: string) => void
  closures?: Closure[]
  today?: string
  startDate?: string
}) {
  const page = await visitor.openPage()
  page.chooseLocation('kausimaa')
  page.choosePlan('explorer')
  page.chooseSeats(seats)
  const { default: Calendar } = await import('#islands/ui/Calendar.tsx')
  const { kausimaa } = Object.fromEntries(business.locations.map((location) => [location.id, location]))
  if (!kausimaa) throw new Error('The business has no Kausimaa')
  function KausimaaCalendar() {
    return (
      <Calendar
        location={{ ...kausimaa, id: 'kausimaa', closures }}
        seats={useStore(page.$seats).kausimaa}
        needed={seats}
        isOneDay
        today={day(today)}
        first={salesEnded ? addDays(day(today), 1) : day(today)}
        last={addDays(day(today), 365)}
        earlyReason="closes at 18:00 today"
        startDate={startDate === '' ? '' : day(startDate)}
        coverage={undefined}
        isWaitable={seats === 1}
        columns={1}
        onPick={onPick}
      />
    )
  }
  const { element } = await mount(<KausimaaCalendar />)
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

  test('opens at the month of the chosen day and loads the seats of no other', async () => {
    const visitor = new Visitor()
    const { element } = await mountCalendar({ visitor, startDate: '2027-05-17' })
    expect(element.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('May 2027')
    const loaded = visitor.requests.filter(({ path }) => path === '/api/availability')
    expect(loaded.map(({ query }) => query.get('from'))).toEqual(['2027-05-01'])
  })

  test('draws no week that has passed', async () => {
    const { element } = await mountCalendar({ today: '2026-12-16' })
    const days = [...element.querySelectorAll('td[data-day] button')].map((button) =>
      button.closest('td')?.getAttribute('data-day'),
    )
    expect(days.at(0)).toBe('2026-12-13')
    expect(days.at(-1)).toBe('2026-12-31')
  })

  test('shows the next month too near the end of a month', async () => {
    const { element } = await mountCalendar({ today: '2026-12-27' })
    expect(element.querySelectorAll('table')).toHaveLength(2)
    expect(element.querySelector('[data-day="2027-01-31"] button')).not.toBeNull()
  })

  test('marks a full day with the reason, and chooses it, but not a closed or past one', async () => {
    const days = ['2026-12-01', '2026-12-10', '2026-12-12'].map((date) => ({ date, seats: 30, taken: 30 }))
    const closure = tihar('2026-12-12', '2026-12-12')
    const visitor = new Visitor({
      'GET /api/availability': () => ok({ locationId: 'kausimaa', days }),
      'GET /api/closures': () => ok({ closures: [closure] }),
    })
    const onPick = vi.fn()
    const { element, page } = await mountCalendar({ visitor, onPick, seats: 2, closures: [closure] })
    await act(() => expect.poll(() => page.$seats.get().kausimaa?.size).toBe(3))
    const find = (date: string) => element.querySelector<HTMLButtonElement>(`[data-day="${date}"] button`)
    const full = find('2026-12-10')
    expect(full?.getAttribute('aria-label')).toMatch(/10 December 2026, no seats left$/)
    await act(async () => full?.click())
    expect(onPick.mock.calls).toEqual([['2026-12-10']])
    expect([find('2026-12-01')?.disabled, find('2026-12-12')?.disabled]).toEqual([true, true])
  })

  test('marks a day with few seats, unless it is closed', async () => {
    const days = ['2026-12-10', '2026-12-12'].map((date) => ({ date, seats: 30, taken: 28 }))
    const closure = tihar('2026-12-12', '2026-12-12')
    const visitor = new Visitor({ 'GET /api/availability': () => ok({ locationId: 'kausimaa', days }) })
    const { element, page } = await mountCalendar({ visitor, closures: [closure] })
    await act(() => expect.poll(() => page.$seats.get().kausimaa?.size).toBe(2))
    const nameOf = (date: string) => element.querySelector(`[data-day="${date}"] button`)?.getAttribute('aria-label')
    expect(nameOf('2026-12-10')).toMatch(/, 2 seats left$/)
    expect(nameOf('2026-12-12')).toMatch(/, closed: Tihar$/)
  })

  test('outlines and names the entered date when it is closed', async () => {
    const closure = tihar('2026-12-12', '2026-12-13')
    const { element } = await mountCalendar({ closures: [closure], startDate: '2026-12-12' })
    const find = (date: string) => element.querySelector(`[data-day="${date}"] button`)
    expect(find('2026-12-12')?.getAttribute('aria-label')).toMatch(/, closed: Tihar, chosen date$/)
    expect(find('2026-12-12')?.className).toContain('inset-ring-ink')
    expect(find('2026-12-13')?.className).not.toContain('inset-ring-ink')
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
