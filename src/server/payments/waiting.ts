import { type RawBuilder, sql } from 'kysely'
import type { listWaiting } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { PAID_STATES, STAFF_METHODS } from '#domain/payment.ts'
import { type Workplaces, worksAt } from '#domain/staff.ts'
import { isInGroup, WAITING_GROUP_IDS, WAITINGS, type Waiting, type WaitingGroup } from '#domain/waiting.ts'
import type { App } from '../app.ts'
import { isOwed } from '../bookings/money-owed.ts'
import { seenElsewhere } from '../bookings/receipts-to-check.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'
import { liesWithin } from '../staff/workplaces.ts'
import type { Workplace } from './payment-at.ts'
import { readPaymentRows } from './payment-rows.ts'
import { KEPT_MS } from './receipts.ts'

const LISTED = 200
/** Of each reason so many are looked at, the oldest: a list that is longer is read again once it is shorter. */
const READ = 500
/** A refund whose answer comes at once is nobody's business. */
const REFUND_MS = 5 * 60_000

interface Found {
  id: string
  locationId: string
  why: Waiting
  since: string
}

/** Everything that waits for a person, or one group of it, what waits longest first. */
export async function readWaiting(
  app: App,
  { workplaces }: Workplace,
  { group }: Input<typeof listWaiting> = {},
): Promise<Outcome<Output<typeof listWaiting>>> {
  const found = (await allWaiting(app)).filter(({ locationId }) => worksAt(workplaces, locationId))
  const cases = new Map<string, { waits: Set<Waiting>; since: string }>()
  for (const { id, why, since } of found) {
    const known = cases.get(id)
    if (!known) cases.set(id, { waits: new Set([why]), since })
    else {
      known.waits.add(why)
      if (since < known.since) known.since = since
    }
  }
  const ordered = [...cases]
    .filter(([, { waits }]) => !group || [...waits].some((why) => isInGroup(why, group)))
    .toSorted(([a, one], [b, other]) => {
      const [earlier, later] = [`${one.since} ${a}`, `${other.since} ${b}`]
      return earlier < later ? -1 : 1
    })
  const ids = ordered.slice(0, LISTED).map(([id]) => id)
  const rows = await readPaymentRows(app.db.read, ids)
  const seen = await seenElsewhere(app.db.read, ids)
  return succeed({
    items: ordered.slice(0, LISTED).flatMap(([id, { waits, since }]) => {
      const payment = rows.get(id)
      return payment ? [{ payment, waits: inOrder([...waits]), seenBefore: seen.payments.has(id), since }] : []
    }),
    more: ordered.length > LISTED,
    counts: await countEach(app, workplaces),
  })
}

type Counts = Output<typeof listWaiting>['counts']

async function countEach(app: App, workplaces: Workplaces): Promise<Counts> {
  const [all, ...each] = await Promise.all(
    [undefined, ...WAITING_GROUP_IDS].map((group) => countWaiting(app, workplaces, group)),
  )
  const counts = WAITING_GROUP_IDS.map((group, index) => [group, each[index]?.count ?? 0])
  return { all: all?.count ?? 0, ...(Object.fromEntries(counts) as Omit<Counts, 'all'>) }
}

