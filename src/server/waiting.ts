import { sql } from 'kysely'
import type { listWaiting } from '#contract/admin/payments.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { isPaid, STAFF_METHODS } from '#domain/payment.ts'
import { worksAt } from '#domain/staff.ts'
import { WAITINGS, type Waiting } from '#domain/waiting.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import { instant } from './db/schema.ts'
import { isOwed } from './money-owed.ts'
import type { Workplace } from './payment-at.ts'
import { readPaymentRows } from './payment-rows.ts'
import { KEPT_MS } from './receipts.ts'
import { seenElsewhere } from './receipts-to-check.ts'

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
    ofOpenBookings(db, only),
    withReceipts(db, app.now(), only),
    mismatches(db, only),
    alerted(db, only),
    leftToStaff(db, only),
    openRefunds(db, app.now(), only),
    owed(db, only),
  ])
  return each.flat()
}

const from = (db: Queries, only: string | undefined) => {
  const joined = db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
  return (only === undefined ? joined : joined.where('payments.id', '=', only))
    .select(['payments.id', 'bookings.location_id as locationId'])
    .limit(READ)
}

/** Transfers that are announced, and late money whose place is gone or whose booking staff had ended. */
async function ofOpenBookings(db: Queries, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only)
    .select(['payments.state', 'payments.method', 'payments.created_at', 'payments.updated_at'])
    .select(['bookings.state as bookingState', 'bookings.cancelled_by'])
    .where('bookings.state', 'in', ['pending_verification', 'needs_decision'])
    .orderBy('bookings.created_at')
    .execute()
  return rows.flatMap(
    ({ id, locationId, state, method, bookingState, cancelled_by, created_at, updated_at }): Found[] => {
      if (bookingState === 'needs_decision' && isPaid(state))
        return [{ id, locationId, why: cancelled_by === null ? 'needs_decision' : 'after_cancel', since: updated_at }]
      const awaited = method === 'bank_transfer' && state === 'pending' && bookingState === 'pending_verification'
      return awaited ? [{ id, locationId, why: 'transfer', since: created_at }] : []
    },
  )
}

/** Receipts that nobody has judged, also of bookings that have lost their place; until their pictures are deleted. */
async function withReceipts(db: Queries, now: number, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only)
    .innerJoin('payment_evidence', 'payment_evidence.payment_id', 'payments.id')
    .select('payment_evidence.created_at as since')
    .where('payment_evidence.created_at', '>', instant(now - KEPT_MS))
    .where('payments.state', '=', 'pending')
    .where('payments.method', 'in', STAFF_METHODS)
    .orderBy('payment_evidence.created_at')
    .execute()
  return rows.map((row) => ({ ...row, why: 'receipt' }))
}

async function mismatches(db: Queries, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only)
    .select('payments.updated_at as since')
    .where('payments.state', '=', 'mismatch')
    .orderBy('payments.created_at')
    .execute()
  return rows.map((row) => ({ ...row, why: 'mismatch' }))
}

async function alerted(db: Queries, only: string | undefined): Promise<Found[]> {
  return from(db, only)
    .innerJoin('payment_alerts', 'payment_alerts.payment_id', 'payments.id')
    .select(['payment_alerts.alert as why', 'payment_alerts.created_at as since'])
    .orderBy('payment_alerts.created_at')
    .execute()
}

// From here on conditions stand in words, as in the partial indexes that they are answered from.

async function leftToStaff(db: Queries, only: string | undefined): Promise<Found[]> {
  const rows = await from(db, only)
    .select('payments.left_to_staff_at')
    .where(sql<boolean>`payments.left_to_staff_at is not null and payments.state = 'pending'`)
    .orderBy('payments.left_to_staff_at')
    .execute()
  return rows.flatMap(({ left_to_staff_at: since, ...row }) => (since ? [{ ...row, why: 'unsettled', since }] : []))
}

async function openRefunds(db: Queries, now: number, only: string | undefined): Promise<Found[]> {
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
