import { type SqlBool, sql } from 'kysely'
import type { readAccounts } from '#contract/admin/accounts.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import type { DateRange } from '#domain/date-range.ts'
import { type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { type MoneyMovement, summariseMovements } from '#domain/money-moved.ts'
import { getRefundMethod, RECEIVED_STATES } from '#domain/refund.ts'
import type { App, Result } from '../app.ts'
import { getRefundDue, isRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'
import { getPriceDifference } from '../desk/booking-detail.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { parseRange, type Scope } from './range.ts'

type Accounts = Output<typeof readAccounts>

export async function loadAccounts(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  { location, ...days }: Input<typeof readAccounts>,
): Result<typeof readAccounts> {
  const range = parseRange(days)
  return range.ok ? succeed(await summariseAccounts(app.db.read, range.value, { workplaces, location })) : range
}

export async function summariseAccounts(db: Queries, range: DateRange, scope: Scope): Promise<Accounts> {
  const movements = [...(await readReceived(db, range, scope)), ...(await readRefunded(db, range, scope))]
  return {
    ...range,
    ...summariseMovements(movements),
    ...(await readBilled(db, range, scope)),
    owed: { toUs: await sumOwedToUs(db, scope), byUs: await sumOwedByUs(db, scope) },
  }
}

/** A condition on `location_id`. */
const isInScope = ({ workplaces, location }: Scope) =>
  location
    ? sql<boolean>`${isWithinWorkplaces(workplaces)} and location_id = ${location}`
    : isWithinWorkplaces(workplaces)

/** Sums what `getReceivedAmount` returns; a mismatch without an amount has no day. */
async function readReceived(db: Queries, { from, to }: DateRange, scope: Scope): Promise<MoneyMovement[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.received_on as day', 'payments.method', 'plan_id as planId', 'location_id as locationId'])
    .select(sql<Paisa>`sum(coalesce(payments.received, payments.amount))`.as('amount'))
    .where('payments.received_on', '>=', from)
    .where('payments.received_on', '<=', to)
    .where('payments.state', 'in', RECEIVED_STATES)
    .where(isInScope(scope))
    .groupBy(['payments.received_on', 'payments.method', 'plan_id', 'location_id'])
    .execute()
  return rows.map(({ day, amount, ...row }) => ({
    ...row,
    day: day ?? from,
    received: toPaisa(amount),
    refunded: ZERO,
  }))
}

async function readRefunded(db: Queries, { from, to }: DateRange, scope: Scope): Promise<MoneyMovement[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['refunds.refunded_on as day', 'refunds.channel', 'payments.method'])
    .select(['plan_id as planId', 'location_id as locationId'])
    .select(sql<Paisa>`sum(refunds.amount)`.as('amount'))
    .where('refunds.refunded_on', '>=', from)
    .where('refunds.refunded_on', '<=', to)
    .where('refunds.state', '=', 'done')
    .where(isInScope(scope))
    .groupBy(['refunds.refunded_on', 'refunds.channel', 'payments.method', 'plan_id', 'location_id'])
    .execute()
  return rows.map(({ day, amount, channel, method, ...row }) => ({
    ...row,
    method: getRefundMethod(channel, method),
    day: day ?? from,
    received: ZERO,
    refunded: toPaisa(amount),
  }))
}

/** Credit notes are returns; a debit note withdraws one, so it is a sale. */
async function readBilled(
  db: Queries,
  { from, to }: DateRange,
  scope: Scope,
): Promise<Pick<Accounts, 'sales' | 'returns'>> {
  const rows = await db
    .selectFrom('bills')
    .select('type')
    .select(sql<Paisa>`sum(gross)`.as('gross'))
    .select(sql<Paisa>`sum(coalesce(taxable, 0))`.as('taxable'))
    .select(sql<Paisa>`sum(coalesce(vat, 0))`.as('vat'))
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', to)
    .where(isInScope(scope))
    .groupBy('type')
    .execute()
  const total = (isReturn: boolean): Accounts['sales'] => {
    const counted = rows.filter(({ type }) => (type === 'credit') === isReturn)
    return {
      gross: sum(counted.map(({ gross }) => toPaisa(gross))),
      taxable: sum(counted.map(({ taxable }) => toPaisa(taxable))),
      vat: sum(counted.map(({ vat }) => toPaisa(vat))),
    }
  }
  return { sales: total(false), returns: total(true) }
}

/** Whether staff moved the booking to dearer days. Written as `isRefundDue`, for a partial index. */
const isUnderpaid = sql<SqlBool>`bookings.moved_price > bookings.total_amount and bookings.state || '' = 'confirmed'`

/** Differences that customers have not paid after staff moved their booking to dearer days. */
async function sumOwedToUs(db: Queries, scope: Scope): Promise<Paisa> {
  const bookings = await db.selectFrom('bookings').selectAll().where(isUnderpaid).where(isInScope(scope)).execute()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', 'in', (query) => query.selectFrom('bookings').select('id').where(isUnderpaid))
    .execute()
  const byBooking = Map.groupBy(payments, ({ booking_id }) => booking_id)
  return sum(bookings.map((booking) => getPriceDifference(booking, byBooking.get(booking.id) ?? [])))
}

async function sumOwedByUs(db: Queries, scope: Scope): Promise<Paisa> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.state', 'payments.refund_due', 'payments.amount', 'payments.received', 'payments.refunded'])
    .where(isRefundDue)
    .where(isInScope(scope))
    .execute()
  return sum(payments.map(getRefundDue))
}

/** PostgreSQL returns sums as text. */
const toPaisa = (total: number): Paisa => paisa(Number(total))
