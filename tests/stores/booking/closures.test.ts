import { describe, expect, test } from 'vitest'
import type { ListedClosure } from '#domain/closure.ts'
import { day, time } from '../../domain/business.ts'
import { errorResponse, fill, ok, openFilled, type Page, Visitor } from './visitor.ts'

const closure = (changes: Partial<ListedClosure> = {}): ListedClosure => ({
  id: 'c-1',
  locationId: null,
  from: day('2026-12-10'),
  to: day('2026-12-10'),
  reason: 'Udhauli',
  hours: null,
  ...changes,
})
const SHORT = { open: time('10:00'), close: time('16:00') }
const withList = (...closures: ListedClosure[]) => ({ 'GET /api/closures': () => ok({ closures }) })

async function openDayPass(visitor: Visitor): Promise<Page> {
  const page = await visitor.openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('explorer')
  page.setDates(day('2026-12-10'), '')
  return page
}

describe('closed days in the booking wizard', () => {
  test('prevent leaving the dates with a start on one', async () => {
    const page = await openDayPass(new Visitor(withList(closure())))
    await expect.poll(() => page.$problems.get()).toMatchObject({ startDate: 'closed_day' })
    await page.goToNextStep()
    expect(await page.goToNextStep()).toBe(false)
    expect(page.$step.get()).toBe(2)
    page.setDates(day('2026-12-11'), '')
    expect(await page.goToNextStep()).toBe(true)
  })

  test('are those of the chosen location', async () => {
    const page = await openDayPass(new Visitor(withList(closure({ locationId: 'kausimaa' }))))
    page.chooseLocation('kausimaa')
    await expect.poll(() => page.$problems.get().startDate).toBe('closed_day')
    page.chooseLocation('dhobighat-hub')
    expect(page.$problems.get().startDate).toBeUndefined()
  })

  test('can be covered, and be the end', async () => {
    const visitor = new Visitor(withList(closure({ from: day('2026-12-20'), to: day('2027-01-09') })))
    const { page } = await openFilled(visitor)
    page.setDates(day('2026-12-10'), day('2027-01-05'))
    await page.placeDraft()
    expect(visitor.placements[0]?.body).toMatchObject({ endDate: '2027-01-05', totalAmount: 950_000 })
  })

  test('do not prevent a booking when they cannot be loaded', async () => {
    const visitor = new Visitor({ 'GET /api/closures': () => 'unreachable' })
    const { page } = await openFilled(visitor)
    await page.placeDraft()
    expect(visitor.navigations).toEqual(['/payment'])
  })

  test('are loaded again when the server rejects the first day', async () => {
    let closures: ListedClosure[] = []
    const visitor = new Visitor({
      'GET /api/closures': () => ok({ closures }),
      'POST /api/bookings': () => errorResponse(422, { code: 'invalid', fields: { startDate: 'Closed' } }),
    })
    const { page } = await openFilled(visitor)
    closures = [closure()]
    await page.placeDraft()
    expect(page.$step.get()).toBe(2)
    expect(page.$problems.get().startDate).toBe('closed_day')
  })

  test('do not prevent a renewal, whose first day follows from the membership', async () => {
    const visitor = new Visitor(withList(closure({ from: day('2027-02-28'), to: day('2027-02-28') })))
    const draft = { locationId: 'dhobighat-hub', planId: 'professional', billing: 'monthly', startDate: '2027-02-28' }
    const renewal = { membershipId: 'm-1', startDate: '2027-02-28', endDate: '2027-03-30', secret: 's3cret' }
    visitor.tab.entries.set('booking-prefill', JSON.stringify({ draft, renewal }))
    const page = await visitor.openPage()
    await expect.poll(() => visitor.requests.some(({ path }) => path === '/api/closures')).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(page.$renewal.get()).not.toBeNull()
    expect(page.$problems.get().startDate).toBeUndefined()
    page.makeNewBooking()
    expect(page.$problems.get().startDate).toBe('closed_day')
  })

  test('are not offered as a day pass when the longer booking is full', async () => {
    const full = [{ date: '2026-12-17', seats: 30, taken: 30 }]
    const visitor = new Visitor({
      ...withList(closure()),
      'GET /api/availability': ({ query }) => {
        const locationId = query.get('location')
        return ok({ locationId, days: locationId === 'dhobighat-hub' ? full : [] })
      },
    })
    const page = await visitor.openPage()
    await fill(page)
    await page.loadDraftSeats()
    await page.loadOfferSeats()
    expect(page.$offers.get().map(({ locationId, planId, startDate }) => [locationId, planId, startDate])).toEqual([
      ['dhobighat-hub', 'professional', '2026-12-18'],
      ['kausimaa', 'professional', '2026-12-09'],
      ['kausimaa', 'professional', '2026-12-11'],
    ])
  })
})

describe('other hours in the booking wizard', () => {
  test('leave the working hours as chosen, which apply to every day', async () => {
    const { page, visitor } = await openFilled()
    expect(page.$draft.get()).toMatchObject({ startTime: '09:00', endTime: '17:00' })
    visitor.responses['GET /api/closures'] = () => ok({ closures: [closure({ hours: SHORT })] })
    const reloaded = await visitor.openPage()
    await expect.poll(() => visitor.requests.filter(({ path }) => path === '/api/closures')).toHaveLength(2)
    await new Promise((resolve) => setTimeout(resolve))
    reloaded.setDates(day('2026-12-11'), '')
    reloaded.setDates(day('2026-12-10'), '')
    expect(reloaded.$draft.get()).toMatchObject({ startTime: '09:00', endTime: '17:00' })
    expect(reloaded.$problems.get()).toEqual({})
    expect(reloaded.$step.get()).toBe(4)
  })

  test('end the sales of today earlier', async () => {
    const page = await new Visitor(
      withList(
        closure({
          from: day('2026-12-03'),
          to: day('2026-12-03'),
          hours: { open: time('00:30'), close: time('01:30') },
        }),
      ),
    ).openPage()
    page.chooseLocation('dhobighat-hub')
    page.choosePlan('explorer')
    page.setDates(day('2026-12-03'), '')
    await expect.poll(() => page.$problems.get().startDate).toBe('sales_ended')
  })
})
