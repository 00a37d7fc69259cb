import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { move } from '#server/desk/move.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import type { TestApp } from './app.ts'
import { bookingRow, granted, type Placed } from './orders.ts'
import { started } from './payments.ts'

/** What the days cost more than the booking. */
export const MORE = paisa(50_000)

/** A booking that is paid, and that staff have moved to days which cost `MORE` by today's prices. Its version is 3. */
export async function dearer(app: TestApp, staff: Staff): Promise<Placed> {
  const booking = await started(app)
  await cheapened(app, booking.bookingId)
  const { paymentId } = booking
  const { amount } = await app.db.read
    .selectFrom('payments')
    .select('amount')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await settle(app, paymentId, { kind: 'paid', amount, providerReference: `R-${booking.bookingId}` }, 'lookup')
  const { version } = await bookingRow(app, booking.bookingId)
  granted(await move(app, staff, booking.bookingId, { version, startDate: '2026-12-20' }))
  return booking
}

/** As if it had been placed before prices rose. */
async function cheapened(app: TestApp, id: string): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('bookings')
      .set((row) => ({ total_amount: row('total_amount', '-', MORE) }))
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('payments')
      .set((row) => ({ amount: row('amount', '-', MORE) }))
      .where('booking_id', '=', id)
      .execute()
    return succeed(undefined)
  })
}
