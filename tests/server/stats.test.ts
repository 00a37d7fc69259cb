import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fail, succeed } from '#contract/failure.ts'
import { canTransition, holdsSeats } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { paisa, sum } from '#domain/money.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { calculateRevenue, findCountedMethod, sumCountedPayments } from '#domain/revenue.ts'
import type { App } from '#server/app.ts'
import { addUnpaidSeats, claimSeats, releaseSeats, removeUnpaidSeats, toSeatClaim } from '#server/bookings/seats.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { computeStats } from '#server/reports/stats.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, NOW, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'

const OWNER = { role: 'owner', workplaces: null } as const
const TODAY = kathmanduDate(NOW)
const month = { from: addDays(TODAY, -29), to: addDays(TODAY, 30) }

describe.each(ENGINES)('figures on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const read = async (
    asked: { from: IsoDate; to: IsoDate; location?: string } = month,
    staff: Pick<Staff, 'role' | 'workplaces'> = OWNER,
  ) => granted(await computeStats(app, staff, asked))
  const paid = async (over = {}, method = 'esewa') => {
    const payment = await started(app, order(over), method)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: paisa(payment.amount), providerReference: newKey() },
      method === 'bank_transfer' ? 'staff' : 'lookup',
    )
    return payment
  }

  test('of nothing are zero, on every day', async () => {
    const stats = await read({ from: TODAY, to: addDays(TODAY, 2) })
    expect(stats).toEqual({
      from: '2026-12-01',
      to: '2026-12-03',
      before: { from: '2026-11-28', to: '2026-11-30' },
      figures: { bookings_count: 0, bookings_pending: 0, bookings_revenue_npr: 0 },
      figuresBefore: { bookings_count: 0, bookings_pending: 0, bookings_revenue_npr: 0 },
      days: [0, 1, 2].map((days) => ({ date: addDays(TODAY, days), bookings: 0, revenue: 0 })),
      locations: [],
      methods: [],
    })
  })

  test('count what was placed, what waits, and what was paid and kept', async () => {
    await placed(app)
    await started(app, order(), 'bank_transfer')
    await paid()
    await paid({ locationId: 'kausimaa' }, 'khalti')
    const { figures, locations, methods } = await read()
    expect(figures).toEqual({ bookings_count: 4, bookings_pending: 1, bookings_revenue_npr: 17_500 })
    expect(locations).toEqual([
      { locationId: 'dhobighat-hub', bookings: 3, revenue: 950_000 },
      { locationId: 'kausimaa', bookings: 1, revenue: 800_000 },
    ])
    expect(methods).toEqual([
      { method: 'esewa', bookings: 1, revenue: 950_000 },
      { method: 'khalti', bookings: 1, revenue: 800_000 },
      { method: 'bank_transfer', bookings: 1, revenue: 0 },
      { method: null, bookings: 1, revenue: 0 },
    ])
  })

  test('a booking counts for its day in Kathmandu, whatever happens to it later', async () => {
    // A quarter past midnight in Kathmandu is half past six in the evening of the day before elsewhere.
    app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
    await placed(app, dayPass())
    app.clock.set(Date.parse('2026-12-01T18:15:00.000Z'))
    const late = await started(app, dayPass())
    app.clock.advance(40 * HOUR)
    await settle(app, late.paymentId, { kind: 'paid', amount: paisa(50_000), providerReference: 'R' }, 'lookup')
    const { days } = await read({ from: TODAY, to: addDays(TODAY, 2) })
    expect(days).toEqual([
      { date: '2026-12-01', bookings: 1, revenue: 0 },
      { date: '2026-12-02', bookings: 1, revenue: 50_000 },
      { date: '2026-12-03', bookings: 0, revenue: 0 },
    ])
  })

  test('money that went back lessens the day of its booking; a cancelled booking brings nothing', async () => {
    const part = await paid()
    const whole = await paid()
    const by = await someStaff(app)
    app.clock.advance(30 * HOUR)
    granted(await createRefund(app, part.paymentId, { way: 'manual', amount: 100_000, reason: 'Late' }, by, newKey()))
    const booking = await bookingRow(app, whole.bookingId)
    await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', app.now())))
    const { days } = await read({ from: TODAY, to: TODAY })
    expect(days).toEqual([{ date: TODAY, bookings: 2, revenue: 850_000 }])
  })

  test('the span before is counted by itself', async () => {
    await paid()
    app.clock.advance(7 * 24 * HOUR)
    await placed(app, order({ startDate: '2026-12-20' }))
    const stats = await read({ from: addDays(TODAY, 1), to: addDays(TODAY, 7) })
    expect(stats.figures).toEqual({ bookings_count: 1, bookings_pending: 0, bookings_revenue_npr: 0 })
    expect(stats.figuresBefore).toEqual({ bookings_count: 1, bookings_pending: 0, bookings_revenue_npr: 9_500 })
  })

  test('the front desk sees its own locations and no money', async () => {
    await paid()
    await paid({ locationId: 'kausimaa' })
    const desk = { role: 'desk', workplaces: ['kausimaa'] } as const
    const stats = await read(month, desk)
    expect(stats.figures).toEqual({ bookings_count: 1, bookings_pending: 0, bookings_revenue_npr: null })
    expect(stats.locations).toEqual([{ locationId: 'kausimaa', bookings: 1, revenue: null }])
    expect(stats.days.every(({ revenue }) => revenue === null)).toBe(true)
    expect(stats.methods).toEqual([{ method: 'esewa', bookings: 1, revenue: null }])
    const elsewhere = refusalOf(await computeStats(app, desk, { ...month, location: 'dhobighat-hub' }))
    expect(elsewhere.fields).toEqual({ location: 'Send the id of one of our locations' })
    const nowhere = await read(month, { role: 'desk', workplaces: [] })
    expect(nowhere.figures.bookings_count).toBe(0)
  })

  test('an older name of a location is known', async () => {
    await paid({ locationId: 'kausimaa' })
    expect((await read({ ...month, location: 'kausimaa-coworking' })).figures.bookings_count).toBe(1)
    expect((await read({ ...month, location: 'dhobighat-hub' })).figures.bookings_count).toBe(0)
  })

  test.each([
    [{ from: 'yesterday', to: '2026-12-01' }, 'from'],
    [{ from: '2026-12-01', to: '2026-11-31' }, 'to'],
    [{ from: '2026-12-01', to: '2026-11-30' }, 'to'],
    [{ from: '2025-12-01', to: '2026-12-02' }, 'to'],
    [{ from: '2026-12-01', to: '2026-12-01', location: 'thamel-hub' }, 'location'],
  ])('%o is refused', async (asked, field) => {
    const { code, fields } = refusalOf(await computeStats(app, OWNER, asked))
    expect({ code, fields: Object.keys(fields ?? {}) }).toEqual({ code: 'invalid', fields: [field] })
  })

  test('the longest span is answered', async () => {
    expect((await read({ from: addDays(TODAY, -365), to: TODAY })).days).toHaveLength(366)
  })

  test('two payments of a booking that are settled at once are both counted', async () => {
    const first = await started(app)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
    await Promise.all(
      [first, second].map(({ paymentId }) =>
        settle(app, paymentId, { kind: 'paid', amount: paisa(950_000), providerReference: paymentId }, 'lookup'),
      ),
    )
    expect((await bookingRow(app, first.bookingId)).kept).toBe(1_900_000)
  })

  test('totals of any range are the sums of the ledger, on any history', async () => {
    let by: Staff
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('place' as const), plan: fc.boolean(), kausimaa: fc.boolean(), day: fc.nat(20) }),
      fc.record({ kind: fc.constant('start' as const), which: fc.nat(), method: fc.constantFrom(...PAYMENT_METHODS) }),
      fc.record({ kind: fc.constant('pay' as const), which: fc.nat(), over: fc.constantFrom(0, 0, 0, 100) }),
      fc.record({ kind: fc.constant('fail' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('refund' as const), which: fc.nat(), share: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('shift' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    )
    type Deed = typeof deed extends fc.Arbitrary<infer Made> ? Made : never
    const secrets = new Map<string, string>()
    const chosen = <Row>(list: readonly Row[], which: number): Row | undefined => list[which % Math.max(1, list.length)]

    async function perform(deed: Deed): Promise<void> {
      // No two at one instant: which of them is the older is the database's to say.
      app.clock.advance(1)
      const payments = await rows(app.db.read, 'payments')
      const bookings = await rows(app.db.read, 'bookings')
      switch (deed.kind) {
        case 'place': {
          const made = await placed(
            app,
            order({
              planId: deed.plan ? 'professional' : 'explorer',
              locationId: deed.kausimaa ? 'kausimaa' : 'dhobighat-hub',
              startDate: addDays(kathmanduDate(app.now()), 1 + deed.day),
            }),
          )
          secrets.set(made.bookingId, made.secret)
          return
        }
        case 'start': {
          const booking = chosen(bookings, deed.which)
          if (booking) await startAttempt(app, booking.id, secrets.get(booking.id) ?? '', deed.method)
          return
        }
        case 'pay': {
          const payment = chosen(payments, deed.which)
          if (!payment) return
          const report = {
            kind: 'paid',
            amount: paisa(payment.amount - deed.over),
            providerReference: newKey(),
          } as const
          await settle(app, payment.id, report, 'lookup')
          return settle(app, payment.id, report, 'staff')
        }
        case 'fail': {
          const payment = chosen(payments, deed.which)
          if (payment) await settle(app, payment.id, { kind: 'ended', as: 'failed', reason: 'no' }, 'lookup')
          return
        }
        case 'refund': {
          const payment = chosen(payments, deed.which)
          const amount = Math.floor((payment?.amount ?? 0) / deed.share)
          if (payment) await createRefund(app, payment.id, { way: 'manual', amount, reason: 'Sorry' }, by, newKey())
          return
        }
        case 'cancel': {
          const booking = chosen(bookings, deed.which)
          if (booking && canTransition(booking.state, 'cancelled'))
            await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', app.now())))
          return
        }
        case 'shift': {
          // To the other house, as staff move a booking.
          const booking = chosen(bookings, deed.which)
          const location_id = booking?.location_id === 'kausimaa' ? 'dhobighat-hub' : 'kausimaa'
          if (booking && holdsSeats(booking.state))
            await app.db.write(async (db) => {
              const claim = { ...toSeatClaim(booking), locationId: location_id }
              if (!(await claimSeats(db, claim, 30))) return fail('sold_out')
              if (booking.transfer_unpaid) {
                await removeUnpaidSeats(db, toSeatClaim(booking))
                await addUnpaidSeats(db, claim, 30)
              }
              await releaseSeats(db, toSeatClaim(booking))
              await db.updateTable('bookings').set({ location_id }).where('id', '=', booking.id).execute()
              return succeed(undefined)
            })
          return
        }
        case 'wait':
          return app.clock.advance(deed.hours * HOUR)
      }
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 8, maxLength: 25 }),
        fc.nat(20),
        fc.nat(20),
        async (deeds, skip, length) => {
          await app.empty()
          by = await someStaff(app)
          for (const each of deeds) await perform(each)
          const from = addDays(TODAY, skip - 3)
          const asked = { from, to: addDays(from, length) }
          expect(await read(asked)).toEqual(await ledger(app, asked))
        },
      ),
      { numRuns: 10 },
    )
  }, 60_000)
})

