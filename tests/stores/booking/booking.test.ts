import { expect, test, vi } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { fill, KAUSIMAA, Visitor } from './visitor.ts'

const day = (text: string) => text as IsoDate

test('a visitor comes through four steps and leaves for the payment screen with the booking in hand', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  expect(page.$step.get()).toBe(4)
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(1)
  expect(visitor.placings[0]?.body).toEqual({
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
  expect(JSON.parse(visitor.storage.get('payment-store') ?? '')).toEqual(page.$currentBooking.get())
  expect(visitor.left).toEqual(['/payment'])
  // Kept until it is paid.
  expect(page.$draft.get().locationId).toBe('dhobighat-hub')
})

test('a day pass sends neither period nor hours nor end', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  page.setDates(day('2026-12-10'), day('2026-12-20'))
  page.choosePlan('explorer')
  await page.placeDraft()
  const sent = Object.keys(visitor.placings[0]?.body ?? {})
  for (const field of ['billing', 'startTime', 'endTime', 'endDate']) expect(sent).not.toContain(field)
  expect(visitor.placings[0]?.body.totalAmount).toBe(50_000)
})

test('another location swaps in its prices and hours at once', async () => {
  const page = await new Visitor().openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  page.setDates(day('2026-12-10'), '')
  expect(page.$quote.get()?.total).toBe(950_000)
  page.chooseLocation('kausimaa')
  expect(page.$quote.get()?.total).toBe(800_000)
  expect(page.$draft.get()).toMatchObject({ startTime: '10:00', endTime: '16:00' })
})

test('a period that the new location does not sell falls back to the month', async () => {
  const page = await new Visitor().openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  page.chooseBilling('weekly')
  expect(page.$quote.get()?.total).toBe(250_000)
  page.chooseLocation('kausimaa')
  expect(page.$draft.get().billing).toBe('monthly')
})

test('prices of the day replace those the page was built with', async () => {
  const dearer = { ...KAUSIMAA, prices: { ...KAUSIMAA.prices, explorer: { daily: 45_000 } } }
  const visitor = new Visitor({ 'GET /api/prices': () => ({ status: 200, body: { tables: [dearer] } }) })
  const page = await visitor.openPage()
  page.chooseLocation('kausimaa')
  page.choosePlan('explorer')
  await expect.poll(() => page.$quote.get()?.total).toBe(45_000)
})

test('without an answer the built prices stay', async () => {
  const visitor = new Visitor({ 'GET /api/prices': () => 'unreachable' })
  const page = await visitor.openPage()
  page.chooseLocation('kausimaa')
  page.choosePlan('explorer')
  expect(page.$quote.get()?.total).toBe(40_000)
})

test('a step that lacks something is not left forwards', async () => {
  const page = await new Visitor().openPage()
  expect(await page.goToNextStep()).toBe(false)
  expect(page.$step.get()).toBe(1)
  expect(page.$attemptedSteps.get().has(1)).toBe(true)
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
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

test('the browser goes back and forward between steps, and no further than the draft allows', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  expect(visitor.address).toBe('/booking#step-4')
  visitor.travel(-1)
  expect(page.$step.get()).toBe(3)
  visitor.travel(-1)
  visitor.travel(-1)
  expect(page.$step.get()).toBe(1)
  visitor.travel(1)
  expect(page.$step.get()).toBe(2)
  page.setDates('', '')
  visitor.travel(1)
  expect(page.$step.get()).toBe(2)
  expect(visitor.address).toBe('/booking#step-2')
})

test('back and goTo make entries, and not below the first step', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  page.goToPreviousStep()
  expect(page.$step.get()).toBe(3)
  page.goToStep(1)
  expect(visitor.address).toBe('/booking#step-1')
  page.goToPreviousStep()
  expect(page.$step.get()).toBe(1)
})

test('a reload keeps draft and step', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  page.setNotes('By the window')
  const reloaded = await visitor.openPage()
  expect(reloaded.$step.get()).toBe(4)
  expect(reloaded.$draft.get()).toEqual(page.$draft.get())
})

test('an address beyond what the draft allows shows the first step that lacks something', async () => {
  const visitor = new Visitor().visit('/booking#step-4')
  const page = await visitor.openPage()
  expect(page.$step.get()).toBe(1)
  expect(visitor.address).toBe('/booking#step-1')
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
])('garbage in storage is an empty draft: %s', async (garbage) => {
  const visitor = new Visitor()
  for (const name of ['booking-store', 'booking-attempt', 'payment-store']) visitor.storage.set(name, garbage)
  const page = await visitor.openPage()
  expect(page.$draft.get()).toMatchObject({ locationId: '', planId: '', startDate: '', notes: '' })
  expect(page.$currentBooking.get()).toBe(null)
  await fill(page)
  await page.placeDraft()
  expect(visitor.left).toEqual(['/payment'])
})