/** How many payments wait in a group, or in all, and since when the one that waits longest. */
export async function countWaiting(
  app: App,
  workplaces: Workplaces,
  group?: WaitingGroup,
): Promise<{ count: number; oldest: string | null }> {
  const db = app.db.read
  const within = liesWithin(workplaces)
  const sources: Readonly<Record<WaitingGroup, readonly RawBuilder<unknown>[]>> = {
    verify: [transfers(db), receipts(db, app.now()), mismatches(db)].map((source) => sql`${source.where(within)}`),
    decision: [sql`${withoutPlace(db).where(within)}`],
    unclear: [alerted(db), leftToStaff(db), openRefunds(db, app.now())].map((source) => sql`${source.where(within)}`),
    refund: [sql`${owed(db).where(within)}`],
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
export async function waitsOf(app: App, paymentId: string): Promise<Waiting[]> {
  const found = (await allWaiting(app, paymentId)).map(({ why }) => why)
  return inOrder(found)
}

/** A receipt for an announced transfer is what there is to look at. */
const inOrder = (found: readonly Waiting[]): Waiting[] =>
  WAITINGS.filter((why) => found.includes(why) && !(why === 'transfer' && found.includes('receipt')))

/** Every reason of every payment that waits, or of one. */
export async function allWaiting(app: App, only?: string): Promise<Found[]> {
  const { db, now } = { db: app.db.read, now: app.now() }
  const each = await Promise.all([
    found(transfers(db, only).orderBy('bookings.created_at'), 'transfer'),
    found(receipts(db, now, only).orderBy('payment_evidence.created_at'), 'receipt'),
    found(mismatches(db, only).orderBy('payments.created_at'), 'mismatch'),
    found(leftToStaff(db, only).orderBy('payments.left_to_staff_at'), 'unsettled'),
    found(openRefunds(db, now, only).orderBy('refunds.created_at'), 'refund_open'),
    found(owed(db, only).orderBy('payments.owed_at'), 'owed'),
    withoutPlace(db, only)
      .select(
        sql<Waiting>`case when bookings.cancelled_by is null then 'needs_decision' else 'after_cancel' end`.as('why'),
      )
      .orderBy('bookings.created_at')
      .limit(READ)
      .execute(),
    alerted(db, only).select('payment_alerts.alert as why').orderBy('payment_alerts.created_at').limit(READ).execute(),
  ])
  return each.flat()
}

interface Source {
  limit(count: number): { execute(): Promise<Omit<Found, 'why'>[]> }
}

async function found(source: Source, why: Waiting): Promise<Found[]> {
  const rows = await source.limit(READ).execute()
  return rows.map((row) => ({ ...row, why }))
}

// One query for each reason: counted for the dashboard, and listed in the queue.

const paymentsOf = (db: Queries, only?: string) => {
  const joined = db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
  return (only === undefined ? joined : joined.where('payments.id', '=', only)).select([
    'payments.id',
    'bookings.location_id as locationId',
  ])
}

/** Transfers that are announced. */
const transfers = (db: Queries, only?: string) =>
  paymentsOf(db, only)
    .select('payments.created_at as since')
    .where('bookings.state', '=', 'pending_verification')
    .where('payments.state', '=', 'pending')
    .where('payments.method', '=', 'bank_transfer')

/** Receipts that nobody has judged, also of bookings that have lost their place; until their pictures are deleted. */
const receipts = (db: Queries, now: number, only?: string) =>
  paymentsOf(db, only)
    .innerJoin('payment_evidence', 'payment_evidence.payment_id', 'payments.id')
    .select('payment_evidence.created_at as since')
    .where('payment_evidence.created_at', '>', instant(now - KEPT_MS))
    .where('payments.state', '=', 'pending')
    .where('payments.method', 'in', STAFF_METHODS)

const mismatches = (db: Queries, only?: string) =>
  paymentsOf(db, only).select('payments.updated_at as since').where('payments.state', '=', 'mismatch')

/** Late money whose place is gone or whose booking staff had ended. */
const withoutPlace = (db: Queries, only?: string) =>
  paymentsOf(db, only)
    .select('payments.updated_at as since')
    .where('bookings.state', '=', 'needs_decision')
    .where('payments.state', 'in', PAID_STATES)

const alerted = (db: Queries, only?: string) =>
  paymentsOf(db, only)
    .innerJoin('payment_alerts', 'payment_alerts.payment_id', 'payments.id')
    .select('payment_alerts.created_at as since')

// From here on conditions are written as in the partial indexes that answer them.

const leftToStaff = (db: Queries, only?: string) =>
  paymentsOf(db, only)
    .select(sql<string>`payments.left_to_staff_at`.as('since'))
    .where(sql<boolean>`payments.left_to_staff_at is not null and payments.state = 'pending'`)

const openRefunds = (db: Queries, now: number, only?: string) =>
  paymentsOf(db, only)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select('refunds.created_at as since')
    .where(sql<boolean>`refunds.state in ('requested', 'sent')`)
    .where('refunds.created_at', '<', instant(now - REFUND_MS))

/** Cancelled bookings whose customers were told that they get a refund. */
const owed = (db: Queries, only?: string) =>
  paymentsOf(db, only).select(sql<string>`payments.owed_at`.as('since')).where(isOwed)
