import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { copyOwnBill, readOwnBill } from '#contract/own-bills.ts'
import type { App, Result } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { findBookingOfCustomer } from '../bookings/access.ts'
import { throttle } from '../throttle/in-process.ts'
import { parseBill } from './bill.ts'
import { makeCopy, readCopyMark } from './copies.ts'

/** A document of a booking by its number, or the latest bill without one. */
export async function renderOwnBill(
  app: App,
  id: string,
  secret: string,
  { number, copy }: Input<typeof readOwnBill>,
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
  const mark = await readCopyMark(app.db.read, bill.number, copy, CUSTOMER)
  if (!mark) return fail('not_found')
  const { renderBill } = await import('./pdf/render-bill.ts')
  return succeed({ number: bill.number, pdf: await renderBill(parseBill(bill), mark) })
}

export async function countOwnCopy(
  app: App,
  { id, secret, number }: { id: string; secret: string; number: string },
  { medium }: Input<typeof copyOwnBill>,
  key: string,
): Result<typeof copyOwnBill> {
  const booking = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  const allowed = throttle('readBill', id, app.now())
  if (!allowed.ok) return allowed
  return app.db.write(async (db) => {
    const bill = await db
      .selectFrom('bills')
      .select(['number', 'booking_id'])
      .where('number', '=', number)
      .where('booking_id', '=', id)
      .executeTakeFirst()
    return bill ? makeCopy(app, db, bill, { medium, madeBy: CUSTOMER, key }) : fail('not_found')
  })
}