test('a stored draft under an older name of a location is read', async () => {
  const visitor = new Visitor()
  visitor.storage.set('booking-store', JSON.stringify({ locationId: 'kausimaa-coworking', planId: 'explorer' }))
  const page = await visitor.openPage()
  expect(page.$quote.get()?.total).toBe(40_000)
})

test('blocked storage breaks nothing', async () => {
  const visitor = new Visitor()
  visitor.storageIsBlocked = true
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  expect(page.$currentBooking.get()?.bookingId).toBe('BK-1')
})

test('what is kept of the choices says what they cost, and nobody believes it later', async () => {
  const visitor = new Visitor()
  const kept = () => JSON.parse(visitor.storage.get('booking-store') ?? '')
  const page = await visitor.openPage()
  page.chooseLocation('kausimaa')
  expect(kept()).toMatchObject({ locationId: 'kausimaa', totalAmount: 0, currency: 'NPR' })
  page.choosePlan('professional')
  expect(kept()).toMatchObject({ planId: 'professional', totalAmount: 800_000 })
  visitor.storage.set('booking-store', JSON.stringify({ ...kept(), totalAmount: 1, currency: 'USD' }))
  const reloaded = await visitor.openPage()
  expect(reloaded.$draft.get()).not.toHaveProperty('totalAmount')
  expect(reloaded.$quote.get()?.total).toBe(800_000)
})

test.each(['blocked', 'full'] as const)('with %s storage the address hands the booking over, once', async (storage) => {
  const visitor = new Visitor({ 'GET /api/bookings/BK-1': () => ({ status: 200, body: { status: 'held' } }) })
  visitor.storageIsBlocked = storage === 'blocked'
  visitor.storageIsFull = storage === 'full'
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  page.resetLeaving()
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(1)
  const handedOver = '/payment#booking=BK-1&secret=secret+of+BK-1'
  expect(visitor.left).toEqual([handedOver, handedOver])
})

test('two tabs follow each other, and one that loses its draft goes back to the first step', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  const elsewhere = { ...page.$draft.get(), notes: 'From the other tab' }
  window.dispatchEvent(new StorageEvent('storage', { key: 'booking-store', newValue: JSON.stringify(elsewhere) }))
  expect(page.$draft.get().notes).toBe('From the other tab')
  expect(page.$step.get()).toBe(4)
  visitor.storage.delete('booking-store')
  window.dispatchEvent(new StorageEvent('storage', { key: 'booking-store', newValue: null }))
  expect(page.$draft.get().locationId).toBe('')
  expect(page.$step.get()).toBe(1)
})

test('starting over empties everything and can be undone until something is chosen', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  const before = page.$draft.get()
  page.startOver()
  expect(page.$step.get()).toBe(1)
  expect(visitor.storage.has('booking-store')).toBe(false)
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
])('%s preselects once', async (query, chosen) => {
  const visitor = new Visitor().visit(`/booking${query}`)
  const page = await visitor.openPage()
  expect(page.$draft.get()).toMatchObject(chosen)
  expect(page.$unavailableChoices.get()).toEqual([])
  expect(visitor.address).toBe('/booking')
  page.choosePlan('enterprise')
  expect((await visitor.openPage()).$draft.get().planId).toBe('enterprise')
})

test('a link to a plan without a period means the month, whatever was chosen before', async () => {
  const visitor = new Visitor()
  await visitor.visit('/booking?plan=professional&billing=annual').openPage()
  const reopened = await visitor.visit('/booking').openPage()
  expect(reopened.$draft.get().billing).toBe('annual')
  expect(reopened.$planFromLink.get()).toBe(null)
  const linked = await visitor.visit('/booking?plan=professional').openPage()
  expect(linked.$draft.get().billing).toBe('monthly')
  expect(linked.$planFromLink.get()).toBe('professional')
})

test('a link to a location leaves the period of the draft', async () => {
  const visitor = new Visitor()
  await visitor.visit('/booking?plan=professional&billing=annual').openPage()
  const page = await visitor.visit('/booking?location=kausimaa').openPage()
  expect(page.$draft.get()).toMatchObject({ planId: 'professional', billing: 'annual', locationId: 'kausimaa' })
})

