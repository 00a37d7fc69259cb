import type { App } from '../app.ts'
import { type Deed, recordDeed } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { customerOf } from './booking-row.ts'

/** Who did it to which booking. */
export const recordBookingDeed = (
  app: App,
  db: Queries,
  by: Staff,
  booking: BookingTable,
  deed: Pick<Deed, 'action' | 'before' | 'after' | 'reason'>,
): Promise<void> =>
  recordDeed(db, { by, subject: 'booking', subjectId: booking.id, label: customerOf(booking), ...deed }, app.now())
