import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { Closure } from '#domain/closure.ts'
import { day, time } from '../../domain/business.ts'
import { ok, Visitor } from '../../stores/booking/visitor.ts'
import { click, findButton, getField, mount, textsOf, type } from './mount.ts'
import { OFFERING } from './offering.ts'

const closure = (from: string, to = from, hours: Closure['hours'] = null) => ({
  id: `c-${from}`,
  locationId: null,
  from: day(from),
  to: day(to),
  reason: 'Udhauli',
  hours,
})

/** Opens the dates of the wizard on 3 December 2026, at a location that is open from 06:00 to 22:00. */
async function openDates(plan: 'explorer' | 'professional', ...closures: ReturnType<typeof closure>[]) {
  const visitor = new Visitor({ 'GET /api/closures': () => ok({ closures }) })
  const page = await visitor.visit(`/booking?location=dhobighat-hub&plan=${plan}`).openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(() => page.goToNextStep())
  await act(vi.dynamicImportSettled)
  return { visitor, page, element }
}

const enter = (element: Element, id: string, date: string) => type(getField(element, `#${id}`), date)
const findDay = (element: Element, date: string) =>
  getField(element, `[data-day="${date}"] button`) as unknown as HTMLButtonElement
const summary = (element: Element) => element.querySelector('aside')?.textContent

describe('a closed day in the calendar', () => {
  test('is disabled as a start, and has its reason in its name, its title and as text', async () => {
    const { element } = await openDates('explorer', closure('2026-12-10', '2026-12-11'))
    const closed = findDay(element, '2026-12-10')
    expect(closed.disabled).toBe(true)
    expect(closed.className).toContain('line-through')
    expect(closed.getAttribute('aria-label')).toMatch(/10 December 2026, closed: Udhauli$/)
    expect(closed.title).toBe('closed: Udhauli')
    expect(textsOf(element, 'li')).toContain('Closed: 10 Dec – 11 Dec 2026 (Udhauli)')
    expect(findDay(element, '2026-12-12').disabled).toBe(false)
  })

  test('can be chosen as the end', async () => {
    const { page, element } = await openDates('professional', closure('2026-12-10'))
    await click(findDay(element, '2026-12-09'))
    const closed = findDay(element, '2026-12-10')
    expect(closed.className).toContain('line-through')
    expect(closed.getAttribute('aria-label')).toContain('closed: Udhauli')
    await click(closed)
    expect(page.$draft.get()).toMatchObject({ startDate: '2026-12-09', endDate: '2026-12-10' })
  })

  test('cannot be chosen as a new start', async () => {
    const { element } = await openDates('professional', closure('2026-12-08'))
    await click(findDay(element, '2026-12-09'))
    expect(findDay(element, '2026-12-08').disabled).toBe(true)
  })

  test('is not mentioned in months without one', async () => {
    const { element } = await openDates('explorer', closure('2027-02-10'))
    expect(element.textContent).not.toContain('Closed')
  })

  test('replaces the note about today', async () => {
    const { element } = await openDates('explorer', closure('2026-12-03'))
    expect(element.textContent).toContain('Dhobighat Hub is closed today (Udhauli).')
    expect(findDay(element, '2026-12-03').disabled).toBe(true)
  })
})

describe('a typed start on a closed day', () => {
  test('shows the reason, does not continue, and offers the next open day', async () => {
    const { page, element } = await openDates('explorer', closure('2026-12-10', '2026-12-11'))
    await enter(element, 'startDate', '2026-12-10')
    expect(element.querySelector('#startDate-error')?.textContent).toBe(
      'Closed on 10 Dec 2026: Udhauli. Choose another day',
    )
    expect(element.textContent).not.toContain('Access is valid')
    await act(() => page.goToNextStep())
    expect(page.$step.get()).toBe(2)
    await click(findButton(element, 'Choose 12 Dec 2026'))
    expect(page.$draft.get().startDate).toBe('2026-12-12')
    expect(getField(element, '#startDate').value).toBe('2026-12-12')
    expect(document.activeElement?.textContent).toContain('Which day would you like?')
    expect(findButton(element, 'Choose 12 Dec 2026')).toBeNull()
  })

  test('keeps an end after the next open day only', async () => {
    const { page, element } = await openDates('professional', closure('2026-12-10', '2026-12-11'))
    const accept = () => click(findButton(element, 'Choose 12 Dec 2026'))
    await act(async () => page.setDates(day('2026-12-10'), day('2026-12-20')))
    await accept()
    expect(page.$draft.get()).toMatchObject({ startDate: '2026-12-12', endDate: '2026-12-20' })
    await act(async () => page.setDates(day('2026-12-10'), day('2026-12-11')))
    await accept()
    expect(page.$draft.get()).toMatchObject({ startDate: '2026-12-12', endDate: '' })
  })
})

test('a day before the chosen start is a new start', async () => {
  const { page, element } = await openDates('professional')
  for (const date of ['2026-12-20', '2026-12-10', '2026-12-24']) await click(findDay(element, date))
  expect(page.$draft.get()).toMatchObject({ startDate: '2026-12-10', endDate: '2026-12-24' })
})

test('closed days that a longer booking covers are named beside its dates, and in the summary of later steps', async () => {
  const { page, element } = await openDates('professional', closure('2026-12-20', '2026-12-22'), closure('2027-02-01'))
  await enter(element, 'startDate', '2026-12-10')
  expect(textsOf(element, '[aria-live=polite]')).toContain(
    'Covers 10 Dec 2026 – 9 Jan 2027, 1 month.Closed on these days of your booking. The price and the period do not change.20 Dec – 22 Dec 2026 (Udhauli)',
  )
  expect(textsOf(element, 'li').join()).not.toContain('Closed: ')
  await act(() => page.goToNextStep())
  expect(summary(element)).toContain('Closed: 20 Dec – 22 Dec 2026 (Udhauli)')
  await act(async () => page.goToStep(2))
  await act(vi.dynamicImportSettled)
  await enter(element, 'startDate', '2026-12-23')
  expect(element.textContent).not.toContain('Closed on these days')
  expect(summary(element)).not.toContain('Closed')
})

describe('other hours of the chosen day', () => {
  const short = closure('2026-12-10', '2026-12-10', { open: time('10:00'), close: time('12:00') })

  test('are named, and do not limit the working hours of every day', async () => {
    const { element } = await openDates('professional', short)
    await enter(element, 'startDate', '2026-12-10')
    expect(getField(element, '#startTime').value).toBe('09:00')
    expect(textsOf(element, '#endTime option').at(-1)).toBe('22:00')
    expect(element.textContent).toContain('Open 10:00–12:00 on 10 Dec 2026 (Udhauli).')
    expect(element.textContent).not.toContain('Closed')
    await enter(element, 'startDate', '2026-12-11')
    expect(element.textContent).not.toContain('Udhauli')
  })

  test('are those of a day pass', async () => {
    const { element } = await openDates('explorer', short)
    await enter(element, 'startDate', '2026-12-10')
    expect(element.textContent).toContain(
      'Access is valid for the chosen date from 10:00 AM to 12:00 PM. Open 10:00–12:00 on 10 Dec 2026 (Udhauli).',
    )
  })
})
