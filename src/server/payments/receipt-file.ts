import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { LocationScope } from './access.ts'

/** The picture, and a name for the file that says nothing but the booking. */
export async function openReceiptImage(
  app: App,
  { workplaces }: LocationScope,
  id: string,
): Promise<Outcome<{ picture: Uint8Array; bookingId: string }>> {
  const row = await app.db.read
    .selectFrom('payment_evidence')
    .innerJoin('payments', 'payments.id', 'payment_evidence.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payment_evidence.picture', 'payments.booking_id', 'bookings.location_id'])
    .where('payment_evidence.id', '=', id)
    .executeTakeFirst()
  return row?.picture && isAssignedTo(workplaces, row.location_id)
    ? succeed({ picture: row.picture, bookingId: row.booking_id })
    : fail('not_found')
}
