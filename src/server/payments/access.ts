import type { Workplaces } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

export interface LocationScope {
  workplaces: Workplaces
}

export const findPaymentForStaff = (db: Queries, staff: LocationScope, id: string): Promise<Payment | undefined> =>
  db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('payments')
    .where('payments.id', '=', id)
    .where(isWithinWorkplaces(staff.workplaces))
    .executeTakeFirst()

export const loadBookingOfPayment = (db: Queries, { booking_id }: Pick<Payment, 'booking_id'>): Promise<Booking> =>
  db.selectFrom('bookings').selectAll().where('id', '=', booking_id).executeTakeFirstOrThrow()
