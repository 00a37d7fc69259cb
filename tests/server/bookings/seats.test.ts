import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { addPeriods } from '#domain/period.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine, expectNothingStored } from '../../support/app.ts'
import { dayPass, failureOf, newKey, type Order, order, placed, seatsTaken } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { resize } from '../../support/unpaid-transfers.ts'

interface SeatRequest {
  wanted: IsoDate
  bought: { planId: PlanId; billing?: Billing; count: number }
}

describeOnEachEngine('on %s', (app, engine) => {
  const seats = (capacity: number) => resize(app, capacity)
  const kausimaa = { locationId: 'kausimaa' }
  const at = (startDate: string, changes: Partial<Order> = {}) => placed(app, dayPass({ startDate, ...changes }))
  const soldOut = async (sent: Order) => {
    const failure = failureOf(await createBooking(app, sent, newKey()))
    expect(failure.code).toBe('sold_out')
    return failure.nearest?.map(({ locationId, startDate, totalAmount }) => [locationId, startDate, totalAmount])
  }

  describe('a day without a seat', () => {
    test('is rejected, also as one day of a month, and stores nothing', async () => {
      seats(2)
      await at('2026-12-24')
      await at('2026-12-24')
      for (const sent of [dayPass({ startDate: '2026-12-24' }), order()])
        await expectNothingStored(app, () => soldOut(sent))
      expect(await seatsTaken(app)).toEqual({ '2026-12-24': 2 })
    })

    test('does not affect other locations and days', async () => {
      seats(1)
      await at('2026-12-10')
      await at('2026-12-10', kausimaa)
      await at('2026-12-09')
      await at('2026-12-11')
    })

    test('is reached for four seats before one, because there is one pool', async () => {
      seats(5)
      await at('2026-12-10')
      await at('2026-12-10')
      await soldOut(order({ planId: 'private-office', billing: 'weekly' }))
      await at('2026-12-10')
      await at('2026-12-10')
      await at('2026-12-10')
      await soldOut(dayPass())
    })

    test('follows the number of seats: added ones can be booked, removed ones cannot', async () => {
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

  describe('the nearest alternatives', () => {
    test('are the days before and after at the same location, and the same day at the other', async () => {
      seats(1)
      await at('2026-12-10')
      await at('2026-12-11')
      expect(await soldOut(dayPass())).toEqual([
        ['dhobighat-hub', '2026-12-09', 50_000],
        ['dhobighat-hub', '2026-12-12', 50_000],
        ['kausimaa', '2026-12-10', 40_000],
      ])
    })

    test('are never before today', async () => {
      seats(1)
      await at('2026-12-01')
      await at('2026-12-01', kausimaa)
      await at('2026-12-02', kausimaa)
      expect(await soldOut(dayPass({ startDate: '2026-12-01' }))).toEqual([
        ['dhobighat-hub', '2026-12-02', 50_000],
        ['kausimaa', '2026-12-03', 40_000],
      ])
    })

    test('are never later than a booking may start', async () => {
      seats(1)
      await at('2027-12-01')
      expect(await soldOut(dayPass({ startDate: '2027-12-01' }))).toEqual([
        ['dhobighat-hub', '2027-11-30', 50_000],
        ['kausimaa', '2027-12-01', 40_000],
      ])
    })

    test('are free to the last day of a month of any length', async () => {
      seats(1)
      for (const full of ['2027-02-10', '2027-02-28', '2027-03-31']) await at(full)
      // 31 January to 27 February are 28 days, which 1 March has before the 31st.
      expect(await soldOut(order({ startDate: '2027-01-31', addOns: ['virtual-office'] }))).toEqual([
        ['dhobighat-hub', '2027-01-10', 1_250_000],
        ['dhobighat-hub', '2027-04-01', 1_250_000],
        ['kausimaa', '2027-01-31', 1_100_000],
      ])
    })

    test('cover as many periods as requested', async () => {
      seats(1)
      await at('2027-02-10')
      expect(await soldOut(order({ startDate: '2027-01-31', endDate: '2027-03-05' }))).toEqual([
        ['dhobighat-hub', '2027-02-11', 1_900_000],
        ['dhobighat-hub', '2026-12-10', 1_900_000],
        ['kausimaa', '2027-01-31', 1_600_000],
      ])
    })

    test('are empty if nothing is free within ninety days', async () => {
      seats(4)
      const office = order({ planId: 'private-office', billing: 'annual', startDate: '2026-12-01' })
      await placed(app, office)
      await placed(app, { ...office, ...kausimaa })
      expect(await soldOut(dayPass({ startDate: '2027-05-20' }))).toEqual([])
    })

    test('can be booked at their price with any seats taken', async () => {
      seats(1)
      const day = fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-12-01' as IsoDate, days))
      const request = fc.record({
        wanted: day,
        bought: fc.constantFrom(
          { planId: 'explorer', count: 1 } as const,
          { planId: 'professional', billing: 'weekly', count: 1 } as const,
          { planId: 'professional', billing: 'weekly', count: 9 } as const,
          { planId: 'professional', billing: 'monthly', count: 1 } as const,
          { planId: 'professional', billing: 'monthly', count: 3 } as const,
        ),
      })
      const run = async (taken: IsoDate[], { wanted, bought: { count, ...plan } }: SeatRequest) => {
        await app.empty()
        seats(1)
        for (const startDate of taken) {
          await at(startDate)
          await at(startDate, kausimaa)
        }
        const from = (startDate: IsoDate, changes: Partial<Order> = {}) => {
          const endDate = addDays(addPeriods(startDate, plan.billing ?? 'daily', count), -1)
          const sent = order({ ...plan, startDate, endDate, addOns: ['mail-handling'], ...changes })
          return createBooking(app, sent, newKey())
        }
        const first = await from(wanted)
        if (first.ok) return
        for (const { startDate, ...offer } of first.failure.nearest ?? [])
          expect(await from(startDate as IsoDate, offer)).toMatchObject({ ok: true })
      }
      await fc.assert(fc.asyncProperty(fc.uniqueArray(day, { minLength: 3, maxLength: 12 }), request, run), {
        numRuns: engine === 'sqlite' ? 15 : 5,
      })
    })
  })

  describe('at the same moment', () => {
    test('three of thirty concurrent bookings get three seats', async () => {
      seats(3)
      const outcomes = await atOnce(30, () => createBooking(app, dayPass(), newKey()))
      expect(outcomes.map(codeOf).sort()).toEqual([...Array(3).fill('ok'), ...Array(27).fill('sold_out')])
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 3 })
    })

    test('overlapping months reserve each seat once, and lock days in order', async () => {
      seats(10)
      const starts = Array.from({ length: 20 }, (_, index) => addDays('2026-12-20' as IsoDate, -index % 10))
      const outcomes = await Promise.all(starts.map((startDate) => createBooking(app, order({ startDate }), newKey())))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10)
      expect(Math.max(...Object.values(await seatsTaken(app)))).toBe(10)
    })
  })
})
