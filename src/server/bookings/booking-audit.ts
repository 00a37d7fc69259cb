import type { App } from '../app.ts'
import { type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { getCustomerName } from './rows.ts'

/** Who did it to which booking. */
export const recordBookingAuditEntry = (
  app: App,
  db: Queries,
  by: Staff,
  booking: BookingTable,
  deed: Pick<NewAuditEntry, 'action' | 'before' | 'after' | 'reason'>,
): Promise<void> =>
  recordAuditEntry(
    db,
    { by, subject: 'booking', subjectId: booking.id, label: getCustomerName(booking), ...deed },
    app.now(),
  )
