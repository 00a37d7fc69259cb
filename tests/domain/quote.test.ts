import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_COUNTER } from '#domain/booking-draft.ts'
import { addDays } from '#domain/calendar.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { BILLINGS, PLAN_IDS, periodFor } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { quote } from '#domain/quote.ts'
import { assertProperty } from '../support/property.ts'
import { business, day, TODAY } from './business.ts'

type QuoteChoices = Parameters<typeof quote>[0]
const choices: QuoteChoices = {
  locationId: 'dhobighat-hub',
  planId: 'professional',
  billing: 'monthly',
  seats: 1,
  startDate: day('2026-12-10'),
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
}
const total = (more: Partial<QuoteChoices>) => quote({ ...choices, ...more }, business)?.total

describe('quote', () => {
  const mail: Partial<QuoteChoices> = { addOns: ['mail-handling'] }

  test.each<[string, Partial<QuoteChoices>, number | undefined]>([
    ['a month', {}, 950_000],
    ['a month without a date yet', { startDate: undefined }, 950_000],
    ['a day pass, by the day', { planId: 'explorer' }, 50_000],
    ['a day pass with any billing', { planId: 'explorer', billing: 'annual' }, 50_000],
    ['a day pass as one day with any end', { planId: 'explorer', endDate: day('2026-12-20') }, 50_000],
    ["Kausimaa's day pass", { planId: 'explorer', locationId: 'kausimaa' }, 40_000],
    ["Kausimaa's month", { locationId: 'kausimaa' }, 800_000],
    ['a dedicated desk', { planId: 'enterprise' }, 1_850_000],
    ['a private office', { planId: 'private-office' }, 3_500_000],
    ['two started months', { endDate: day('2027-01-10') }, 1_900_000],
    ['a week', { billing: 'weekly' }, 250_000],
    ['two started weeks', { billing: 'weekly', endDate: day('2026-12-17') }, 500_000],
    ['a year', { billing: 'annual' }, 10_260_000],
    ['no period not sold there', { locationId: 'kausimaa', planId: 'enterprise', billing: 'weekly' }, undefined],
    ['a location without a table by the generic one', { locationId: 'baluwatar-studios' }, 950_000],
    ['2 meeting hours and a guest', { meetingRoomHours: 2, guestPasses: 1 }, 950_000 + 160_000 + 30_000],
    ['counters that are not marked', { meetingRoomHours: 1, addOns: [] }, 1_030_000],
    ['marked counters at 0 as nothing', { addOns: ['meeting-room-hours', 'guest-passes'] }, 950_000],
    ['a virtual office', { addOns: ['virtual-office'] }, 1_250_000],
    ['mail handling', mail, 1_150_000],
    ['mail handling listed twice once', { addOns: ['mail-handling', 'mail-handling'] }, 1_150_000],
    ['mail handling for two months', { ...mail, endDate: day('2027-01-10') }, 2_300_000],
    ['mail handling for a year', { ...mail, billing: 'annual' }, 10_260_000 + 2_400_000],
    ['mail handling for a year without a date', { ...mail, billing: 'annual', startDate: undefined }, 12_660_000],
    ['mail handling for a week', { ...mail, billing: 'weekly' }, 450_000],
    [
      'mail handling for five weeks as two months',
      { ...mail, billing: 'weekly', endDate: day('2027-01-13') },
      1_650_000,
    ],
    ['mail handling with a day pass', { ...mail, planId: 'explorer' }, 250_000],
    ['a month for 5', { seats: 5 }, 4_750_000],
    ['two started months for 5', { seats: 5, endDate: day('2027-01-10') }, 9_500_000],
    ['day passes for 3', { planId: 'explorer', seats: 3 }, 150_000],
    ['one private office, with any seats', { planId: 'private-office', seats: 4 }, 3_500_000],
    ['mail handling once, with any seats', { ...mail, seats: 5 }, 4_950_000],
    ['meeting hours once, not by the month', { meetingRoomHours: 2, endDate: day('2027-01-10') }, 2_060_000],
  ])('prices %s', (_, more, amount) => expect(total(more)).toBe(amount))

  test('returns lines in a fixed order', () => {
    const addOns = ['mail-handling', 'virtual-office'] as const
    const line = (kind: string, id: string, label: string, quantity: number, unitAmount: number) => {
      return { kind, id, label, quantity, unitAmount, amount: quantity * unitAmount }
    }
    expect(quote({ ...choices, addOns, guestPasses: 1, meetingRoomHours: 2 }, business)).toEqual({
      lines: [
        line('plan', 'professional', 'Professional', 1, 950_000),
        line('add_on', 'meeting-room-hours', 'Meeting-room hours', 2, 80_000),
        line('add_on', 'guest-passes', 'Guest passes', 1, 30_000),
        line('add_on', 'virtual-office', 'Virtual office', 1, 300_000),
        line('add_on', 'mail-handling', 'Mail handling', 1, 200_000),
      ],
      total: 1_640_000,
      coverage: { from: '2026-12-10', to: '2027-01-09', count: 1, months: 1 },
    })
  })

  test('names the seats of the plan in its line', () => {
    const team = { ...choices, seats: 5, endDate: day('2027-01-10') }
    expect(quote(team, business)?.lines).toEqual([
      {
        kind: 'plan',
        id: 'professional',
        label: 'Professional, 5 seats',
        quantity: 10,
        unitAmount: 950_000,
        amount: 9_500_000,
      },
    ])
    const office = { ...choices, planId: 'private-office' as const, seats: 4 }
    expect(quote(office, business)?.lines).toMatchObject([{ label: 'Private Office', quantity: 1 }])
  })

  test('returns undefined for an unknown plan', () => {
    expect(quote(choices, { ...business, plans: [] })).toBeUndefined()
  })
})

