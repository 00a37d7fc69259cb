import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kathmanduDate } from '#domain/calendar.ts'
import { isPaid } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { checkAudit } from '#server/audit/check.ts'
import { getBookingSecret } from '#server/bookings/access.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { openRefundAccount } from '#server/bookings/refund-account.ts'
import { readContents } from '#server/db/archive.ts'
import { LATEST_MIGRATION } from '#server/db/migrations.ts'
import type { Booking } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { ensureFirstOwner } from '#server/staff/sign-in.ts'
import { FIXTURES, type Fixture, loadFixture } from '../fixtures/load.ts'
import { NOW } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted } from '../support/orders.ts'
import { execute } from '../support/raw-sql.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'

const EXPECTED: Readonly<
  Record<Fixture, { counts: object; auditEntries: number; check: (app: App) => Promise<void> }>
> = {
  '0001_schema': {
    counts: { bookings: 60, receipts: 9, price_revisions: 1, refunds: 2, staff: 1 },
    auditEntries: 38,
    check: expectUpgradedBookings,
  },
  '0004_mailings': {
    counts: { bookings: 7, booking_changes: 2, refunds: 1, refund_accounts: 2, tours: 3, mailings: 2, staff: 1 },
    auditEntries: 19,
    check: expectActionsAfterBooking,
  },
  '0011_seat_offers': {
    counts: { bookings: 7, booking_changes: 2, seat_claims: 6, refunds: 1, refund_accounts: 2, tours: 3, staff: 1 },
    auditEntries: 19,
    check: expectActionsAfterBooking,
  },
}

describe.each(ENGINES)('the fixture of %s', (engine) => {
  test.each(FIXTURES)('after %s is migrated at a start, with all of its rows', async (fixture) => {
    const database = await loadFixture(engine, fixture)
    const app = await openApp(readEnv({ ...database.env }))
    try {
      expect(await ensureFirstOwner(app)).toBeUndefined()
      const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(app.db.read)
      expect(rows).toEqual([{ name: LATEST_MIGRATION }])
      const contents = await readContents(app.db.read)
      const { counts, auditEntries, check } = EXPECTED[fixture]
      expect(contents.rows).toMatchObject(counts)
      expect(contents.paisa).toBeGreaterThan(0)
      expect(await checkAudit(app)).toMatchObject({ checked: auditEntries, brokenAt: null })
      await expectUnbilled(app)
      expect((await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)).rows).toEqual([])
      await check(app)
      await expectMoneyDays(app)
    } finally {
      await app.db.close()
      await database.remove()
    }
  })
})

describe.each(ENGINES)('the seats of an open change on %s', (engine) => {
  test.each([
    ['2026-12-08', '2026-12-10', [['2026-12-08', '2026-12-09']]],
    ['2026-12-11', '2026-12-14', [['2026-12-13', '2026-12-14']]],
    [
      '2026-12-09',
      '2026-12-13',
      [
        ['2026-12-09', '2026-12-09'],
        ['2026-12-13', '2026-12-13'],
      ],
    ],
    ['2026-12-20', '2026-12-21', [['2026-12-20', '2026-12-21']]],
  ])('from %s to %s are claimed on the days that its booking does not cover', async (from, to, claimed) => {
    const database = await loadFixture(engine, '0004_mailings')
    await execute(
      database,
      `update booking_changes set from_start_date = '2026-12-10', from_end_date = '2026-12-12',
        start_date = '${from}', end_date = '${to}' where state = 'open'`,
    )
    const app = await openApp(readEnv({ ...database.env }))
    try {
      const claims = await app.db.read
        .selectFrom('seat_claims')
        .select(['first_day', 'last_day'])
        .where('subject_id', 'in', (row) => row.selectFrom('booking_changes').select('id'))
        .orderBy('first_day')
        .execute()
      expect(claims.map(({ first_day, last_day }) => [first_day, last_day])).toEqual(claimed)
    } finally {
      await app.db.close()
      await database.remove()
    }
  })
})

test.each(ENGINES)('an arrival before the upgrade is that of all seats of its booking, on %s', async (engine) => {
  const database = await loadFixture(engine, '0004_mailings')
  await execute(
    database,
    `update bookings set seats = 4;
    insert into arrivals (booking_id, day, arrived_at, staff_id)
      select bookings.id, start_date, bookings.created_at, staff.id from bookings cross join staff`,
  )
  const app = await openApp(readEnv({ ...database.env }))
  try {
    const arrivals = await app.db.read.selectFrom('arrivals').select('seats').execute()
    expect(new Set(arrivals.map(({ seats }) => seats))).toEqual(new Set([4]))
  } finally {
    await app.db.close()
    await database.remove()
  }
})

test.each(ENGINES)('a later decision of staff is not the day on which money was received, on %s', async (engine) => {
  const database = await loadFixture(engine, '0004_mailings')
  await execute(
    database,
    `insert into payment_reports (id, payment_id, source, body, created_at)
      select id, id, 'staff', '{"by":"owner@example.com","decision":"keep"}', '2027-06-01T00:00:00.000Z' from payments`,
  )
  const app = await openApp(readEnv({ ...database.env }))
  try {
    const days = await app.db.read.selectFrom('payments').select('received_on').execute()
    expect(days.some(({ received_on }) => received_on !== null)).toBe(true)
    expect(days.map(({ received_on }) => received_on)).not.toContain('2027-06-01')
  } finally {
    await app.db.close()
    await database.remove()
  }
})

