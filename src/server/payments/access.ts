import { isAssignedTo, type Workplaces } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'

/** Where somebody works: what belongs to another location is not there for them. */
export interface LocationScope {
  workplaces: Workplaces
}

export async function findPaymentForStaff(
  db: Queries,
  staff: LocationScope,
  id: string,
): Promise<PaymentTable | undefined> {
  const found = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('payments')
    .select('bookings.location_id')
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { location_id, ...payment } = found
  return isAssignedTo(staff.workplaces, location_id) ? payment : undefined
}

export const loadBookingOfPayment = (
  db: Queries,
  { booking_id }: Pick<PaymentTable, 'booking_id'>,
): Promise<BookingTable> => db.selectFrom('bookings').selectAll().where('id', '=', booking_id).executeTakeFirstOrThrow()
