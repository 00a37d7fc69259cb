import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBookingInput } from '#contract/booking-input.ts'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { quoteDraft } from '#domain/quote.ts'
import { getCatalogue } from '#server/catalogue.ts'
import { granted, order } from '../../support/orders.ts'

const CARTS = 10_000
const TODAY = '2026-12-01' as IsoDate

/** Everything open, so that every published price is quoted. */
const OPEN = {
  ...getCatalogue(),
  locations: getCatalogue().locations.map((location) => ({ ...location, available: true })),
  plans: getCatalogue().plans.map((plan) => ({ ...plan, available: true })),
}

/** Repeats the published prices in rupees: [day], or [week, month, year]. */
const USUAL = {
  explorer: [500],
  professional: [2_500, 9_500, 102_600],
  enterprise: [4_500, 18_500, 199_800],
  'private-office': [9_000, 35_000, 378_000],
}
const KAUSIMAA = {
  explorer: [400],
  professional: [2_000, 8_000, 86_400],
  enterprise: [2_000, 8_000, 86_400],
  'private-office': [2_000, 8_000, 86_400],
}
const LENGTHS = { weekly: [0, 7], monthly: [1, 0], annual: [12, 0] } as const

type Plan = keyof typeof USUAL
interface Cart {
  location: string
  plan: Plan
  billing: keyof typeof LENGTHS
  seats: number
  start: string
  end: string | undefined
  hours: number
  passes: number
  office: boolean
  mail: boolean
}

const day = (date: string): Date => new Date(`${date}T00:00:00Z`)
/** Adds `months`, at most to the last day of that month, and then `days`. */
function later(date: Date, months: number, days: number): Date {
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), last) + days),
  )
}
/** Counts the periods that have started by the end. */
function countStarted(start: Date, end: Date, months: number, days: number): number {
  let count = 0
  while (later(start, months * count, days * count) <= end) count++
  return count
}

/** Returns what a cart costs, in rupees, computed independently of the code under test. */
function oracle({ location, plan, billing, seats, start, end, hours, passes, office, mail }: Cart): number {
  const [first = 0, month = 0, year = 0] = (location === 'kausimaa' ? KAUSIMAA : USUAL)[plan]
  const [from, until] = [day(start), day(end ?? start)]
  const [months, days] = LENGTHS[billing]
  const periods = plan === 'explorer' ? 1 : countStarted(from, until, months, days)
  const lastDay = later(from, months * periods, days * periods - 1)
  const paidMonths = plan === 'explorer' ? 1 : countStarted(from, lastDay, 1, 0)
  const unit = plan === 'explorer' ? first : { weekly: first, monthly: month, annual: year }[billing]
  const paidSeats = plan === 'private-office' ? 1 : seats
  return (
    unit * periods * paidSeats + hours * 800 + passes * 300 + ((office ? 3_000 : 0) + (mail ? 2_000 : 0)) * paidMonths
  )
}

const date = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => later(day(TODAY), 0, days).toISOString().slice(0, 10))
/** One for each seat of a day pass, two for each seat and day of at least a week. */
const mostPasses = (plan: Plan, seats: number): number =>
  plan === 'explorer' ? seats : 14 * (plan === 'private-office' ? 4 : seats)

/** Two for each day of at least a week; the server limits those of a day pass. */
const mostHours = (plan: Plan): number => (plan === 'explorer' ? 1_000_000 : 14)

const carts: fc.Arbitrary<Cart> = fc
  .record({
    location: fc.constantFrom('dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios'),
    plan: fc.constantFrom<Plan>('explorer', 'professional', 'enterprise', 'private-office'),
    billing: fc.constantFrom('weekly' as const, 'monthly' as const, 'annual' as const),
    seats: fc.integer({ min: 1, max: 20 }),
    start: date(0, 365),
    stay: fc.option(fc.integer({ min: 0, max: 330 }), { nil: undefined }),
    hours: fc.nat({ max: 1_000_000 }),
    passes: fc.nat({ max: 1_000_000 }),
    office: fc.boolean(),
    mail: fc.boolean(),
  })
  .map(({ stay, ...cart }) => ({
    ...cart,
    hours: cart.hours % (1 + mostHours(cart.plan)),
    passes: cart.passes % (1 + mostPasses(cart.plan, cart.seats)),
    end: stay === undefined ? undefined : later(day(cart.start), 0, stay).toISOString().slice(0, 10),
  }))

const sent = ({
  location,
  plan,
  billing,
  seats,
  start,
  end,
  hours,
  passes,
  office,
  mail,
}: Cart): Input<typeof placeBooking> =>
  order({
    locationId: location,
    planId: plan,
    billing,
    ...(plan !== 'private-office' && { seats }),
    startDate: start,
    ...(end !== undefined && { endDate: end }),
    meetingRoomHours: hours,
    guestPasses: passes,
    addOns: [...(mail ? ['mail-handling'] : []), ...(office ? ['virtual-office'] : [])],
  })

test(`quoteDraft prices ${CARTS} carts like an independent calculation, to the paisa`, { tags: 'long' }, () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const draft = granted(readBookingInput(sent(cart), OPEN, { today: TODAY, ended: [] }))
      const priced = quoteDraft(draft, OPEN)
      expect(priced?.total).toBe(oracle(cart) * 100)
      expect(priced?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced?.total)
    }),
    { numRuns: CARTS },
  )
})
