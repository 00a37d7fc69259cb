import { describe, expect, test } from 'vitest'
import type { LocationId } from '#domain/location.ts'
import type { PlanId } from '#domain/plan.ts'
import { business, day, time } from '../../domain/business.ts'
import { waitFor } from '../../support/wait-for.ts'
import { fill, ok, openFilled, type Page, Visitor } from './visitor.ts'

function choose(page: Page, location: LocationId, plan: PlanId): void {
  page.chooseLocation(location)
  page.choosePlan(plan)
}

/** Opens the wizard at its dates, with a month that starts on 10 December. */
async function openDates(visitor: Visitor): Promise<Page> {
  const page = await visitor.openPage()
  choose(page, 'dhobighat-hub', 'professional')
  await page.goToNextStep()
  page.setDates(day('2026-12-10'), '')
  await page.loadDraftSeats()
  return page
}

describe('the booking wizard', () => {
  test('places the booking after four steps and opens the payment screen', async () => {
    const { visitor, page } = await openFilled()
    expect(page.$step.get()).toBe(4)
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(1)
    expect(visitor.placements[0]?.body).toEqual({
      locationId: 'dhobighat-hub',
      planId: 'professional',
      billing: 'monthly',
      startDate: '2026-12-10',
      startTime: '09:00',
      endTime: '17:00',
      addOns: [],
      meetingRoomHours: 0,
      guestPasses: 0,
      notes: '',
      contactInfo: {
        firstName: 'Aarati',
        lastName: 'Shrestha',
        email: 'aarati@example.com',
        phone: '9841234567',
        company: '',
      },
      totalAmount: 950_000,
      currency: 'NPR',
    })
    expect(page.$currentBooking.get()).toEqual({ bookingId: 'BK-1', secret: 'secret of BK-1' })
    expect(visitor.local.read('payment-store')).toEqual(page.$currentBooking.get())
    expect(visitor.navigations).toEqual(['/payment'])
    // The draft stays until the booking is paid.
    expect(page.$draft.get().locationId).toBe('dhobighat-hub')
  })

  test('sends neither period nor hours nor end of a day pass', async () => {
    const { visitor, page } = await openFilled()
    page.setDates(day('2026-12-10'), day('2026-12-20'))
    page.choosePlan('explorer')
    await page.placeDraft()
    const sent = Object.keys(visitor.placements[0]?.body ?? {})
    for (const field of ['billing', 'startTime', 'endTime', 'endDate']) expect(sent).not.toContain(field)
    expect(visitor.placements[0]?.body.totalAmount).toBe(50_000)
  })

  test('applies prices, hours and periods of another location', async () => {
    const page = await new Visitor().openPage()
    choose(page, 'dhobighat-hub', 'professional')
    page.setDates(day('2026-12-10'), '')
    page.changeDraft({ startTime: time('08:00'), endTime: time('20:00') })
    expect(page.$quote.get()?.total).toBe(950_000)
    page.chooseLocation('kausimaa')
    expect(page.$quote.get()?.total).toBe(800_000)
    expect(page.$draft.get()).toMatchObject({ startTime: '10:00', endTime: '18:00' })
    choose(page, 'dhobighat-hub', 'enterprise')
    page.chooseBilling('weekly')
    expect(page.$quote.get()?.total).toBe(450_000)
    page.chooseLocation('kausimaa')
    expect(page.$draft.get().billing).toBe('monthly')
  })

  test('replaces the built prices with current ones', async () => {
    const explorer = { daily: 45_000 }
    const tables = business.prices.map((table) => ({ ...table, prices: { ...table.prices, explorer } }))
    const page = await new Visitor({ 'GET /api/prices': () => ok({ tables }) }).openPage()
    choose(page, 'kausimaa', 'explorer')
    await expect.poll(() => page.$quote.get()?.total).toBe(45_000)
  })

  test('keeps the built prices without a response', async () => {
    const page = await new Visitor({ 'GET /api/prices': () => 'unreachable' }).openPage()
    choose(page, 'kausimaa', 'explorer')
    expect(page.$quote.get()?.total).toBe(40_000)
  })

  test('does not leave an incomplete step', async () => {
    const page = await new Visitor().openPage()
    expect(await page.goToNextStep()).toBe(false)
    expect(page.$step.get()).toBe(1)
    expect(page.$attemptedSteps.get().has(1)).toBe(true)
    choose(page, 'dhobighat-hub', 'professional')
    expect(await page.goToNextStep()).toBe(true)
    expect(await page.goToNextStep()).toBe(false)
    page.setDates(day('2026-12-02'), '')
    expect(await page.goToNextStep()).toBe(false)
    expect(page.$problems.get().startDate).toBe('start_in_past')
    page.setDates(day('2026-12-03'), day('2026-12-02'))
    expect(page.$problems.get().endDate).toBe('end_before_start')
    page.setDates(day('2026-12-03'), '')
    expect(await page.goToNextStep()).toBe(true)
    expect(page.$step.get()).toBe(3)
  })

  test('adds history entries for steps, and goes back and forward no further than the draft allows', async () => {
    const { visitor, page } = await openFilled()
    page.goToPreviousStep()
    expect(page.$step.get()).toBe(3)
    page.goToStep(1)
    expect(visitor.address).toBe('/booking#step-1')
    page.goToPreviousStep()
    expect(page.$step.get()).toBe(1)
    for (let back = 0; back < 2; back++) visitor.travel(-1)
    const travel = (by: 1 | -1) => {
      visitor.travel(by)
      return page.$step.get()
    }
    expect(visitor.address).toBe('/booking#step-4')
    expect([travel(-1), travel(-1), travel(-1), travel(1)]).toEqual([3, 2, 1, 2])
    page.setDates('', '')
    expect(travel(1)).toBe(2)
    expect(visitor.address).toBe('/booking#step-2')
  })

  test('keeps draft and step after a reload, and shows no step beyond the first incomplete one', async () => {
    const { visitor, page } = await openFilled()
    page.setNotes('By the window')
    const reloaded = await visitor.openPage()
    expect(reloaded.$step.get()).toBe(4)
    expect(reloaded.$draft.get()).toEqual(page.$draft.get())
    const other = new Visitor().visit('/booking#step-4')
    expect((await other.openPage()).$step.get()).toBe(1)
    expect(other.address).toBe('/booking#step-1')
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '42',
    '{"locationId":{},"addOns":7,"contactInfo":[]}',
    '{"startDate":"soon"}',
  ])('reads an empty draft from invalid storage: %s', async (invalid) => {
    const visitor = new Visitor()
    for (const name of ['booking-store', 'booking-attempt', 'payment-store']) visitor.local.entries.set(name, invalid)
    const page = await visitor.openPage()
    expect(page.$draft.get()).toMatchObject({ locationId: '', planId: '', startDate: '', notes: '' })
    expect(page.$currentBooking.get()).toBe(null)
    await fill(page)
    await page.placeDraft()
    expect(visitor.navigations).toEqual(['/payment'])
  })

  test('reads a stored draft with an older name of a location', async () => {
    const visitor = new Visitor()
    visitor.local.entries.set('booking-store', JSON.stringify({ locationId: 'kausimaa-coworking', planId: 'explorer' }))
    const page = await visitor.openPage()
    expect(page.$quote.get()?.total).toBe(40_000)
  })

  test('stores the total of the draft and never reads it', async () => {
    const visitor = new Visitor()
    const readStored = () => visitor.local.read('booking-store') as object
    const page = await visitor.openPage()
    page.chooseLocation('kausimaa')
    expect(readStored()).toMatchObject({ locationId: 'kausimaa', totalAmount: 0, currency: 'NPR' })
    page.choosePlan('professional')
    expect(readStored()).toMatchObject({ planId: 'professional', totalAmount: 800_000 })
    visitor.local.entries.set('booking-store', JSON.stringify({ ...readStored(), totalAmount: 1, currency: 'USD' }))
    const reloaded = await visitor.openPage()
    expect(reloaded.$draft.get()).not.toHaveProperty('totalAmount')
    expect(reloaded.$quote.get()?.total).toBe(800_000)
  })

  test.each(['blocked', 'full'] as const)('places one booking, passed in the URL, with %s storage', async (storage) => {
    const visitor = new Visitor({ 'GET /api/bookings/BK-1': () => ok({ status: 'held' }) })
    visitor.local.state = visitor.tab.state = storage
    const { page } = await openFilled(visitor)
    await page.placeDraft()
    expect(page.$currentBooking.get()?.bookingId).toBe('BK-1')
    page.resetRedirect()
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(1)
    const paymentUrl = '/payment#booking=BK-1&secret=secret+of+BK-1'
    expect(visitor.navigations).toEqual([paymentUrl, paymentUrl])
  })

  test('applies the draft of another tab, and returns to the first step when it is cleared', async () => {
    const { visitor, page } = await openFilled()
    const otherDraft = { ...page.$draft.get(), notes: 'From the other tab' }
    window.dispatchEvent(new StorageEvent('storage', { key: 'booking-store', newValue: JSON.stringify(otherDraft) }))
    expect(page.$draft.get().notes).toBe('From the other tab')
    expect(page.$step.get()).toBe(4)
    visitor.local.entries.delete('booking-store')
    window.dispatchEvent(new StorageEvent('storage', { key: 'booking-store', newValue: null }))
    expect(page.$draft.get().locationId).toBe('')
    expect(page.$step.get()).toBe(1)
  })

  test('clears everything on starting over, which can be undone until something is chosen', async () => {
    const { visitor, page } = await openFilled()
    const before = page.$draft.get()
    page.startOver()
    expect(page.$step.get()).toBe(1)
    expect(visitor.local.entries.has('booking-store')).toBe(false)
    page.restoreDraft()
    expect(page.$draft.get()).toEqual(before)
    expect(page.$clearedDraft.get()).toBe(null)
    page.startOver()
    page.chooseLocation('kausimaa')
    expect(page.$clearedDraft.get()).toBe(null)
  })

  test.each([
    ['?plan=professional', { planId: 'professional', billing: 'monthly' }],
    ['?plan=hot-desk&billing=annual', { planId: 'professional', billing: 'annual' }],
    ['?plan=Professional&billing=Annual&location=Kausimaa', { planId: 'professional', billing: 'annual' }],
    ['?plan=dedicated_desk', { planId: 'enterprise' }],
    ['?plan=day-pass&location=kausimaa-coworking', { planId: 'explorer', locationId: 'kausimaa' }],
    [
      '?location=kausimaa&plan=professional&billing=annual&start=2027-01-10',
      { locationId: 'kausimaa', billing: 'annual', startDate: '2027-01-10', endDate: '' },
    ],
    ['?plan=professional&start=2027-02-30', { planId: 'professional', startDate: '' }],
    ['?plan=nonsense&billing=hourly&location=pokhara', { planId: '', billing: 'monthly', locationId: '' }],
  ])('preselects once from %s', async (query, chosen) => {
    const visitor = new Visitor().visit(`/booking${query}`)
    const page = await visitor.openPage()
    expect(page.$draft.get()).toMatchObject(chosen)
    expect(page.$unavailableChoices.get()).toEqual([])
    expect(visitor.address).toBe('/booking')
    page.choosePlan('enterprise')
    expect((await visitor.openPage()).$draft.get().planId).toBe('enterprise')
  })

  test('keeps the period of the draft for a link to a location, and selects the month for one to a plan', async () => {
    const visitor = new Visitor()
    await visitor.visit('/booking?plan=professional&billing=annual').openPage()
    const reopened = await visitor.visit('/booking').openPage()
    expect([reopened.$draft.get().billing, reopened.$planFromLink.get()]).toEqual(['annual', null])
    const page = await visitor.visit('/booking?location=kausimaa').openPage()
    expect(page.$draft.get()).toMatchObject({ planId: 'professional', billing: 'annual', locationId: 'kausimaa' })
    const linked = await visitor.visit('/booking?plan=professional').openPage()
    expect(linked.$draft.get().billing).toBe('monthly')
    expect(linked.$planFromLink.get()).toBe('professional')
  })

  test.each([
    ['?plan=private-office', 'Private Office: Reserved'],
    ['?plan=private_office', 'Private Office: Reserved'],
    ['?location=jhamsikhel-loft', 'Jhamsikhel Loft: Reserved'],
  ])('selects nothing and shows why for %s', async (query, notice) => {
    const page = await new Visitor().visit(`/booking${query}`).openPage()
    expect(page.$draft.get()).toMatchObject({ planId: '', locationId: '' })
    expect(page.$unavailableChoices.get()).toEqual([notice])
  })

  test.each([-3, -1 / 24, 0, 3])('uses the server’s date with a clock that is %s days off', async (days) => {
    const visitor = new Visitor()
    visitor.skew = days * 86_400_000
    const page = await visitor.openPage()
    const seen: string[] = []
    page.$today.subscribe((today) => seen.push(today))
    await fill(page)
    await waitFor(() => expect(seen.at(-1)).toBe('2026-12-03'))
    page.setDates(day('2026-12-02'), '')
    expect(page.$problems.get().startDate).toBe('start_in_past')
    page.setDates(day('2026-12-03'), '')
    expect(page.$problems.get().startDate).toBeUndefined()
  })

  test('uses the date in Kathmandu', async () => {
    const page = await new Visitor().openPage()
    expect(page.$today.get()).toBe('2026-12-03')
    page.setDates(day('2026-12-03'), '')
    expect(page.$problems.get().startDate).toBeUndefined()
  })

  test('rejects today at a location whose sales for today have ended by the server’s cut-off', async () => {
    const visitor = new Visitor({
      // At 01:00, Kausimaa closes in 17 hours and Dhobighat Hub in 21.
      'GET /api/site': () => ok({ methods: [], sameDayCutoffMinutes: 17 * 60 }),
    })
    const page = await visitor.openPage()
    page.$problems.listen(() => {})
    page.choosePlan('explorer')
    page.chooseLocation('kausimaa')
    page.setDates(day('2026-12-03'), '')
    await waitFor(() => expect(page.$problems.get().startDate).toBe('sales_ended'))
    page.setDates(day('2026-12-04'), '')
    expect(page.$problems.get().startDate).toBeUndefined()
    page.chooseLocation('dhobighat-hub')
    page.setDates(day('2026-12-03'), '')
    expect(page.$problems.get().startDate).toBeUndefined()
  })

  test('shows full days and alternatives before booking', async () => {
    const full = ['2026-12-17', '2026-12-18'].map((date) => ({ date, seats: 30, taken: 30 }))
    const visitor = new Visitor({
      'GET /api/availability': ({ query }) => {
        const locationId = query.get('location')
        return ok({ locationId, days: locationId === 'dhobighat-hub' ? full : [] })
      },
    })
    const page = await openDates(visitor)
    expect(page.$fullDays.get()).toEqual(['2026-12-17', '2026-12-18'])
    expect(await page.goToNextStep()).toBe(false)
    await page.loadOfferSeats()
    expect(page.$offers.get().map(({ locationId, planId, startDate }) => [locationId, planId, startDate])).toEqual([
      ['dhobighat-hub', 'professional', '2026-12-19'],
      ['kausimaa', 'professional', '2026-12-10'],
      ['dhobighat-hub', 'explorer', '2026-12-10'],
    ])
    const [, otherOffer] = page.$offers.get()
    if (otherOffer) page.acceptOffer(otherOffer)
    expect(page.$draft.get()).toMatchObject({ locationId: 'kausimaa', startDate: '2026-12-10', endDate: '' })
    expect(page.$fullDays.get()).toEqual([])
    expect(await page.goToNextStep()).toBe(true)
  })

  test('continues when a seat became free again', async () => {
    let taken = 30
    const visitor = new Visitor({
      'GET /api/availability': () =>
        ok({ locationId: 'dhobighat-hub', days: [{ date: '2026-12-17', seats: 30, taken }] }),
    })
    const page = await openDates(visitor)
    expect(page.$fullDays.get()).toHaveLength(1)
    taken = 29
    expect(await page.goToNextStep()).toBe(true)
  })
})
