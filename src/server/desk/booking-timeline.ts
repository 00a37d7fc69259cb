import type { BookingEvent } from '#contract/admin/booking-detail.ts'
import { isOpenAttempt } from '#domain/payment.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { readStaffName } from '../staff/staff-name.ts'

const MAX_REPORTS = 50

/** Oldest first. Emails are stored for a month. */
export async function readTimeline(
  db: Queries,
  booking: Booking,
  payments: readonly Payment[],
): Promise<BookingEvent[]> {
  const parts = await Promise.all([
    readPlacementEvent(db, booking),
    readStateEvents(db, booking),
    toPaymentEvents(payments),
    readReportEvents(db, booking),
    readReceiptEvents(db, booking),
    readRefundEvents(db, booking),
    readEmailEvents(db, booking),
    readAuditEvents(db, booking, payments),
    readNoteEvents(db, booking),
  ])
  // The sort is stable: events of one instant keep the order above.
  return parts.flat().sort((one, other) => one.at.localeCompare(other.at))
}

async function readPlacementEvent(db: Queries, booking: Booking): Promise<BookingEvent[]> {
  return [{ kind: 'placed', at: booking.created_at, by: await readStaffName(db, booking.placed_by) }]
}

async function readStateEvents(db: Queries, { id }: Booking): Promise<BookingEvent[]> {
  const states = db.selectFrom('booking_states').select(['state', 'created_at as at']).where('booking_id', '=', id)
  return (await states.execute()).map((row) => ({ kind: 'state', ...row }))
}

const toPaymentEvents = (payments: readonly Payment[]): BookingEvent[] =>
  payments.flatMap(({ method, amount, state, reason, received, created_at, updated_at }): BookingEvent[] => [
    { kind: 'payment_started', at: created_at, method, amount },
    ...(!isOpenAttempt(state)
      ? [{ kind: 'payment_settled' as const, at: updated_at, method, state, amount: received ?? amount, reason }]
      : []),
  ])

async function readReportEvents(db: Queries, booking: Booking): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('payment_reports')
    .innerJoin('payments', 'payments.id', 'payment_reports.payment_id')
    .select(['payments.method', 'source', 'payment_reports.created_at as at'])
    .where('payments.booking_id', '=', booking.id)
    // The payer's return and the payment's events show these already.
    .where('source', 'not in', ['claim', 'lookup', 'refund'])
    .orderBy('payment_reports.created_at', 'desc')
    .limit(MAX_REPORTS)
    .execute()
  return rows.map((row) => ({ kind: 'report', ...row }))
}

async function readReceiptEvents(db: Queries, booking: Booking): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['receipts.id as receiptId', 'receipts.created_at as at'])
    .where('payments.booking_id', '=', booking.id)
    .execute()
  return rows.map((row) => ({ kind: 'receipt', ...row }))
}

async function readRefundEvents(db: Queries, booking: Booking): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('staff', 'staff.id', 'refunds.staff_id')
    .select(['refunds.state', 'refunds.amount', 'refunds.updated_at as at', 'staff.name', 'staff.email'])
    .where('payments.booking_id', '=', booking.id)
    // The audit shows refunds found at the gateway.
    .where('channel', '!=', 'outside')
    .execute()
  return rows.map(({ name, email, ...row }) => ({ kind: 'refund', ...row, by: email && formatStaffName(name, email) }))
}

async function readEmailEvents(db: Queries, { id }: Booking): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['subject', 'created_at as at', 'sent_at as sentAt'])
    .where('booking_id', '=', id)
    .execute()
  return rows.map((row) => ({ kind: 'email', ...row }))
}

/** Shown as a note and as the placement. */
const SHOWN_ELSEWHERE = ['booking_noted', 'booking_placed'] as const

async function readAuditEvents(db: Queries, { id }: Booking, payments: readonly Payment[]): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['action', 'actor', 'staff.name', 'before', 'after', 'reason', 'audit.created_at as at'])
    .where('subject', 'in', ['booking', 'payment'])
    .where('subject_id', 'in', [id, ...payments.map((payment) => payment.id)])
    .where('action', 'not in', SHOWN_ELSEWHERE)
    .execute()
  return rows.map(({ actor, name, before, after, ...row }) => ({
    kind: 'audit',
    ...row,
    by: actor && formatStaffName(name, actor),
    before: before && JSON.parse(before),
    after: after ? withoutRefundAccount(JSON.parse(after)) : null,
  }))
}

/** The account is for managers, who find it at the payment; all staff read this timeline. */
function withoutRefundAccount({ refundAccount, ...after }: Record<string, unknown>): Record<string, unknown> {
  return after
}

async function readNoteEvents(db: Queries, { id }: Booking): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('booking_notes')
    .leftJoin('staff', 'staff.email', 'booking_notes.author')
    .select(['author', 'staff.name', 'body', 'booking_notes.created_at as at'])
    .where('booking_id', '=', id)
    .execute()
  return rows.map(({ author, name, ...row }) => ({ kind: 'note', ...row, by: formatStaffName(name, author) }))
}
