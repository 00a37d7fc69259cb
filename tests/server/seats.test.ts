import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { addPeriods } from '#domain/period.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, newKey, type Order, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'

interface Asked {
  wanted: IsoDate
  bought: { planId: PlanId; billing?: Billing; count: number }
}

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** Gives every location so many seats and opens every plan. */
  function seats(capacity: number): void {
    const { catalogue } = app
    app.catalogue = {
      ...catalogue,
      locations: catalogue.locations.map((location) => ({ ...location, capacity })),
      plans: catalogue.plans.map((plan) => ({ ...plan, available: true })),
    }
  }
  const at = (startDate: string, changes: Partial<Order> = {}) => placed(app, dayPass({ startDate, ...changes }))
  const soldOut = async (sent: Order) => {
    const failure = refusalOf(await createBooking(app, sent, newKey()))
    expect(failure.code).toBe('sold_out')
    return failure.nearest?.map(({ locationId, startDate, totalAmount }) => [locationId, startDate, totalAmount])
  }

  describe('a day without a seat', () => {
    test('is refused, and nothing of the refusal stays', async () => {
      seats(2)
      await at('2026-12-10')
      await at('2026-12-10')
      const before = await stored(app)
      await soldOut(dayPass())
      expect(await stored(app)).toEqual(before)
    })

    test('in the middle of a month frees the month: no seat of it is taken', async () => {
      seats(1)
      await at('2026-12-24')
      const before = await stored(app)
      await soldOut(order())
      expect(await stored(app)).toEqual(before)
      expect(await seatsTaken(app)).toEqual({ '2026-12-24': 1 })
    })

    test('is no other location’s and no other day’s', async () => {
      seats(1)
      await at('2026-12-10')
      await at('2026-12-10', { locationId: 'kausimaa' })
      await at('2026-12-09')
      await at('2026-12-11')
    })

    test('is full for four who come together before it is for one: there is one pool', async () => {
      seats(5)
      await at('2026-12-10')
      await at('2026-12-10')
      await soldOut(order({ planId: 'private-office', billing: 'weekly' }))
      await at('2026-12-10')
      await at('2026-12-10')
      await at('2026-12-10')
      await soldOut(dayPass())
    })

    test('follows the house: seats that were added can be booked, seats that went cannot', async () => {
      seats(2)
      await at('2026-12-10')
      await at('2026-12-10')
      seats(3)
      await at('2026-12-10')
      seats(1)
      await soldOut(dayPass())
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 3 })
    })
  })

  describe('the nearest ways out', () => {
    test('are the days before and after at the same place, and the same day at the other', async () => {
      seats(1)
      await at('2026-12-10')
      await at('2026-12-11')
      expect(await soldOut(dayPass())).toEqual([
        ['dhobighat-hub', '2026-12-09', 50_000],
        ['dhobighat-hub', '2026-12-12', 50_000],
        ['kausimaa', '2026-12-10', 40_000],
      ])
    })

    test('never lie before today', async () => {
      seats(1)
      await at('2026-12-01')
      await at('2026-12-01', { locationId: 'kausimaa' })
      await at('2026-12-02', { locationId: 'kausimaa' })
      expect(await soldOut(dayPass({ startDate: '2026-12-01' }))).toEqual([
        ['dhobighat-hub', '2026-12-02', 50_000],
        ['kausimaa', '2026-12-03', 40_000],
      ])
    })

    test('never lie further ahead than may be booked', async () => {
      seats(1)
      await at('2027-12-01')
      expect(await soldOut(dayPass({ startDate: '2027-12-01' }))).toEqual([
        ['dhobighat-hub', '2027-11-30', 50_000],
        ['kausimaa', '2027-12-01', 40_000],
      ])
    })

    test('of a month are free to its own last day, as long as that month is', async () => {
      seats(1)
      for (const full of ['2027-02-10', '2027-02-28', '2027-03-31']) await at(full)
      // 31 January to 27 February are 28 days, which 1 March has before the 31st.
      expect(await soldOut(order({ startDate: '2027-01-31', addOns: ['virtual-office'] }))).toEqual([
        ['dhobighat-hub', '2027-01-10', 1_250_000],
        ['dhobighat-hub', '2027-04-01', 1_250_000],
        ['kausimaa', '2027-01-31', 1_100_000],
      ])
    })

    test('are for as many periods as were asked for', async () => {
      seats(1)
      await at('2027-02-10')
      expect(await soldOut(order({ startDate: '2027-01-31', endDate: '2027-03-05' }))).toEqual([
        ['dhobighat-hub', '2027-02-11', 1_900_000],
        ['dhobighat-hub', '2026-12-10', 1_900_000],
        ['kausimaa', '2027-01-31', 1_600_000],
      ])
    })

    test('are none where nothing is free within ninety days', async () => {
      seats(4)
      await placed(app, order({ planId: 'private-office', billing: 'annual', startDate: '2026-12-01' }))
      await placed(
        app,
        order({ planId: 'private-office', billing: 'annual', startDate: '2026-12-01', locationId: 'kausimaa' }),
      )
      expect(await soldOut(dayPass({ startDate: '2027-05-20' }))).toEqual([])
    })

    test('can be booked at the price they name, whatever is taken', async () => {
      seats(1)
      const day = fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-12-01' as IsoDate, days))
      const asked = fc.record({
        wanted: day,
        bought: fc.constantFrom(
          { planId: 'explorer', count: 1 } as const,
          { planId: 'professional', billing: 'weekly', count: 1 } as const,
          { planId: 'professional', billing: 'weekly', count: 9 } as const,
          { planId: 'professional', billing: 'monthly', count: 1 } as const,
          { planId: 'professional', billing: 'monthly', count: 3 } as const,
        ),
      })
      const run = async (taken: IsoDate[], { wanted, bought: { count, ...plan } }: Asked) => {
        await app.empty()
        seats(1)
        for (const startDate of taken) {
          await at(startDate)
          await at(startDate, { locationId: 'kausimaa' })
        }
        const from = (startDate: IsoDate, changes: Partial<Order> = {}) => {
          const endDate = addDays(addPeriods(startDate, plan.billing ?? 'daily', count), -1)
          return createBooking(
            app,
            order({ ...plan, startDate, endDate, addOns: ['mail-handling'], ...changes }),
            newKey(),
          )
        }
        const first = await from(wanted)
        if (first.ok) return
        for (const { startDate, ...offer } of first.failure.nearest ?? [])
          expect(await from(startDate as IsoDate, offer)).toMatchObject({ ok: true })
      }
      await fc.assert(fc.asyncProperty(fc.uniqueArray(day, { minLength: 3, maxLength: 12 }), asked, run), {
        numRuns: engine === 'sqlite' ? 15 : 5,
      })
    })
  })

  describe('at the same moment', () => {
    test('thirty ask for three seats: three get one', async () => {
      seats(3)
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => createBooking(app, dayPass(), newKey())))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
      expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.failure.code))).toEqual(
        Array(27).fill('sold_out'),
      )
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 3 })
    })

    test('overlapping months take each seat once and wait for each other in order', async () => {
      seats(10)
      const starts = Array.from({ length: 20 }, (_, index) => addDays('2026-12-20' as IsoDate, -index % 10))
      const outcomes = await Promise.all(starts.map((startDate) => createBooking(app, order({ startDate }), newKey())))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10)
      expect(Math.max(...Object.values(await seatsTaken(app)))).toBe(10)
    })
  })
})