test.each([
  ['?plan=private-office', 'Private Office: Reserved'],
  ['?plan=private_office', 'Private Office: Reserved'],
  ['?location=jhamsikhel-loft', 'Jhamsikhel Loft: Reserved for 6 months'],
])('%s chooses nothing and says why', async (query, notice) => {
  const page = await new Visitor().visit(`/booking${query}`).openPage()
  expect(page.$draft.get()).toMatchObject({ planId: '', locationId: '' })
  expect(page.$unavailableChoices.get()).toEqual([notice])
})

test.each([-3, -1 / 24, 0, 3])('today is the server’s, with a clock that is %s days off', async (days) => {
  const visitor = new Visitor()
  visitor.skew = days * 86_400_000
  const page = await visitor.openPage()
  const seen: string[] = []
  page.$today.subscribe((today) => seen.push(today))
  await fill(page)
  await vi.waitFor(() => expect(seen.at(-1)).toBe('2026-12-03'))
  page.setDates(day('2026-12-02'), '')
  expect(page.$problems.get().startDate).toBe('start_in_past')
  page.setDates(day('2026-12-03'), '')
  expect(page.$problems.get().startDate).toBeUndefined()
})

test('Kathmandu decides what today is', async () => {
  const page = await new Visitor().openPage()
  const { $today } = await import('#stores/today.ts')
  expect($today.get()).toBe('2026-12-03')
  page.setDates(day('2026-12-03'), '')
  expect(page.$problems.get().startDate).toBeUndefined()
})

test('rejects today at a location whose sales for today have ended by the server’s cut-off', async () => {
  const visitor = new Visitor({
    // At 01:00, Kausimaa closes in 15 hours and Dhobighat Hub in 21.
    'GET /api/site': () => ({ status: 200, body: { methods: [], sameDayCutoffMinutes: 15 * 60 } }),
  })
  const page = await visitor.openPage()
  page.$problems.listen(() => {})
  page.choosePlan('explorer')
  page.chooseLocation('kausimaa')
  page.setDates(day('2026-12-03'), '')
  await vi.waitFor(() => expect(page.$problems.get().startDate).toBe('sales_ended'))
  page.setDates(day('2026-12-04'), '')
  expect(page.$problems.get().startDate).toBeUndefined()
  page.chooseLocation('dhobighat-hub')
  page.setDates(day('2026-12-03'), '')
  expect(page.$problems.get().startDate).toBeUndefined()
})

test('full days are seen before the server is asked to book, with ways out', async () => {
  const full = ['2026-12-17', '2026-12-18'].map((date) => ({ date, seats: 30, taken: 30 }))
  const visitor = new Visitor({
    'GET /api/availability': ({ query }) => ({
      status: 200,
      body: { locationId: query.get('location'), days: query.get('location') === 'dhobighat-hub' ? full : [] },
    }),
  })
  const page = await visitor.openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  await page.goToNextStep()
  page.setDates(day('2026-12-10'), '')
  await page.loadDraftSeats()
  expect(page.$fullDays.get()).toEqual(['2026-12-17', '2026-12-18'])
  expect(await page.goToNextStep()).toBe(false)
  await page.loadOfferSeats()
  expect(page.$offers.get().map(({ locationId, planId, startDate }) => [locationId, planId, startDate])).toEqual([
    ['dhobighat-hub', 'professional', '2026-12-19'],
    ['kausimaa', 'professional', '2026-12-10'],
    ['dhobighat-hub', 'explorer', '2026-12-10'],
  ])
  const [, elsewhere] = page.$offers.get()
  if (elsewhere) page.acceptOffer(elsewhere)
  expect(page.$draft.get()).toMatchObject({ locationId: 'kausimaa', startDate: '2026-12-10', endDate: '' })
  expect(page.$fullDays.get()).toEqual([])
  expect(await page.goToNextStep()).toBe(true)
})

test('a seat that became free in the meantime lets the visitor go on', async () => {
  let taken = 30
  const visitor = new Visitor({
    'GET /api/availability': () => ({
      status: 200,
      body: { locationId: 'dhobighat-hub', days: [{ date: '2026-12-17', seats: 30, taken }] },
    }),
  })
  const page = await visitor.openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  await page.goToNextStep()
  page.setDates(day('2026-12-10'), '')
  await page.loadDraftSeats()
  expect(page.$fullDays.get()).toHaveLength(1)
  taken = 29
  expect(await page.goToNextStep()).toBe(true)
})
