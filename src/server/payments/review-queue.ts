import { type AliasableExpression, sql } from 'kysely'
import type { listReviewQueue } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { PAID_STATES, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import {
  isInReviewGroup,
  REVIEW_GROUP_IDS,
  REVIEW_REASONS,
  type ReviewGroup,
  type ReviewReason,
} from '#domain/payment-review.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { findReusedReceipts } from '../bookings/receipt-review.ts'
import { isRefundDue } from '../bookings/refund-due.ts'
import { instant } from '../db/instant.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import type { LocationScope } from './access.ts'
import { IMAGE_STORED_MS } from './receipts.ts'
import { readPaymentRows } from './rows.ts'

const MAX_LISTED = 200
/** Entries read per reason, oldest first. */
const MAX_READ = 500
const OPEN_REFUND_GRACE_MS = 5 * 60_000

interface QueueEntry {
  id: string
  reason: ReviewReason
  since: string
}

interface QueueScope {
  workplaces: Workplaces
  /** Limits the queue to these payments. */
  only?: readonly string[]
}

export async function readReviewQueue(
  app: App,
  { workplaces }: LocationScope,
  { group }: Input<typeof listReviewQueue> = {},
): Promise<Outcome<Output<typeof listReviewQueue>>> {
  const found = Map.groupBy(await readQueueEntries(app, { workplaces }), ({ id }) => id)
  const cases = [...found]
    .map(([id, entries]) => ({ id, reviewReasons: sortReasons(entries), since: getOldest(entries) }))
    .filter(({ reviewReasons }) => !group || reviewReasons.some((reason) => isInReviewGroup(reason, group)))
    .toSorted((one, other) => (`${one.since} ${one.id}` < `${other.since} ${other.id}` ? -1 : 1))
  const listed = cases.slice(0, MAX_LISTED)
  const ids = listed.map(({ id }) => id)
  const rows = await readPaymentRows(app.db.read, ids)
  const reused = await findReusedReceipts(app.db.read, ids)
  return succeed({
    items: listed.flatMap(({ id, reviewReasons, since }) => {
      const payment = rows.get(id)
      return payment ? [{ payment, reviewReasons, hasReusedReceipt: reused.payments.has(id), since }] : []
    }),
    more: cases.length > MAX_LISTED,
    counts: await countGroups(app, workplaces),
  })
}

type Counts = Output<typeof listReviewQueue>['counts']

async function countGroups(app: App, workplaces: Workplaces): Promise<Counts> {
  const count = async (group?: ReviewGroup) => (await countReviewQueue(app, workplaces, group)).count
  const [all, ...each] = await Promise.all([count(), ...REVIEW_GROUP_IDS.map(count)])
  const counts = REVIEW_GROUP_IDS.map((group, index) => [group, each[index]])
  return { all, ...(Object.fromEntries(counts) as Omit<Counts, 'all'>) }
}

export async function countReviewQueue(
  app: App,
  workplaces: Workplaces,
  group?: ReviewGroup,
): Promise<{ count: number; oldest: string | null }> {
  const sources = listSources(app, { workplaces })
  const selected = group ? sources[group] : Object.values(sources).flat()
  // SQLite takes no parentheses around the parts of a union: each is read as a table.
  const parts = selected.map(
    (source, index) => sql`select id, since from ${source.clearOrderBy()} as ${sql.ref(`part_${index}`)}`,
  )
  const { rows } = await sql<{ count: number | string; oldest: string | null }>`
    select count(distinct id) as count, min(since) as oldest
    from (${sql.join(parts, sql` union all `)}) as waits`.execute(app.db.read)
  return { count: Number(rows[0]?.count ?? 0), oldest: rows[0]?.oldest ?? null }
}

export async function readReviewReasons(app: App, paymentId: string): Promise<ReviewReason[]> {
  return (await readReasonsByPayment(app, [paymentId])).get(paymentId) ?? []
}

/** Without payments that need no review. */
export async function readReasonsByPayment(app: App, ids: readonly string[]): Promise<Map<string, ReviewReason[]>> {
  if (ids.length === 0) return new Map()
  const found = Map.groupBy(await readQueueEntries(app, { workplaces: null, only: ids }), ({ id }) => id)
  return new Map([...found].map(([id, entries]) => [id, sortReasons(entries)]))
}

const getOldest = (entries: readonly QueueEntry[]): string =>
  entries.map(({ since }) => since).reduce((one, other) => (one < other ? one : other))

/** A receipt replaces the transfer it belongs to, and open cash the rest of its refund, which has to wait for it. */
function sortReasons(entries: readonly QueueEntry[]): ReviewReason[] {
  const found = new Set(entries.map(({ reason }) => reason))
  if (found.has('receipt')) found.delete('transfer')
  if (found.has('cash_refund')) found.delete('refund_due')
  return REVIEW_REASONS.filter((reason) => found.has(reason))
}

export async function readQueueEntries(app: App, scope: QueueScope = { workplaces: null }): Promise<QueueEntry[]> {
  const sources = Object.values(listSources(app, scope)).flat()
  return (await Promise.all(sources.map((source) => source.limit(MAX_READ).execute()))).flat()
}

interface Source {
  limit(count: number): { execute(): Promise<QueueEntry[]> }
  clearOrderBy(): AliasableExpression<object>
}

/** One query per review reason, by the group that it counts in. */
function listSources(app: App, { workplaces, only }: QueueScope): Record<ReviewGroup, Source[]> {
  const joined = app.db.read
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select('payments.id')
    .where(isWithinWorkplaces(workplaces))
  const payments = only === undefined ? joined : joined.where('payments.id', 'in', only)
  // SQLite reads a cross join in this order: most payments are paid, but few bookings need a decision.
  const ofBookings = app.db.read
    .selectFrom('bookings')
    .crossJoin('payments')
    .whereRef('payments.booking_id', '=', 'bookings.id')
    .select('payments.id')
    .where(isWithinWorkplaces(workplaces))
  const asReason = (reason: ReviewReason) => sql.lit(reason).as('reason')
  return {
    verify: [
      payments
        .select(['payments.created_at as since', asReason('transfer')])
        .where('bookings.state', '=', 'pending_verification')
        .where('payments.state', '=', 'pending')
        .where('payments.method', '=', 'bank_transfer')
        .orderBy('bookings.created_at'),
      // Until their images are deleted, even if the booking has lost its seats.
      payments
        .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
        .select(['receipts.created_at as since', asReason('receipt')])
        .where('receipts.created_at', '>', instant(app.now() - IMAGE_STORED_MS))
        .where('payments.state', '=', 'pending')
        .where('payments.method', 'in', STAFF_CONFIRMED_METHODS)
        .orderBy('receipts.created_at'),
      payments
        .select(['payments.updated_at as since', asReason('mismatch')])
        .where('payments.state', '=', 'mismatch')
        .orderBy('payments.created_at'),
    ],
    decision: [
      (only === undefined ? ofBookings : payments)
        .select([
          'payments.updated_at as since',
          sql<ReviewReason>`case when cancelled_by is null then 'needs_decision' else 'after_cancel' end`.as('reason'),
        ])
        .where('bookings.state', '=', 'needs_decision')
        .where('payments.state', 'in', PAID_STATES)
        .orderBy('bookings.created_at'),
    ],
    unclear: [
      payments
        .innerJoin('payment_alerts', 'payment_alerts.payment_id', 'payments.id')
        .select(['payment_alerts.created_at as since', 'payment_alerts.alert as reason'])
        .orderBy('payment_alerts.created_at'),
      // From here on conditions are written as in the partial indexes that serve them.
      payments
        .select([sql<string>`payments.left_to_staff_at`.as('since'), asReason('unsettled')])
        .where(sql<boolean>`payments.left_to_staff_at is not null and payments.state = 'pending'`)
        .orderBy('payments.left_to_staff_at'),
      payments
        .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
        .select(['refunds.created_at as since', asReason('refund_open')])
        .where(sql<boolean>`refunds.state in ('requested', 'sent')`)
        .where('refunds.channel', '!=', 'cash')
        .where('refunds.created_at', '<', instant(app.now() - OPEN_REFUND_GRACE_MS))
        .orderBy('refunds.created_at'),
    ],
    // Cancelled bookings whose customers were promised a refund, and cash that the desk pays out when they come.
    refund: [
      payments
        .select([sql<string>`payments.refund_due_at`.as('since'), asReason('refund_due')])
        .where(isRefundDue)
        .orderBy('payments.refund_due_at'),
      payments
        .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
        .select(['refunds.created_at as since', asReason('cash_refund')])
        .where(sql<boolean>`refunds.state in ('requested', 'sent')`)
        .where('refunds.channel', '=', 'cash')
        .orderBy('refunds.created_at'),
    ],
  }
}