test('quote returns whole amounts that sum to the total', () => {
  const dayWithin = (max: number) => fc.integer({ min: 0, max }).map((days) => addDays(TODAY, days))
  const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(MAX_COUNTER))
  const anyChoices = fc.record({
    locationId: fc.constantFrom('dhobighat-hub' as const, 'kausimaa' as const, 'baluwatar-studios' as const),
    planId: fc.constantFrom(...PLAN_IDS),
    billing: fc.constantFrom(...BILLINGS),
    seats: fc.integer({ min: 1, max: 20 }),
    startDate: fc.option(dayWithin(365), { nil: undefined }),
    endDate: fc.option(dayWithin(700), { nil: undefined }),
    addOns: fc.subarray([...ADD_ON_IDS]),
    meetingRoomHours: count,
    guestPasses: count,
  })
  assertProperty(anyChoices, (chosen) => {
    const priced = quote(chosen, business)
    const prices = pricesAt(business.prices, chosen.locationId)
    const unit = planPrice(prices, chosen.planId, periodFor(chosen.planId, chosen.billing))
    expect(priced === undefined).toBe(unit === undefined)
    if (!priced || unit === undefined) return
    // The oracle knows the published prices and how many periods were bought, and adds in big integers.
    const usualMonths = chosen.planId !== 'explorer' && chosen.billing === 'annual' ? 12 : 1
    const months = BigInt(priced.coverage?.months ?? usualMonths)
    const oracle =
      BigInt(unit) *
        BigInt(priced.coverage?.count ?? 1) *
        BigInt(chosen.planId === 'private-office' ? 1 : chosen.seats) +
      80_000n * BigInt(chosen.meetingRoomHours) +
      30_000n * BigInt(chosen.guestPasses) +
      (chosen.addOns.includes('virtual-office') ? 300_000n * months : 0n) +
      (chosen.addOns.includes('mail-handling') ? 200_000n * months : 0n)
    expect(BigInt(priced.total)).toBe(oracle)
    let added = 0n
    for (const { quantity, unitAmount, amount } of priced.lines) {
      expect([quantity, unitAmount, amount].every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true)
      expect(BigInt(amount)).toBe(BigInt(unitAmount) * BigInt(quantity))
      added += BigInt(amount)
    }
    expect(added).toBe(BigInt(priced.total))
  })
})
