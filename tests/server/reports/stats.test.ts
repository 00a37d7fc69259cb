import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { fail, succeed } from '#contract/failure.ts'
import { canTransition, holdsSeats } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { sum } from '#domain/money.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { calculateRevenue, findCountedMethod } from '#domain/revenue.ts'
import type { App } from '#server/app.ts'
import { addClaim, removeClaims, toSeatClaim } from '#server/bookings/claims.ts'
import { addUnpaidSeats, removeUnpaidSeats } from '#server/bookings/seats.ts'
import type { Booking } from '#server/db/schema.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { computeStats } from '#server/reports/stats.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, HOUR, NOW, rows } from '../../support/app.ts'
import { bookingRow, dayPass, failureOf, granted, order, placed, transitionTo } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { planOf } from '../../support/query-plan.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const OWNER = { role: 'owner', workplaces: null } as const
const TODAY = kathmanduDate(NOW)
const elsewhere = order({ locationId: 'kausimaa' })
const ZERO_COUNTS = { bookings_count: 0, seats_count: 0, bookings_pending: 0, bookings_revenue_npr: 0 }
const month = { from: addDays(TODAY, -29), to: addDays(TODAY, 30) }

describeOnEachEngine('stats on %s', (app, engine) => {
  beforeEach(() => {
    app.rooms = []
  })

  const read = async (
    range: { from: IsoDate; to: IsoDate; location?: string } = month,
    staff: Pick<Staff, 'role' | 'workplaces'> = OWNER,
  ) => granted(await computeStats(app, staff, range))

  test('are zero on every day without bookings', async () => {
    const stats = await read({ from: TODAY, to: addDays(TODAY, 2) })
    expect(stats).toEqual({
      from: '2026-12-01',
      to: '2026-12-03',
      previous: { from: '2026-11-24', to: '2026-11-26' },
      totals: ZERO_COUNTS,
      previousTotals: ZERO_COUNTS,
      days: [0, 1, 2].map((days) => ({ date: addDays(TODAY, days), bookings: 0, seats: 0, revenue: 0 })),
      locations: [],
      methods: [],
      rooms: [],
    })
  })

  test('count new bookings, open ones, and payments less refunds', async () => {
    await placed(app)
    await started(app, order(), 'bank_transfer')
    await paidBooking(app)
    await paidBooking(app, elsewhere, 'khalti')
    const { totals, locations, methods } = await read()
    expect(totals).toEqual({ bookings_count: 4, seats_count: 4, bookings_pending: 1, bookings_revenue_npr: 17_500 })
    expect(locations).toEqual([
      { locationId: 'dhobighat-hub', bookings: 3, seats: 3, revenue: 950_000 },
      { locationId: 'kausimaa', bookings: 1, seats: 1, revenue: 800_000 },
    ])
    expect(methods).toEqual([
      { method: 'esewa', bookings: 1, seats: 1, revenue: 950_000 },
      { method: 'khalti', bookings: 1, seats: 1, revenue: 800_000 },
      { method: 'bank_transfer', bookings: 1, seats: 1, revenue: 0 },
      { method: null, bookings: 1, seats: 1, revenue: 0 },
    ])
  })

  test('count every seat of a team, and the guests of a day pass', async () => {
    await placed(app, order({ seats: 3 }))
    await placed(app, dayPass({ seats: 2, guestPasses: 1 }))
    await placed(app, order({ planId: 'enterprise', locationId: 'kausimaa', seats: 4 }))
    const { totals, locations, days } = await read()
    expect(totals).toMatchObject({ bookings_count: 3, seats_count: 10 })
    expect(locations.map(({ locationId, seats }) => [locationId, seats])).toEqual([
      ['dhobighat-hub', 6],
      ['kausimaa', 4],
    ])
    expect(days.find(({ date }) => date === TODAY)).toMatchObject({ bookings: 3, seats: 10 })
  })

  test.runIf(engine === 'sqlite')('are read from one index alone', async () => {
    expect(await planOf(app, 'bookings', () => read())).toContain('USING COVERING INDEX bookings_by_placed_on')
  })

  test('count a booking for its day in Kathmandu, also if it changes later', async () => {
    // Midnight in Kathmandu is 18:15 UTC on the day before.
    app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
    await placed(app, dayPass())
    app.clock.set(Date.parse('2026-12-01T18:15:00.000Z'))
    const late = await started(app, dayPass())
    app.clock.advance(40 * HOUR)
    await settle(app, late.paymentId, paid(50_000), 'lookup')
    const { days } = await read({ from: TODAY, to: addDays(TODAY, 2) })
    expect(days).toEqual([
      { date: '2026-12-01', bookings: 1, seats: 1, revenue: 0 },
      { date: '2026-12-02', bookings: 1, seats: 1, revenue: 50_000 },
      { date: '2026-12-03', bookings: 0, seats: 0, revenue: 0 },
    ])
  })

  test('reduce the day of the booking by a refund; a cancelled booking adds nothing', async () => {
    const part = await paidBooking(app)
    const whole = await paidBooking(app)
    const by = await someStaff(app)
    app.clock.advance(30 * HOUR)
    granted(await refund(app, by, part.paymentId, 100_000))
    await transitionTo(app, whole.bookingId, 'cancelled')
    const { days } = await read({ from: TODAY, to: TODAY })
    expect(days).toEqual([{ date: TODAY, bookings: 2, seats: 2, revenue: 850_000 }])
  })

  test('count the period before separately', async () => {
    await paidBooking(app)
    app.clock.advance(7 * 24 * HOUR)
    await placed(app, order({ startDate: '2026-12-20' }))
    const stats = await read({ from: addDays(TODAY, 1), to: addDays(TODAY, 7) })
    expect(stats.totals).toEqual({ bookings_count: 1, seats_count: 1, bookings_pending: 0, bookings_revenue_npr: 0 })
    expect(stats.previousTotals).toEqual({
      bookings_count: 1,
      seats_count: 1,
      bookings_pending: 0,
      bookings_revenue_npr: 9_500,
    })
  })

  test('compare today with the same weekday until the same time', async () => {
    await placed(app)
    app.clock.advance(2 * HOUR)
    await placed(app)
    app.clock.advance((7 * 24 - 1) * HOUR)
    const today = addDays(TODAY, 7)
    expect((await read({ from: today, to: today })).previousTotals.bookings_count).toBe(1)
    app.clock.advance(HOUR)
    expect((await read({ from: today, to: today })).previousTotals.bookings_count).toBe(2)
    expect((await read({ from: addDays(today, -6), to: today })).previousTotals.bookings_count).toBe(2)
  })

  test('show the front desk its own locations without amounts', async () => {
    await paidBooking(app)
    await paidBooking(app, elsewhere)
    const desk = { role: 'desk', workplaces: ['kausimaa'] } as const
    const stats = await read(month, desk)
    expect(stats.totals).toEqual({ bookings_count: 1, seats_count: 1, bookings_pending: 0, bookings_revenue_npr: null })
    expect(stats.locations).toEqual([{ locationId: 'kausimaa', bookings: 1, seats: 1, revenue: null }])
    expect(stats.days.every(({ revenue }) => revenue === null)).toBe(true)
    expect(stats.methods).toEqual([{ method: 'esewa', bookings: 1, seats: 1, revenue: null }])
    const failure = failureOf(await computeStats(app, desk, { ...month, location: 'dhobighat-hub' }))
    expect(failure.fields).toEqual({ location: 'Send the id of one of our locations' })
    const nowhere = await read(month, { role: 'desk', workplaces: [] })
    expect(nowhere.totals.bookings_count).toBe(0)
  })

  test('accept an older name of a location', async () => {
    await paidBooking(app, elsewhere)
    expect((await read({ ...month, location: 'kausimaa-coworking' })).totals.bookings_count).toBe(1)
    expect((await read({ ...month, location: 'dhobighat-hub' })).totals.bookings_count).toBe(0)
  })

  test.each([
    [{ from: 'yesterday', to: '2026-12-01' }, 'from'],
    [{ from: '2026-12-01', to: '2026-11-31' }, 'to'],
    [{ from: '2026-12-01', to: '2026-11-30' }, 'to'],
    [{ from: '2025-12-01', to: '2026-12-02' }, 'to'],
    [{ from: '2026-12-01', to: '2026-12-01', location: 'thamel-hub' }, 'location'],
  ])('reject %o', async (range, field) => {
    const { code, fields } = failureOf(await computeStats(app, OWNER, range))
    expect({ code, fields: Object.keys(fields ?? {}) }).toEqual({ code: 'invalid', fields: [field] })
  })

  test('cover a range of 366 days', async () => {
    expect((await read({ from: addDays(TODAY, -365), to: TODAY })).days).toHaveLength(366)
  })

  test('count both payments of a booking that are settled at once', async () => {
    const first = await started(app)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
    await Promise.all([first, second].map(({ paymentId }) => settle(app, paymentId, paid(), 'lookup')))
    expect((await bookingRow(app, first.bookingId)).net_received).toBe(1_900_000)
  })

  test('equal the sums of all rows, for any range and history', async () => {
    let by: Staff
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('place' as const),
        plan: fc.boolean(),
        kausimaa: fc.boolean(),
        day: fc.nat(20),
        seats: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ kind: fc.constant('start' as const), which: fc.nat(), method: fc.constantFrom(...PAYMENT_METHODS) }),
      fc.record({ kind: fc.constant('pay' as const), which: fc.nat(), over: fc.constantFrom(0, 0, 0, 100) }),
      fc.record({ kind: fc.constant('fail' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('refund' as const), which: fc.nat(), share: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('shift' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    )
    type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never
    const secrets = new Map<string, string>()
    const chosen = <Row>(list: readonly Row[], which: number): Row | undefined => list[which % Math.max(1, list.length)]

    async function perform(step: Step): Promise<void> {
      // Rows of one instant would have no order.
      app.clock.advance(1)
      const payments = await rows(app.db.read, 'payments')
      const bookings = await rows(app.db.read, 'bookings')
      const booking = chosen(bookings, 'which' in step ? step.which : 0)
      const payment = chosen(payments, 'which' in step ? step.which : 0)
      if (step.kind === 'wait') return app.clock.advance(step.hours * HOUR)
      if (step.kind === 'place') {
        const planId = step.plan ? 'professional' : 'explorer'
        const locationId = step.kausimaa ? 'kausimaa' : 'dhobighat-hub'
        const startDate = addDays(kathmanduDate(app.now()), 1 + step.day)
        const made = await placed(app, order({ planId, locationId, startDate, seats: step.seats }))
        secrets.set(made.bookingId, made.secret)
      }
      if (booking)
        switch (step.kind) {
          case 'start':
            await startAttempt(app, booking.id, secrets.get(booking.id) ?? '', step.method)
            break
          case 'cancel':
            if (canTransition(booking.state, 'cancelled')) await transitionTo(app, booking.id, 'cancelled')
            break
          case 'shift':
            if (holdsSeats(booking.state)) await shift(booking)
        }
      if (payment)
        switch (step.kind) {
          case 'pay': {
            const report = paid(payment.amount - step.over)
            for (const by of ['lookup', 'staff'] as const) await settle(app, payment.id, report, by)
            break
          }
          case 'fail':
            await settle(app, payment.id, { kind: 'ended', as: 'failed', reason: 'no' }, 'lookup')
            break
          case 'refund':
            await refund(app, by, payment.id, Math.floor(payment.amount / step.share))
        }
    }

    /** Moves a booking to the other location, as staff do. */
    const shift = (booking: Booking) =>
      app.db.write(async (db) => {
        const location_id = booking.location_id === 'kausimaa' ? 'dhobighat-hub' : 'kausimaa'
        const claim = { ...toSeatClaim(booking), locationId: location_id }
        if (booking.transfer_unpaid) await removeUnpaidSeats(db, toSeatClaim(booking))
        await removeClaims(app, db, [toSeatClaim(booking)])
        if (!(await addClaim(app, db, claim))) return fail('sold_out')
        if (booking.transfer_unpaid) await addUnpaidSeats(db, claim, 30)
        await db.updateTable('bookings').set({ location_id }).where('id', '=', booking.id).execute()
        return succeed(undefined)
      })

    const histories = fc.array(step, { minLength: 8, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(20), fc.nat(20), async (history, skip, length) => {
        await app.empty()
        app.rooms = []
        by = await someStaff(app)
        for (const each of history) await perform(each)
        const from = addDays(TODAY, skip - 3)
        const range = { from, to: addDays(from, length) }
        expect(await read(range)).toEqual(await ledger(app, range))
      }),
      { numRuns: 10 },
    )
  }, 60_000)
})

/** Computes the stats from every row with the rules of the domain. */
async function ledger(app: App, range: { from: IsoDate; to: IsoDate }) {
  const length = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  const shift = Math.ceil(length / 7) * 7
  const previous = { from: addDays(range.from as IsoDate, -shift), to: addDays(range.to as IsoDate, -shift) }
  const isToday = range.to === kathmanduDate(app.now())
  const payments = (await rows(app.db.read, 'payments')).sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1),
  )
  const bookings = (await rows(app.db.read, 'bookings')).map((booking) => {
    const own = payments.filter(({ booking_id }) => booking_id === booking.id)
    const method = findCountedMethod(own)
    expect(booking).toMatchObject({ method, net_received: calculateRevenue('confirmed', own) })
    return {
      at: Date.parse(booking.created_at),
      day: kathmanduDate(Date.parse(booking.created_at)),
      location: booking.location_id,
      method,
      seats: booking.seats,
      isPending: booking.state === 'pending_verification',
      revenue: calculateRevenue(booking.state, own),
    }
  })
  const within = ({ from, to }: { from: string; to: string }) => bookings.filter(({ day }) => day >= from && day <= to)
  const countSeats = (some: typeof bookings) => some.reduce((count, { seats }) => count + seats, 0)
  const part = (some: typeof bookings) => ({
    bookings: some.length,
    seats: countSeats(some),
    revenue: sum(some.map(({ revenue }) => revenue)),
  })
  const totals = (some: typeof bookings) => ({
    bookings_count: some.length,
    seats_count: countSeats(some),
    bookings_pending: some.filter(({ isPending }) => isPending).length,
    bookings_revenue_npr: part(some).revenue / 100,
  })
  const inside = within(range)
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
    ...range,
    previous,
    totals: totals(inside),
    previousTotals: totals(
      within(previous).filter(({ day, at }) => !isToday || day !== previous.to || at <= app.now() - shift * 24 * HOUR),
    ),
    days: Array.from({ length }, (_, index) => {
      const date = addDays(range.from, index)
      return { date, ...part(inside.filter(({ day }) => day === date)) }
    }),
    locations: parts('locationId', ['dhobighat-hub', 'kausimaa'], ({ location }) => location),
    methods: parts('method', [...PAYMENT_METHODS, null], ({ method }) => method),
    rooms: [],
  }
}
