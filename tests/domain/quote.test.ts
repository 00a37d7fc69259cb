import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { MAX_COUNTER } from '#domain/draft.ts'
import { BILLINGS, PLAN_IDS, periodFor } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { type QuoteChoices, quote } from '#domain/quote.ts'
import { business, day, TODAY } from './business.ts'

const choices: QuoteChoices = {
  locationId: 'dhobighat-hub',
  planId: 'professional',
  billing: 'monthly',
  startDate: day('2026-12-10'),
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
}
const total = (more: Partial<QuoteChoices>) => quote({ ...choices, ...more }, business)?.total

describe('what a booking costs', () => {
  test.each<[string, Partial<QuoteChoices>, number | undefined]>([
    ['a month', {}, 950_000],
    ['a month without a date yet', { startDate: undefined }, 950_000],
    ['a day pass, by the day', { planId: 'explorer' }, 50_000],
    ['a day pass, whatever billing', { planId: 'explorer', billing: 'annual' }, 50_000],
    ['a day pass is one day, whatever end', { planId: 'explorer', endDate: day('2026-12-20') }, 50_000],
    ["Kausimaa's day pass", { planId: 'explorer', locationId: 'kausimaa' }, 40_000],
    ["Kausimaa's month", { locationId: 'kausimaa' }, 800_000],
    ['a dedicated desk', { planId: 'enterprise' }, 1_850_000],
    ['a private office', { planId: 'private-office' }, 3_500_000],
    ['two months begun', { endDate: day('2027-01-10') }, 1_900_000],
    ['a week', { billing: 'weekly' }, 250_000],
    ['two weeks begun', { billing: 'weekly', endDate: day('2026-12-17') }, 500_000],
    ['a year', { billing: 'annual' }, 10_260_000],
    ['a period that is not sold there', { locationId: 'kausimaa', planId: 'enterprise', billing: 'weekly' }, undefined],
    ['a location without a table: the generic one', { locationId: 'baluwatar-studios' }, 950_000],
    ['2 meeting hours and a guest', { meetingRoomHours: 2, guestPasses: 1 }, 950_000 + 160_000 + 30_000],
    ['counters cost without being marked', { meetingRoomHours: 1, addOns: [] }, 1_030_000],
    ['marked counters at 0 cost nothing', { addOns: ['meeting-room-hours', 'guest-passes'] }, 950_000],
    ['a virtual office', { addOns: ['virtual-office'] }, 1_250_000],
    ['mail handling', { addOns: ['mail-handling'] }, 1_150_000],
    ['… twice listed is charged once', { addOns: ['mail-handling', 'mail-handling'] }, 1_150_000],
    ['… for two months', { addOns: ['mail-handling'], endDate: day('2027-01-10') }, 2_300_000],
    ['… for a year', { addOns: ['mail-handling'], billing: 'annual' }, 10_260_000 + 2_400_000],
    ['… for a year without a date', { addOns: ['mail-handling'], billing: 'annual', startDate: undefined }, 12_660_000],
    ['… for a week', { addOns: ['mail-handling'], billing: 'weekly' }, 450_000],
    [
      '… for five weeks: two months begun',
      { addOns: ['mail-handling'], billing: 'weekly', endDate: day('2027-01-13') },
      1_650_000,
    ],
    ['… with a day pass', { addOns: ['mail-handling'], planId: 'explorer' }, 250_000],
    ['hours are charged once, not by the month', { meetingRoomHours: 2, endDate: day('2027-01-10') }, 2_060_000],
  ])('%s', (_, more, amount) => {
    expect(total(more)).toBe(amount)
  })

  test('line by line, in a fixed order', () => {
    expect(
      quote({ ...choices, addOns: ['mail-handling', 'virtual-office'], guestPasses: 1, meetingRoomHours: 2 }, business),
    ).toEqual({
      lines: [
        { kind: 'plan', id: 'professional', label: 'Professional', quantity: 1, unitAmount: 950_000, amount: 950_000 },
        {
          kind: 'add_on',
          id: 'meeting-room-hours',
          label: 'Meeting-room hours',
          quantity: 2,
          unitAmount: 80_000,
          amount: 160_000,
        },
        { kind: 'add_on', id: 'guest-passes', label: 'Guest passes', quantity: 1, unitAmount: 30_000, amount: 30_000 },
        {
          kind: 'add_on',
          id: 'virtual-office',
          label: 'Virtual office',
          quantity: 1,
          unitAmount: 300_000,
          amount: 300_000,
        },
        {
          kind: 'add_on',
          id: 'mail-handling',
          label: 'Mail handling',
          quantity: 1,
          unitAmount: 200_000,
          amount: 200_000,
        },
      ],
      total: 1_640_000,
      coverage: { from: '2026-12-10', to: '2027-01-09', count: 1, months: 1 },
    })
  })

  test('a plan that is unknown here has no price', () => {
    expect(quote(choices, { ...business, plans: [] })).toBeUndefined()
  })
})

test('lines are whole amounts and always sum to the total', () => {
  const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(MAX_COUNTER))
  const anyChoices = fc.record({
    locationId: fc.constantFrom('dhobighat-hub' as const, 'kausimaa' as const, 'baluwatar-studios' as const),
    planId: fc.constantFrom(...PLAN_IDS),
    billing: fc.constantFrom(...BILLINGS),
    startDate: fc.option(
      fc.integer({ min: 0, max: 365 }).map((days) => addDays(TODAY, days)),
      { nil: undefined },
    ),
    endDate: fc.option(
      fc.integer({ min: 0, max: 700 }).map((days) => addDays(TODAY, days)),
      { nil: undefined },
    ),
    addOns: fc.subarray([...ADD_ON_IDS]),
    meetingRoomHours: count,
    guestPasses: count,
  })
  fc.assert(
    fc.property(anyChoices, (chosen) => {
      const priced = quote(chosen, business)
      const unit = planPrice(
        pricesAt(business.prices, chosen.locationId),
        chosen.planId,
        periodFor(chosen.planId, chosen.billing),
      )
      expect(priced === undefined).toBe(unit === undefined)
      if (!priced || unit === undefined) return
      // The oracle knows the published prices and how many periods were bought, and adds in big integers.
      const months = BigInt(
        priced.coverage?.months ?? (chosen.planId !== 'explorer' && chosen.billing === 'annual' ? 12 : 1),
      )
      const oracle =
        BigInt(unit) * BigInt(priced.coverage?.count ?? 1) +
        80_000n * BigInt(chosen.meetingRoomHours) +
        30_000n * BigInt(chosen.guestPasses) +
        (chosen.addOns.includes('virtual-office') ? 300_000n * months : 0n) +
        (chosen.addOns.includes('mail-handling') ? 200_000n * months : 0n)
      expect(BigInt(priced.total)).toBe(oracle)
      let added = 0n
      for (const { quantity, unitAmount, amount } of priced.lines) {
        expect([quantity, unitAmount, amount].every((figure) => Number.isSafeInteger(figure) && figure > 0)).toBe(true)
        expect(BigInt(amount)).toBe(BigInt(unitAmount) * BigInt(quantity))
        added += BigInt(amount)
      }
      expect(added).toBe(BigInt(priced.total))
    }),
  )
})
