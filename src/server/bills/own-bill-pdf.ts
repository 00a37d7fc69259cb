import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { findBookingOfCustomer } from '../bookings/access.ts'
import { throttle } from '../throttle/in-process.ts'
import { parseBill } from './bill.ts'
import { renderBill } from './pdf/render-bill.ts'

/** A document of a booking by its number, or the latest bill without one. It is a copy and is not counted. */
export async function renderOwnBill(
  app: App,
  id: string,
  secret: string,
  number: string | undefined,
): Promise<Outcome<{ number: string; pdf: Uint8Array }>> {
  const booking = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  const allowed = throttle('readBill', id, app.now())
  if (!allowed.ok) return allowed
  const documents = app.db.read.selectFrom('bills').selectAll().where('booking_id', '=', id)
  const bill = await (number === undefined
    ? documents.where('of_number', 'is', null).orderBy('issued_at', 'desc').orderBy('sequence', 'desc').limit(1)
    : documents.where('number', '=', number)
  ).executeTakeFirst()
  if (!bill) return fail('not_found', { message: 'This booking has no such bill.' })
  return succeed({ number: bill.number, pdf: await renderBill(parseBill(bill), 'Copy of Original') })
}
