import { type RawBuilder, sql } from 'kysely'
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
import { isAssignedTo, type Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { findReusedReceipts } from '../bookings/receipt-review.ts'
import { isRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import type { LocationScope } from './access.ts'
import { IMAGE_STORED_MS } from './receipts.ts'
import { readPaymentRows } from './rows.ts'

const MAX_LISTED = 200
/** Of each reason so many are looked at, the oldest: a list that is longer is read again once it is shorter. */
const MAX_READ = 500
/** A refund whose answer comes at once is nobody's business. */
const OPEN_REFUND_GRACE_MS = 5 * 60_000

interface QueueEntry {
  id: string
  locationId: string
  why: ReviewReason
  since: string
}

/** Everything that waits for a person, or one group of it, what waits longest first. */
export async function readReviewQueue(
  app: App,
  { workplaces }: LocationScope,
  { group }: Input<typeof listReviewQueue> = {},
): Promise<Outcome<Output<typeof listReviewQueue>>> {
  const found = (await readQueueEntries(app)).filter(({ locationId }) => isAssignedTo(workplaces, locationId))
  const cases = new Map<string, { waits: Set<ReviewReason>; since: string }>()
  for (const { id, why, since } of found) {
    const known = cases.get(id)
    if (!known) cases.set(id, { waits: new Set([why]), since })
    else {
      known.waits.add(why)
      if (since < known.since) known.since = since
    }
  }
  const ordered = [...cases]
    .filter(([, { waits }]) => !group || [...waits].some((why) => isInReviewGroup(why, group)))
    .toSorted(([a, one], [b, other]) => {
      const [earlier, later] = [`${one.since} ${a}`, `${other.since} ${b}`]
      return earlier < later ? -1 : 1
    })
  const ids = ordered.slice(0, MAX_LISTED).map(([id]) => id)
  const rows = await readPaymentRows(app.db.read, ids)
  const seen = await findReusedReceipts(app.db.read, ids)
  return succeed({
    items: ordered.slice(0, MAX_LISTED).flatMap(([id, { waits, since }]) => {
      const payment = rows.get(id)
      return payment ? [{ payment, waits: sortReasons([...waits]), seenBefore: seen.payments.has(id), since }] : []
    }),
    more: ordered.length > MAX_LISTED,
    counts: await countGroups(app, workplaces),
  })
}

type Counts = Output<typeof listReviewQueue>['counts']

async function countGroups(app: App, workplaces: Workplaces): Promise<Counts> {
  const [all, ...each] = await Promise.all(
    [undefined, ...REVIEW_GROUP_IDS].map((group) => countReviewQueue(app, workplaces, group)),
  )
  const counts = REVIEW_GROUP_IDS.map((group, index) => [group, each[index]?.count ?? 0])
  return { all: all?.count ?? 0, ...(Object.fromEntries(counts) as Omit<Counts, 'all'>) }
}

/** How many payments wait in a group, or in all, and since when the one that waits longest. */
export async function countReviewQueue(
  app: App,
  workplaces: Workplaces,
  group?: ReviewGroup,
): Promise<{ count: number; oldest: string | null }> {
  const db = app.db.read
  const within = isWithinWorkplaces(workplaces)
  const sources: Readonly<Record<ReviewGroup, readonly RawBuilder<unknown>[]>> = {
    verify: [selectTransfers(db), selectReceipts(db, app.now()), selectMismatches(db)].map(
      (source) => sql`${source.where(within)}`,
    ),
    decision: [sql`${selectWithoutSeats(db).where(within)}`],
    unclear: [selectAlerted(db), selectEscalated(db), selectOpenRefunds(db, app.now())].map(
      (source) => sql`${source.where(within)}`,
    ),
    refund: [sql`${selectRefundsDue(db).where(within)}`],
  }
  const wanted = group ? sources[group] : Object.values(sources).flat()
  // SQLite takes no parentheses around the parts of a union: each is read as a table.
  const parts = wanted.map((source, index) => sql`select id, since from ${source} as ${sql.ref(`part_${index}`)}`)
  const { rows } = await sql<{ count: number | string; oldest: string | null }>`
    select count(distinct id) as count, min(since) as oldest
    from (${sql.join(parts, sql` union all `)}) as waits`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), oldest: rows[0]?.oldest ?? null }
}

/** Why one payment waits; nothing where it does not. */
export async function readReviewReasons(app: App, paymentId: string): Promise<ReviewReason[]> {
  const found = (await readQueueEntries(app, paymentId)).map(({ why }) => why)
  return sortReasons(found)
}