/** The same figures from every row, by the rules of the domain. */
async function ledger(app: App, asked: { from: IsoDate; to: IsoDate }) {
  const length = (Date.parse(asked.to) - Date.parse(asked.from)) / 86_400_000 + 1
  const before = { from: addDays(asked.from, -length), to: addDays(asked.from, -1) }
  const payments = (await rows(app.db.read, 'payments')).sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1),
  )
  const bookings = (await rows(app.db.read, 'bookings')).map((booking) => {
    const own = payments.filter(({ booking_id }) => booking_id === booking.id)
    const method = findCountedMethod(own)
    expect(booking).toMatchObject({ method, kept: sumCountedPayments(own) })
    return {
      day: kathmanduDate(Date.parse(booking.created_at)),
      location: booking.location_id,
      method,
      isPending: booking.state === 'pending_verification',
      revenue: calculateRevenue(booking.state, own),
    }
  })
  const within = ({ from, to }: { from: string; to: string }) => bookings.filter(({ day }) => day >= from && day <= to)
  const part = (some: typeof bookings) => ({ bookings: some.length, revenue: sum(some.map(({ revenue }) => revenue)) })
  const figures = (some: typeof bookings) => ({
    bookings_count: some.length,
    bookings_pending: some.filter(({ isPending }) => isPending).length,
    bookings_revenue_npr: part(some).revenue / 100,
  })
  const inside = within(asked)
  const parts = <Key, Name extends string>(
    name: Name,
    keys: readonly Key[],
    of: (row: (typeof bookings)[number]) => unknown,
  ) =>
    keys.flatMap((key) => {
      const some = inside.filter((row) => of(row) === key)
      return some.length > 0 ? [{ [name]: key, ...part(some) }] : []
    })
  return {
    ...asked,
    before,
    figures: figures(inside),
    figuresBefore: figures(within(before)),
    days: Array.from({ length }, (_, index) => {
      const date = addDays(asked.from, index)
      return { date, ...part(inside.filter(({ day }) => day === date)) }
    }),
    locations: parts('locationId', ['dhobighat-hub', 'kausimaa'], ({ location }) => location),
    methods: parts('method', [...PAYMENT_METHODS, null], ({ method }) => method),
  }
}
