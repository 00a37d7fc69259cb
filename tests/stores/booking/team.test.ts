import { expect, test } from 'vitest'
import { ok, openFilled, Visitor } from './visitor.ts'

const days = [
  { date: '2026-12-10', seats: 30, taken: 27 },
  { date: '2026-12-11', seats: 30, taken: 0 },
]
const availability = { 'GET /api/availability': () => ok({ locationId: 'dhobighat-hub', days }) }

test.each([
  [1, undefined],
  [5, 5],
])('sends %d seats as %s', async (seats, sent) => {
  const { visitor, page } = await openFilled()
  page.chooseSeats(seats)
  await page.placeDraft()
  expect(visitor.placements.map(({ body }) => [body.seats, body.totalAmount])).toEqual([[sent, seats * 950_000]])
})

test('keeps the seats on a reload', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  page.chooseSeats(5)
  expect((await visitor.openPage()).$draft.get().seats).toBe(5)
})

test.each([
  ['/booking?plan=professional&seats=5', 5],
  ['/booking?seats=20', 20],
  ['/booking?seats=50', 50],
  ['/booking?seats=0', 1],
  ['/booking?seats=many', 1],
])('reads the seats of %s and removes them from the address', async (address, seats) => {
  const visitor = new Visitor().visit(address)
  const page = await visitor.openPage()
  expect(page.$draft.get().seats).toBe(seats)
  expect(visitor.address).not.toContain('seats')
})

test('counts a day as full with fewer seats than people', async () => {
  const page = await new Visitor(availability).openPage()
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('explorer')
  page.setDates('2026-12-10' as Parameters<typeof page.setDates>[0], '')
  page.chooseSeats(3)
  await page.loadDraftSeats()
  expect(page.$fullDays.get()).toEqual([])
  // A guest of a day pass takes a seat too.
  page.changeDraft({ guestPasses: 1 })
  expect(page.$fullDays.get()).toEqual(['2026-12-10'])
  expect(page.$offers.get()).toMatchObject([
    { startDate: '2026-12-09' },
    { startDate: '2026-12-11', total: 3 * 50_000 + 30_000 },
  ])
})
