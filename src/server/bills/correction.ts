import type { correctBill } from '#contract/admin/bills.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_PAN } from '#contract/validation-messages.ts'
import { type BillRemainder, composeCorrection, composeNote, getNoteOutlet } from '#domain/bill.ts'
import { toSingleLine } from '#domain/contact.ts'
import { isPan, normalisePan } from '#domain/pan.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, toIdempotentRequest } from '../db/idempotency.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Bill } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { findBillForStaff, parseBill } from './bill.ts'
import { queueCorrectionEmail } from './emails.ts'
import { getRemainder } from './notes.ts'
import { storeBill } from './numbers.ts'

type Correction = Output<typeof correctBill>

/** A repeated key returns the same documents. */
export async function correct(
  app: App,
  staff: Staff,
  number: string,
  input: Input<typeof correctBill>,
  key: string,
): Promise<Outcome<Correction>> {
  const buyer = { name: toSingleLine(input.buyerName), pan: normalisePan(input.pan) }
  const fields = {
    ...(buyer.name === '' && { buyerName: 'Enter the name of the buyer' }),
    ...(buyer.pan !== '' && !isPan(buyer.pan) && { pan: INVALID_PAN }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  return writeAndNotify(app, async (db) => {
    const bill = await findBillForStaff(db, staff, number)
    if (!bill) return fail('not_found')
    await lockPayment(db, bill.payment_id)
    const repeated = await claimIdempotencyKey(db, toIdempotentRequest(key, ['correct_bill', number, input]))
    if (repeated) return repeated.ok ? succeed(await readCorrection(db, bill)) : repeated
    if (bill.of_number !== null)
      return fail('wrong_state', { message: 'This is a note. Correct the bill that it changes.' })
    const remainder = getRemainder(
      bill,
      await db.selectFrom('bills').selectAll().where('of_number', '=', number).execute(),
    )
    if (remainder.amount === 0)
      return fail('wrong_state', {
        message: 'This bill was corrected or refunded in full. Nothing is left to correct.',
      })
    const corrected = await storeCorrection(app, db, staff, bill, remainder, buyer, input.reason)
    if (!corrected)
      return fail('wrong_state', {
        message: 'Bills cannot be numbered today. Add the fiscal year of today to content/fiscal-years.json.',
      })
    const booking = await db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', bill.booking_id)
      .executeTakeFirstOrThrow()
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: 'bill_corrected',
      before: { bill: number, buyer: bill.buyer_name, pan: bill.buyer_pan },
      after: { bill: corrected.bill, buyer: buyer.name, pan: buyer.pan, creditNote: corrected.credit },
      reason: input.reason,
    })
    await queueCorrectionEmail(app, db, booking, { ...corrected, number, reason: input.reason })
    await recordEvent(db, 'booking_update', booking.id, app.now())
    return succeed(corrected)
  })
}

async function readCorrection(db: Queries, { number, payment_id, revision }: Bill): Promise<Correction> {
  const credit = await db
    .selectFrom('bills')
    .select('number')
    .where('of_number', '=', number)
    .where('refund_id', 'is', null)
    .executeTakeFirstOrThrow()
  const bill = await db
    .selectFrom('bills')
    .select('number')
    .where('payment_id', '=', payment_id)
    .where('of_number', 'is', null)
    .where('revision', '=', revision + 1)
    .executeTakeFirstOrThrow()
  return { credit: credit.number, bill: bill.number }
}

/** Undefined without a number for both documents. */
async function storeCorrection(
  app: App,
  db: Queries,
  staff: Staff,
  bill: Bill,
  remainder: BillRemainder,
  buyer: { name: string; pan: string },
  reason: string,
): Promise<Correction | undefined> {
  const { outlet, booking_id, payment_id, location_id, method } = bill
  const common = { booking_id, payment_id, location_id, method }
  const document = parseBill(bill)
  const creditNote = { ...common, outlet: getNoteOutlet(bill), kind: 'credit', of_number: bill.number } as const
  const credit = await storeBill(app, db, creditNote, staff.id, (issue) =>
    composeNote('credit', document, { label: `Correction of bill ${bill.number}`, ...remainder, reason }, issue),
  )
  const replacement =
    credit &&
    (await storeBill(app, db, { ...common, outlet, kind: bill.kind, revision: bill.revision + 1 }, staff.id, (issue) =>
      composeCorrection(document, buyer, remainder, issue),
    ))
  return replacement && { credit: credit.number, bill: replacement.number }
}
