import { expect, test } from 'vitest'
import { day } from '../../domain/business.ts'
import { errorResponse, fill, ok, Visitor } from './visitor.ts'

const LINK = '/booking?plan=explorer&location=dhobighat-hub&start=2026-12-10&seats=1#offer=an-offer.a-token'
const OFFER = { locationId: 'dhobighat-hub', date: '2026-12-10', expiresAt: '2026-12-03T12:00:00.000Z', state: 'open' }
const FULL = ok({ locationId: 'dhobighat-hub', days: [{ date: '2026-12-10', seats: 60, taken: 60 }] })

const open = async (state: object | 404 | 'unreachable', visitor = new Visitor()) => {
  visitor.responses['GET /api/availability'] = () => FULL
  visitor.responses['GET /api/offers/an-offer'] = () =>
    state === 404
      ? errorResponse(404, { code: 'not_found' })
      : state === 'unreachable'
        ? state
        : ok({ ...OFFER, ...state })
  const page = await visitor.visit(LINK).openPage()
  const held = await import('#stores/booking/held-seat.ts')
  await expect.poll(() => visitor.requests.some(({ path }) => path.startsWith('/api/offers'))).toBe(true)
  await expect.poll(() => held.$heldSeat.get() !== null || held.$offerEnd.get() !== null || state !== 404).toBe(true)
  return { visitor, page, held }
}

test('the link of an offer opens its day, leaves the address and survives a reload', async () => {
  const { visitor, page, held } = await open({})
  expect(visitor.address).toBe('/booking#step-2')
  expect(page.$draft.get()).toMatchObject({ planId: 'explorer', startDate: '2026-12-10' })
  await expect.poll(() => held.$heldSeat.get()).toMatchObject({ id: 'an-offer', token: 'a-token' })
  const { authorization } = visitor.requests.find(({ path }) => path === '/api/offers/an-offer') ?? {}
  expect(authorization).toBe('Bearer a-token')
  const reloaded = await open({}, visitor)
  await expect.poll(() => reloaded.held.$heldSeat.get()).toMatchObject({ id: 'an-offer' })
})

test('a full day is free for the visitor whose seat is held, and only that day', async () => {
  const { page, held } = await open({})
  await expect.poll(() => held.$heldSeat.get()).not.toBeNull()
  await page.loadDraftSeats()
  expect(page.$fullDays.get()).toEqual([])
  expect(page.$seats.get()['dhobighat-hub']?.get(day('2026-12-10'))?.taken).toBe(59)
})

test('the day stays full for a longer plan or a second person, whom the held seat does not serve', async () => {
  const { page, held } = await open({})
  await expect.poll(() => held.$heldSeat.get()).not.toBeNull()
  await page.loadDraftSeats()
  page.chooseSeats(2)
  expect(page.$fullDays.get()).toEqual(['2026-12-10'])
  page.chooseSeats(1)
  expect(page.$fullDays.get()).toEqual([])
  page.changeDraft({ guestPasses: 1 })
  expect(page.$fullDays.get()).toEqual(['2026-12-10'])
  page.changeDraft({ guestPasses: 0, planId: 'professional', billing: 'weekly' })
  expect(page.$fullDays.get()).toEqual(['2026-12-10'])
})

test('the link of an offer replaces the number of people of an earlier draft', async () => {
  const visitor = new Visitor().visit('/booking')
  const before = await visitor.openPage()
  before.chooseSeats(3)
  const { page } = await open({}, visitor)
  expect(page.$draft.get().seats).toBe(1)
})

test('an offer without a response is read again', async () => {
  const { visitor, held } = await open('unreachable')
  await expect.poll(() => visitor.delayed.some(({ milliseconds }) => milliseconds === 5_000)).toBe(true)
  expect(held.$heldSeat.get()).toBeNull()
  visitor.responses['GET /api/offers/an-offer'] = () => ok(OFFER)
  visitor.delayed.find(({ milliseconds }) => milliseconds === 5_000)?.run()
  await expect.poll(() => held.$heldSeat.get()).toMatchObject({ id: 'an-offer', token: 'a-token' })
})

test('the booking names the offer only if it is for its seat', async () => {
  const { visitor, page, held } = await open({})
  await expect.poll(() => held.$heldSeat.get()).not.toBeNull()
  await fill(page)
  await page.placeDraft()
  expect(visitor.placements[0]?.body).not.toHaveProperty('offer')
  page.choosePlan('explorer')
  await page.placeDraft()
  page.resetRedirect()
  await page.placeDraft()
  expect(visitor.placements.at(-1)?.body.offer).toEqual({ id: 'an-offer', token: 'a-token' })
})

test.each([
  [{ state: 'expired' }, 'expired'],
  [404 as const, 'expired'],
  [{ state: 'closed' }, 'closed'],
  [{ state: 'taken' }, 'taken'],
] as const)('an offer that has ended is removed from the tab and reported (%j)', async (state, end) => {
  const { visitor, held } = await open(state)
  await expect.poll(() => held.$offerEnd.get()).toBe(end)
  expect(held.$heldSeat.get()).toBeNull()
  expect(visitor.tab.entries.has('booking-offer')).toBe(false)
})

test('an offer that this tab booked is removed from it without a report', async () => {
  const { visitor, held } = await open({})
  await expect.poll(() => held.$heldSeat.get()).not.toBeNull()
  visitor.responses['GET /api/offers/an-offer'] = () => ok({ ...OFFER, state: 'taken' })
  await held.loadHeldSeat()
  expect(visitor.tab.entries.has('booking-offer')).toBe(false)
  expect([held.$heldSeat.get(), held.$offerEnd.get()]).toEqual([null, null])
})

test('an offer that ends while the form is open is reported once its seat is gone, and the day is full', async () => {
  const { visitor, page, held } = await open({})
  await expect.poll(() => held.$heldSeat.get()).not.toBeNull()
  await fill(page)
  page.choosePlan('explorer')
  visitor.responses['GET /api/offers/an-offer'] = () => ok({ ...OFFER, state: 'expired' })
  visitor.responses['POST /api/bookings'] = () => errorResponse(409, { code: 'sold_out' })
  await page.placeDraft()
  expect([held.$heldSeat.get(), held.$offerEnd.get()]).toEqual([null, 'expired'])
  expect(page.$fullDays.get()).toEqual(['2026-12-10'])
})
