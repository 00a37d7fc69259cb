import { fail, succeed } from '#contract/failure.ts'
import type { listOwnBills } from '#contract/own-bills.ts'
import type { App, Result } from '../app.ts'
import { findBookingOfCustomer } from '../bookings/access.ts'
import { parseBill } from './bill.ts'

/** The bills and notes of a booking, oldest first. */
export async function readOwnBills(app: App, id: string, secret: string): Result<typeof listOwnBills> {
  const booking = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  const bills = await app.db.read
    .selectFrom('bills')
    .selectAll()
    .where('booking_id', '=', id)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  const waiting = await app.db.read
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', id)
    .where('bill_due_at', 'is not', null)
    .executeTakeFirst()
  const items = bills.map((bill) => ({
    number: bill.number,
    kind: bill.kind,
    heading: parseBill(bill).heading.en,
    issuedOn: bill.issued_on,
    total: bill.gross,
    of: bill.of_number,
  }))
  return succeed({ items, waiting: waiting !== undefined })
}