/** Money that was received or refunded before the upgrade has its day. */
async function expectMoneyDays({ db }: App): Promise<void> {
  const payments = await db.read.selectFrom('payments').selectAll().execute()
  for (const { state, created_at, received, received_at, received_on } of payments) {
    expect(received_on !== null).toBe(
      isPaid(state) || state === 'refunded' || (state === 'mismatch' && received !== null),
    )
    if (received_at === null) continue
    expect(received_on).toBe(kathmanduDate(Date.parse(received_at)))
    expect(received_at >= created_at).toBe(true)
  }
  const refunds = await db.read.selectFrom('refunds').selectAll().execute()
  for (const { state, updated_at, refunded_at, refunded_on } of refunds) {
    expect(refunded_at).toBe(state === 'done' ? updated_at : null)
    expect(refunded_on).toBe(state === 'done' ? kathmanduDate(Date.parse(updated_at)) : null)
  }
}

/** What was paid before there were bills has none. Open payments get theirs when they are paid. */
async function expectUnbilled(app: App): Promise<void> {
  const payments = await app.db.read.selectFrom('payments').select(['state', 'billable', 'bill_due_at']).execute()
  for (const { state, billable, bill_due_at } of payments) {
    expect({ state, billable }).toEqual({ state, billable: isPaid(state) || state === 'refunded' ? 0 : 1 })
    expect(bill_due_at).toBeNull()
  }
  expect(await app.db.read.selectFrom('bills').selectAll().execute()).toEqual([])
}

/** Links that were emailed before the upgrade still open their bookings, and payments have their purpose. */
async function expectUpgradedBookings(app: App): Promise<void> {
  const bookings = await app.db.read.selectFrom('bookings').selectAll().execute()
  expect(bookings.every((booking) => booking.first_start_date === booking.start_date)).toBe(true)
  const [booking] = bookings
  if (!booking) throw new Error('no booking was found')
  app.now = () => Date.parse(`${booking.end_date}T12:00:00Z`)
  const secret = createHmac('sha256', app.bookingKey).update(booking.id).digest('base64url')
  expect(granted(await readBooking(app, booking.id, secret))).toMatchObject({ bookingId: booking.id })
  const payments = await app.db.read.selectFrom('payments').select(['purpose', 'difference_version']).execute()
  expect(payments.length).toBeGreaterThan(0)
  for (const { purpose, difference_version } of payments)
    expect(purpose).toBe(difference_version === null ? 'booking' : 'difference')
}

/** What customers and staff did before the upgrade is shown and can be continued. */
async function expectActionsAfterBooking(app: App): Promise<void> {
  app.now = () => NOW
  const bookings = await app.db.read.selectFrom('bookings').selectAll().execute()
  const viewOf = async (booking: Booking | undefined) => {
    if (!booking) throw new Error('no booking was found')
    return granted(await readBooking(app, booking.id, getBookingSecret(app, booking)))
  }
  const moved = bookings.filter(({ customer_moves }) => customer_moves === 1)
  expect(moved.map(({ first_start_date, start_date }) => [first_start_date, start_date]).toSorted()).toEqual([
    ['2026-12-10', '2026-12-11'],
    ['2026-12-10', '2026-12-14'],
  ])
  const changes = await app.db.read.selectFrom('booking_changes').select(['booking_id', 'state']).execute()
  expect(changes.map(({ state }) => state).toSorted()).toEqual(['applied', 'open'])
  const open = changes.find(({ state }) => state === 'open')
  expect((await viewOf(bookings.find(({ id }) => id === open?.booking_id))).change).toMatchObject({ amount: 10_000 })

  const [membership] = await app.db.read.selectFrom('memberships').selectAll().execute()
  const renewal = bookings.find(({ renews }) => renews !== null)
  expect(membership).toMatchObject({ id: renewal?.renews, end_date: '2027-02-10', phone: '+9779841999888' })
  expect((await viewOf(renewal)).actions.renew).toMatchObject({ startDate: '2027-02-10', full: false })

  const cancelled = bookings.filter(({ cancelled_by_customer }) => cancelled_by_customer === 1)
  const accounts = await Promise.all(cancelled.map((booking) => openRefundAccount(app, app.db.read, booking)))
  expect(accounts).toMatchObject([{ name: 'Aarati Shrestha' }, { name: 'Aarati Shrestha' }])
  const refunds = (await Promise.all(cancelled.map(viewOf))).map(({ history }) =>
    history.filter(({ kind }) => kind === 'refund').map(({ state }) => state),
  )
  expect(refunds.toSorted()).toEqual([['done'], ['due']])

  const tours = await app.db.read.selectFrom('tours').selectAll().execute()
  expect(tours.map(({ state, day, time }) => [state, day, time]).toSorted()).toEqual([
    ['booked', '2026-12-10', '10:30'],
    ['booked', '2026-12-11', '15:00'],
    ['cancelled', '2026-12-10', '11:30'],
  ])
  const mailings = await app.db.read.selectFrom('mailings').select(['subject', 'undone_at']).execute()
  expect(mailings.map(({ subject, undone_at }) => [subject, undone_at !== null]).toSorted()).toEqual([
    ['No water', false],
    ['Water is back', true],
  ])
  const mailed = await app.db.read
    .selectFrom('emails')
    .select('recipient')
    .where('mailing_id', 'is not', null)
    .execute()
  expect(mailed).toEqual([{ recipient: 'aarati@example.com' }])
}