/** A receipt for an announced transfer is what there is to look at. */
const sortReasons = (found: readonly ReviewReason[]): ReviewReason[] =>
  REVIEW_REASONS.filter((why) => found.includes(why) && !(why === 'transfer' && found.includes('receipt')))

/** Every reason of every payment that waits, or of one. */
export async function readQueueEntries(app: App, only?: string): Promise<QueueEntry[]> {
  const { db, now } = { db: app.db.read, now: app.now() }
  const each = await Promise.all([
    readEntries(selectTransfers(db, only).orderBy('bookings.created_at'), 'transfer'),
    readEntries(selectReceipts(db, now, only).orderBy('payment_evidence.created_at'), 'receipt'),
    readEntries(selectMismatches(db, only).orderBy('payments.created_at'), 'mismatch'),
    readEntries(selectEscalated(db, only).orderBy('payments.left_to_staff_at'), 'unsettled'),
    readEntries(selectOpenRefunds(db, now, only).orderBy('refunds.created_at'), 'refund_open'),
    readEntries(selectRefundsDue(db, only).orderBy('payments.owed_at'), 'owed'),
    selectWithoutSeats(db, only)
      .select(
        sql<ReviewReason>`case when bookings.cancelled_by is null then 'needs_decision' else 'after_cancel' end`.as(
          'why',
        ),
      )
      .orderBy('bookings.created_at')
      .limit(MAX_READ)
      .execute(),
    selectAlerted(db, only)
      .select('payment_alerts.alert as why')
      .orderBy('payment_alerts.created_at')
      .limit(MAX_READ)
      .execute(),
  ])
  return each.flat()
}

interface QueueQuery {
  limit(count: number): { execute(): Promise<Omit<QueueEntry, 'why'>[]> }
}

async function readEntries(source: QueueQuery, why: ReviewReason): Promise<QueueEntry[]> {
  const rows = await source.limit(MAX_READ).execute()
  return rows.map((row) => ({ ...row, why }))
}

// One query for each reason: counted for the dashboard, and listed in the queue.

const selectPayments = (db: Queries, only?: string) => {
  const joined = db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
  return (only === undefined ? joined : joined.where('payments.id', '=', only)).select([
    'payments.id',
    'bookings.location_id as locationId',
  ])
}

/** Transfers that are announced. */
const selectTransfers = (db: Queries, only?: string) =>
  selectPayments(db, only)
    .select('payments.created_at as since')
    .where('bookings.state', '=', 'pending_verification')
    .where('payments.state', '=', 'pending')
    .where('payments.method', '=', 'bank_transfer')

/** Receipts that nobody has judged, also of bookings that have lost their place; until their pictures are deleted. */
const selectReceipts = (db: Queries, now: number, only?: string) =>
  selectPayments(db, only)
    .innerJoin('payment_evidence', 'payment_evidence.payment_id', 'payments.id')
    .select('payment_evidence.created_at as since')
    .where('payment_evidence.created_at', '>', instant(now - IMAGE_STORED_MS))
    .where('payments.state', '=', 'pending')
    .where('payments.method', 'in', STAFF_CONFIRMED_METHODS)

const selectMismatches = (db: Queries, only?: string) =>
  selectPayments(db, only).select('payments.updated_at as since').where('payments.state', '=', 'mismatch')

/** Late money whose place is gone or whose booking staff had ended. */
const selectWithoutSeats = (db: Queries, only?: string) =>
  selectPayments(db, only)
    .select('payments.updated_at as since')
    .where('bookings.state', '=', 'needs_decision')
    .where('payments.state', 'in', PAID_STATES)

const selectAlerted = (db: Queries, only?: string) =>
  selectPayments(db, only)
    .innerJoin('payment_alerts', 'payment_alerts.payment_id', 'payments.id')
    .select('payment_alerts.created_at as since')

// From here on conditions are written as in the partial indexes that answer them.

const selectEscalated = (db: Queries, only?: string) =>
  selectPayments(db, only)
    .select(sql<string>`payments.left_to_staff_at`.as('since'))
    .where(sql<boolean>`payments.left_to_staff_at is not null and payments.state = 'pending'`)

const selectOpenRefunds = (db: Queries, now: number, only?: string) =>
  selectPayments(db, only)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select('refunds.created_at as since')
    .where(sql<boolean>`refunds.state in ('requested', 'sent')`)
    .where('refunds.created_at', '<', instant(now - OPEN_REFUND_GRACE_MS))

/** Cancelled bookings whose customers were told that they get a refund. */
const selectRefundsDue = (db: Queries, only?: string) =>
  selectPayments(db, only).select(sql<string>`payments.owed_at`.as('since')).where(isRefundDue)
