import type { BookingEvent } from '#contract/admin/booking-detail.ts'
import { isSettled } from '#domain/payment.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'

/** More of what gateways and payers reported says nothing new. */
const MAX_REPORTS = 50

/** Everything that happened to a booking, oldest first. Mails are kept for a month. */
export async function readTimeline(
  db: Queries,
  booking: BookingTable,
  payments: readonly PaymentTable[],
): Promise<BookingEvent[]> {
  const parts = await Promise.all([
    readPlacementEvent(db, booking),
    readStateEvents(db, booking),
    toPaymentEvents(payments),
    readReportEvents(db, payments),
    readReceiptEvents(db, payments),
    readRefundEvents(db, payments),
    readEmailEvents(db, booking),
    readAuditEvents(db, booking, payments),
    readNoteEvents(db, booking),
  ])
  // What happened at one instant stays in the order of this list.
  return parts.flat().sort((one, other) => one.at.localeCompare(other.at))
}

async function readPlacementEvent(db: Queries, booking: BookingTable): Promise<BookingEvent[]> {
  return [{ kind: 'placed', at: booking.created_at, by: await findPlacedBy(db, booking) }]
}

/** Who took it at the desk; null where the customer did it alone. */
export async function findPlacedBy(db: Queries, { placed_by }: BookingTable): Promise<string | null> {
  if (placed_by === null) return null
  const staff = await db.selectFrom('staff').select(['name', 'email']).where('id', '=', placed_by).executeTakeFirst()
  return staff ? formatStaffName(staff.name, staff.email) : null
}

async function readStateEvents(db: Queries, { id }: BookingTable): Promise<BookingEvent[]> {
  const rows = await db.selectFrom('booking_states').selectAll().where('booking_id', '=', id).execute()
  return rows.map(({ state, created_at }) => ({ kind: 'state', at: created_at, state }))
}

const toPaymentEvents = (payments: readonly PaymentTable[]): BookingEvent[] =>
  payments.flatMap(({ method, amount, state, reason, received, created_at, updated_at }): BookingEvent[] => [
    { kind: 'paying', at: created_at, method, amount },
    ...(isSettled(state)
      ? [{ kind: 'paid' as const, at: updated_at, method, state, amount: received ?? amount, reason }]
      : []),
  ])

async function readReportEvents(db: Queries, payments: readonly PaymentTable[]): Promise<BookingEvent[]> {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('payment_reports')
    .select(['payment_id', 'source', 'created_at'])
    .where('payment_id', 'in', getIds(payments))
    // What a payer claims stands beside their return, and what a gateway answered beside what followed from it.
    .where('source', 'not in', ['claim', 'lookup', 'refund'])
    .orderBy('created_at', 'desc')
    .limit(MAX_REPORTS)
    .execute()
  return rows.flatMap(({ payment_id, source, created_at }): BookingEvent[] => {
    const payment = payments.find(({ id }) => id === payment_id)
    return payment ? [{ kind: 'report', at: created_at, method: payment.method, source }] : []
  })
}

async function readReceiptEvents(db: Queries, payments: readonly PaymentTable[]): Promise<BookingEvent[]> {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('payment_evidence')
    .select(['id', 'created_at'])
    .where('payment_id', 'in', getIds(payments))
    .execute()
  return rows.map(({ id, created_at }) => ({ kind: 'receipt', at: created_at, receiptId: id }))
}

async function readRefundEvents(db: Queries, payments: readonly PaymentTable[]): Promise<BookingEvent[]> {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('staff', 'staff.id', 'refunds.staff_id')
    .select(['refunds.state', 'refunds.amount', 'refunds.updated_at', 'staff.name', 'staff.email'])
    .where('refunds.payment_id', 'in', getIds(payments))
    .execute()
  return rows.map(({ state, amount, updated_at, name, email }) => ({
    kind: 'refund',
    at: updated_at,
    state,
    amount,
    by: formatStaffName(name, email),
  }))
}

async function readEmailEvents(db: Queries, { id }: BookingTable): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['subject', 'created_at', 'sent_at'])
    .where('booking_id', '=', id)
    .execute()
  return rows.map(({ subject, created_at, sent_at }) => ({ kind: 'mail', at: created_at, subject, sentAt: sent_at }))
}

/** A note stands for itself, and so does who placed it. */
const SHOWN_ELSEWHERE = ['booking_noted', 'booking_placed'] as const

async function readAuditEvents(
  db: Queries,
  { id }: BookingTable,
  payments: readonly PaymentTable[],
): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['action', 'actor', 'staff.name', 'before', 'after', 'reason', 'audit.created_at'])
    .where('subject', 'in', ['booking', 'payment'])
    .where('subject_id', 'in', [id, ...getIds(payments)])
    .where('action', 'not in', SHOWN_ELSEWHERE)
    .execute()
  return rows.map(({ action, actor, name, before, after, reason, created_at }) => ({
    kind: 'deed',
    at: created_at,
    action,
    by: actor && formatStaffName(name, actor),
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
    reason,
  }))
}

async function readNoteEvents(db: Queries, { id }: BookingTable): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('booking_notes')
    .leftJoin('staff', 'staff.email', 'booking_notes.author')
    .select(['author', 'staff.name', 'body', 'booking_notes.created_at'])
    .where('booking_id', '=', id)
    .execute()
  return rows.map(({ author, name, body, created_at }) => ({
    kind: 'note',
    at: created_at,
    by: formatStaffName(name, author),
    body,
  }))
}

const getIds = (payments: readonly PaymentTable[]): string[] => payments.map(({ id }) => id)
