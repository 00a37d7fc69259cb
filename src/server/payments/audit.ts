import type { App } from '../app.ts'
import { type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import type { Payment } from '../db/schema.ts'

type PaymentAuditEntry = Omit<NewAuditEntry, 'subject' | 'subjectId'>

/** Labelled with the booking's id unless the entry has a label. */
export const recordPaymentAuditEntry = (
  app: App,
  db: Queries,
  { id, booking_id }: Pick<Payment, 'id' | 'booking_id'>,
  entry: PaymentAuditEntry,
): Promise<void> => recordAuditEntry(db, { subject: 'payment', subjectId: id, label: booking_id, ...entry }, app.now())
