import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Who of the staff ended a booking: what was written only in the audit stands on it, where late money asks for it. */
export async function cancelledBy(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('bookings')
    .addColumn('cancelled_by', 'text', (c) => c.references('staff.id'))
    .execute()
  await sql`
    update bookings set cancelled_by = (
      select staff_id from audit
      where subject = 'booking' and subject_id = bookings.id and action in ('booking_cancelled', 'booking_rejected')
      order by position desc limit 1
    ) where state in ('cancelled', 'needs_decision')`.execute(db)
}
