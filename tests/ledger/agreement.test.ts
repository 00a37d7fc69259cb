import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { MAX_COUNTER } from '#domain/booking-draft.ts'
import { EDITIONS, type Edition } from '../support/editions.ts'
import { newKey, type Order, type Placed } from '../support/orders.ts'

/** The result without its random values, which must be equal. */
const comparable = (outcome: Outcome<Placed>) =>
  outcome.ok
    ? { total: outcome.value.totalAmount, lines: outcome.value.lines, expiresAt: outcome.value.expiresAt }
    : { code: outcome.failure.code, fields: outcome.failure.fields, nearest: outcome.failure.nearest }

const anything = fc.string({ maxLength: 40 })
const anyOrders = fc.record({
  locationId: mostly('dhobighat-hub', 'dhobighat-hub', 'kausimaa', 'kausimaa', 'kausimaa-coworking', 'jhamsikhel-loft'),
  planId: mostly('explorer', 'explorer', 'professional', 'enterprise', 'hot-desk', 'private-office'),
  startDate: mostly('2026-12-01', '2026-12-10', '2026-12-10', '2027-01-31', '2026-11-30'),
  addOns: fc.subarray(['virtual-office', 'mail-handling', 'meeting-room-hours']),
  meetingRoomHours: fc.oneof({ weight: 9, arbitrary: fc.nat(5) }, fc.integer()),
  guestPasses: fc.nat(5),
  billing: fc.constantFrom('weekly', 'monthly', 'annual'),
  endDate: mostly('', '', '2026-12-31', '2027-02-28', '2028-01-01'),
  startTime: mostly('09:00', '10:30', '11:00', '04:00'),
  endTime: mostly('17:00', '10:30', '23:59'),
  contactInfo: fc.record({
    firstName: mostly('Aarati'),
    lastName: mostly('Shrestha'),
    email: mostly('aarati@example.com'),
    phone: mostly('9841234567'),
  }),
})
/** Room hours are limited by the rooms, which the browser edition does not have. */
const orders = anyOrders.map((choices) => ({
  ...choices,
  meetingRoomHours: isCount(choices.meetingRoomHours)
    ? Math.min(choices.meetingRoomHours, choices.planId === 'explorer' ? 0 : 5)
    : choices.meetingRoomHours,
}))
const isCount = (value: number): boolean => value > 0 && value <= MAX_COUNTER
function mostly(...values: string[]) {
  return fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...values) }, anything)
}

describe('both ledgers', () => {
  const editions: Partial<Record<string, Edition>> = {}
  // The browser edition opens first, because the server's one replaces its clock and its network.
  for (const [name, open] of Object.entries(EDITIONS).toReversed()) {
    open((edition) => {
      editions[name] = edition
    })
  }

  test('return the same for any order', async () => {
    const [server, browser] = [editions['the server'], editions['the browser']]
    if (!server || !browser) throw new Error('a ledger is missing')
    let [ordered, booked] = [0, 0]
    await fc.assert(
      fc.asyncProperty(orders, async (choices) => {
        const sent = choices as Order
        const one = comparable(await server.ledger.place(sent, newKey()))
        expect(comparable(await browser.ledger.place(sent, newKey()))).toEqual(one)
        ordered++
        if ('total' in one) booked++
      }),
      { numRuns: 200, endOnFailure: true },
    )
    // Not only rejections.
    expect(booked).toBeGreaterThan(0)
    console.log(`${ordered} orders, ${booked} of them booked: the two ledgers agree on each`)
  })
})
