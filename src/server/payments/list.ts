import { type ExpressionBuilder, sql } from 'kysely'
import type { exportPayments } from '#contract/admin/exports.ts'
import type { listPayments } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { type Paisa, paisa } from '#domain/money.ts'
import { RECONCILABLE_METHODS, RECONCILABLE_STATES, RECORDED_METHODS } from '#domain/payment.ts'
import { normaliseTransactionId } from '#domain/receipt/receipt.ts'
import { RECEIVED_STATES } from '#domain/refund.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Cursor, parsePaging, readPage } from '../db/paging.ts'
import type { Tables } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import type { LocationScope } from './access.ts'
import { readReasonsByPayment } from './review-queue.ts'
import { readPaymentRows, sumUnpaidCash } from './rows.ts'

/** A search by name covers this many of the newest bookings. */
const MAX_BOOKINGS_SEARCHED = 200

export type PaymentFilter = Input<typeof exportPayments>
type PaymentQuery = ReturnType<Extract<Awaited<ReturnType<typeof buildPaymentQuery>>, { ok: true }>['value']>

export async function readPaymentList(
  app: App,
  { workplaces }: LocationScope,
  { cursor, ...filter }: Input<typeof listPayments>,
): Promise<Outcome<Output<typeof listPayments>>> {
  const db = app.db.read
  const paging = parsePaging({ cursor })
  const builder = await buildPaymentQuery(db, workplaces, filter)
  if (!builder.ok || !paging.ok)
    return fail('invalid', {
      fields: { ...(!builder.ok && builder.failure.fields), ...(!paging.ok && paging.failure.fields) },
    })
  const query = builder.value(paging.value.after)
  const { page, next, total } = await readPage(db, query, paging.value, ({ created_at, id }) => [created_at, id])
  const ids = page.map(({ id }) => id)
  const rows = await readPaymentRows(db, ids)
  const reasons = await readReasonsByPayment(app, ids)
  const isByDay = filter.receivedFrom !== undefined || filter.receivedTo !== undefined
  const totals = isByDay && cursor === undefined && { totals: await sumPayments(db, builder.value(undefined)) }
  const items = ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ ...row, reviewReasons: reasons.get(id) ?? [] }] : []
  })
  return succeed({ items, next, ...total, ...totals })
}

/** Counts what `GET /api/admin/accounts` counts as received. */
async function sumPayments(db: Queries, query: PaymentQuery): Promise<Output<typeof listPayments>['totals']> {
  const { received, refunded } = await db
    .selectFrom('payments')
    .select(sql<Paisa | null>`sum(coalesce(received, amount))`.as('received'))
    .select(sql<Paisa | null>`sum(refunded - ${sumUnpaidCash()})`.as('refunded'))
    .where('id', 'in', query.clearOrderBy().clearSelect().select('payments.id'))
    .where('state', 'in', RECEIVED_STATES)
    .executeTakeFirstOrThrow()
  // PostgreSQL returns sums as text.
  return { received: paisa(Number(received ?? 0)), refunded: paisa(Number(refunded ?? 0)) }
}

export async function buildPaymentQuery(
  db: Queries,
  workplaces: Workplaces,
  { q = '', location, method, state, receivedFrom, receivedTo }: PaymentFilter,
) {
  const [first, last] = [receivedFrom, receivedTo].map((date) => (date === undefined ? undefined : parseIsoDate(date)))
  const fields = {
    ...(receivedFrom !== undefined && !first && { receivedFrom: INVALID_DATE }),
    ...(receivedTo !== undefined && !last && { receivedTo: INVALID_DATE }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  let query = db
    .selectFrom('payments')
    .select(['payments.id', 'payments.created_at'])
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
  if (workplaces || location) {
    let joined = query.innerJoin('bookings', 'bookings.id', 'payments.booking_id').where(isWithinWorkplaces(workplaces))
    if (location) joined = joined.where('bookings.location_id', '=', location)
    query = joined as unknown as typeof query
  }
  // An empty id keeps the list valid and matches nothing.
  if (q.trim() !== '') query = query.where('payments.id', 'in', [...(await searchPaymentIds(db, q.trim())), ''])
  if (method) query = query.where('payments.method', '=', method)
  if (state === 'unreconciled') query = query.where(isUnreconciled)
  else if (state) query = query.where('payments.state', '=', state)
  if (first) query = query.where('payments.received_on', '>=', first)
  if (last) query = query.where('payments.received_on', '<=', last)
  return succeed((after: Cursor | undefined) =>
    after ? query.where(sql<boolean>`(payments.created_at, payments.id) < (${sql.join(after)})`) : query,
  )
}

/** As `isReconcilable`, without those that a manager has found in the account. Its index needs literal methods. */
const isUnreconciled = (row: ExpressionBuilder<Tables, 'payments'>) =>
  row.and([
    row('payments.reconciled_at', 'is', null),
    row('payments.method', 'in', RECONCILABLE_METHODS.map(sql.lit)),
    row('payments.state', 'in', RECONCILABLE_STATES),
  ])

export async function countUnreconciled(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUnreconciled)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Searches references and booking ids first, then names and addresses. */
async function searchPaymentIds(db: Queries, typed: string): Promise<string[]> {
  const key = normaliseTransactionId(typed)
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where((row) =>
      row.or([
        row('id', '=', typed),
        row.and([row('method', 'in', RECORDED_METHODS), row('provider_reference', 'in', [typed, key])]),
        row('booking_id', '=', typed.toUpperCase()),
      ]),
    )
    .unionAll(db.selectFrom('receipts').select('payment_id as id').where('transaction_id', '=', key))
    .unionAll(db.selectFrom('refunds').select('payment_id as id').where('reference', '=', typed))
    .limit(MAX_BOOKINGS_SEARCHED)
    .execute()
  if (found.length > 0) return found.map(({ id }) => id)
  const named = db
    .selectFrom('bookings')
    .select('id')
    .where(matchesSearch(typed))
    .orderBy('created_at', 'desc')
    .limit(MAX_BOOKINGS_SEARCHED)
  const rows = await db.selectFrom('payments').select('id').where('booking_id', 'in', named).execute()
  return rows.map(({ id }) => id)
}
