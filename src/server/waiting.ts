import { sql } from 'kysely'
import type { listWaiting } from '#contract/admin/payments.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { isPaid, STAFF_METHODS } from '#domain/payment.ts'
import { type Workplaces, worksAt } from '#domain/staff.ts'
import { WAITINGS, type Waiting } from '#domain/waiting.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import { instant } from './db/schema.ts'
import { isOwed } from './money-owed.ts'
import type { Workplace } from './payment-at.ts'
import { readPaymentRows } from './payment-rows.ts'
import { KEPT_MS } from './receipts.ts'
import { seenElsewhere } from './receipts-to-check.ts'
import { liesWithin } from './workplaces.ts'

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

/** Everything that waits for a person, what waits longest first. */
export async function readWaiting(app: App, { workplaces }: Workplace): Promise<Outcome<Output<typeof listWaiting>>> {
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
  const ordered = [...cases].toSorted(([a, one], [b, other]) => {
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
  })
}

/**
 * How many payments wait for another reason than money that staff confirm, a place that is gone or money that is owed:
 * what a gateway never said, and what it said that nobody expected.
 */
export async function countUnclear(app: App, workplaces: Workplaces): Promise<number> {
  const db = app.db.read
  const each = await Promise.all([alerted(db), leftToStaff(db), openRefunds(db, app.now())])
  const found = each.flat().filter(({ locationId }) => worksAt(workplaces, locationId))
  return new Set(found.map(({ id }) => id)).size
}

/** How many payments wait for money that staff confirm, and since when the one that waits longest. */
export async function countToVerify(
  app: App,
  workplaces: Workplaces,
): Promise<{ count: number; oldest: string | null }> {
  const db = app.db.read
  const within = liesWithin(workplaces)
  const { count, oldest } = await db
    .selectFrom(
      transfers(db)
        .where(within)
        .unionAll(receipts(db, app.now()).where(within))
        .unionAll(mismatches(db).where(within))
        .as('waits'),
    )
    .select(({ fn }) => [fn.count('waits.id').distinct().as('count'), fn.min('waits.since').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
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
  const db = app.db.read
  const each = await Promise.all([
    toVerify(db, app.now(), only),
    withoutPlace(db, only),
    alerted(db, only),
    leftToStaff(db, only),
    openRefunds(db, app.now(), only),
    owed(db, only),
  ])
  return each.flat()
}

const paymentsOf = (db: Queries, only?: string) => {
  const joined = db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
  return (only === undefined ? joined : joined.where('payments.id', '=', only)).select([
    'payments.id',
    'bookings.location_id as locationId',
  ])
}
const from = (db: Queries, only: string | undefined) => paymentsOf(db, only).limit(READ)

// What is to be verified: listed here, and counted for the dashboard.

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

async function toVerify(db: Queries, now: number, only: string | undefined): Promise<Found[]> {
  const announced = await transfers(db, only).orderBy('bookings.created_at').limit(READ).execute()
  const sent = await receipts(db, now, only).orderBy('payment_evidence.created_at').limit(READ).execute()
  const differing = await mismatches(db, only).orderBy('payments.created_at').limit(READ).execute()
  return [
    ...announced.map((row) => ({ ...row, why: 'transfer' as const })),
    ...sent.map((row) => ({ ...row, why: 'receipt' as const })),
    ...differing.map((row) => ({ ...row, why: 'mismatch' as const })),
  ]
}

/** Late money whose place is gone or whose booking staff had ended. */
async function withoutPlace(db: Queries, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only)
    .select(['payments.state', 'payments.updated_at as since', 'bookings.cancelled_by'])
    .where('bookings.state', '=', 'needs_decision')
    .orderBy('bookings.created_at')
    .execute()
  return rows
    .filter(({ state }) => isPaid(state))
    .map(({ id, locationId, cancelled_by, since }) => ({
      id,
      locationId,
      why: cancelled_by === null ? 'needs_decision' : 'after_cancel',
      since,
    }))
}

async function alerted(db: Queries, only?: string): Promise<Found[]> {
  return from(db, only)
    .innerJoin('payment_alerts', 'payment_alerts.payment_id', 'payments.id')
    .select(['payment_alerts.alert as why', 'payment_alerts.created_at as since'])
    .orderBy('payment_alerts.created_at')
    .execute()
}

// From here on conditions stand in words, as in the partial indexes that they are answered from.

async function leftToStaff(db: Queries, only?: string): Promise<Found[]> {
  const rows = await from(db, only)
    .select('payments.left_to_staff_at')
    .where(sql<boolean>`payments.left_to_staff_at is not null and payments.state = 'pending'`)
    .orderBy('payments.left_to_staff_at')
    .execute()
  return rows.flatMap(({ left_to_staff_at: since, ...row }) => (since ? [{ ...row, why: 'unsettled', since }] : []))
}

async function openRefunds(db: Queries, now: number, only?: string): Promise<Found[]> {
  const rows = await from(db, only)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select('refunds.created_at as since')
    .where(sql<boolean>`refunds.state in ('requested', 'sent')`)
    .where('refunds.created_at', '<', instant(now - REFUND_MS))
    .orderBy('refunds.created_at')
    .execute()
  return rows.map((row) => ({ ...row, why: 'refund_open' }))
}

/** Cancelled bookings whose customers were told that money goes back. */
async function owed(db: Queries, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only).select('payments.owed_at').where(isOwed).orderBy('payments.owed_at').execute()
  return rows.flatMap(({ owed_at: since, ...row }) => (since ? [{ ...row, why: 'owed', since }] : []))
}
