import { composeBill } from '#domain/bill.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { findFiscalYear } from '#domain/fiscal-year.ts'
import { getReceivedAmount, PAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getFiscalYears } from '../catalogue.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { queueBillEmail } from './emails.ts'
import { issueNotes } from './notes.ts'
import { storeBill } from './numbers.ts'
import { describeSale, findOutlet, readSaleLines } from './sale.ts'
import { isTaxInvoiceConfirmed } from './tax-invoice.ts'

/**
 * Bills the paid payments of a confirmed booking that have no bill, in the transaction that confirmed the payment or the
 * booking. Nothing is locked after it.
 */
export async function issueDueBills(app: App, db: Queries, bookingId: string, staffId: string | null): Promise<void> {
  const due = await selectUnbilled(db)
    .where('payments.booking_id', '=', bookingId)
    .where('payments.state', 'in', PAID_STATES)
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .execute()
  if (due.length === 0) return
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
  if (booking.state !== 'confirmed') return
  for (const payment of due) await issueBill(app, db, booking, payment, staffId)
}

const selectUnbilled = (db: Queries) =>
  db
    .selectFrom('payments')
    .selectAll('payments')
    .where('billable', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bills')
            .select('number')
            .whereRef('bills.payment_id', '=', 'payments.id')
            .where('of_number', 'is', null),
        ),
      ),
    )

/** A payment that is refunded because the booking or its change does not need it. */
export async function excludeFromBills(db: Queries, { id }: Pick<Payment, 'id'>): Promise<void> {
  await db.updateTable('payments').set({ billable: 0 }).where('id', '=', id).execute()
}

/** Issues the bill and the notes of refunds that were made before it. Returns false if one waits for a number. */
async function issueBill(
  app: App,
  db: Queries,
  booking: Booking,
  payment: Payment,
  staffId: string | null,
): Promise<boolean> {
  const kind = app.env.bills
  const outlet = findOutlet(app, booking)
  const facts = describeSale(app, booking, payment, outlet)
  const lines = await readSaleLines(app, db, booking, payment)
  const isTax = kind === 'vat' && (await isTaxInvoiceConfirmed(db))
  const bill = await storeBill(
    app,
    db,
    {
      kind,
      outlet: outlet?.code,
      booking_id: booking.id,
      payment_id: payment.id,
      location_id: booking.location_id,
      method: payment.method,
    },
    staffId,
    (issue) => composeBill(kind, isTax, facts, lines, getReceivedAmount(payment), issue),
  )
  return bill !== undefined && (payment.refunded === 0 || issueNotes(app, db, payment))
}

/** Issues what waits for a number, in the order in which it was confirmed. */
export async function issueWaitingBills(app: App): Promise<void> {
  // Each of them would otherwise lock and write its rows every minute.
  if (!findFiscalYear(getFiscalYears(), kathmanduDate(app.now()))) return
  const waiting = await app.db.read
    .selectFrom('payments')
    .select('id')
    .where('bill_due_at', 'is not', null)
    .orderBy('bill_due_at')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await runTransaction(app.db, (db) => issueWaitingBill(app, db, id))
}

/** A booking that was cancelled since is billed too, because its money was due before; the refund has a note. */
async function issueWaitingBill(app: App, db: Queries, paymentId: string): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (!payment || payment.bill_due_at === null) return
  const booking = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', payment.booking_id)
    .executeTakeFirstOrThrow()
  const isUnbilled = await selectUnbilled(db).where('payments.id', '=', paymentId).executeTakeFirst()
  const isIssued = isUnbilled ? await issueBill(app, db, booking, payment, null) : await issueNotes(app, db, payment)
  if (!isIssued) return
  await db.updateTable('payments').set({ bill_due_at: null }).where('id', '=', paymentId).execute()
  await queueBillEmail(app, db, booking)
}
