import type { App } from '../app.ts'
import { type Actor, type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'

export const recordStaffAuditEntry = (
  app: App,
  db: Queries,
  by: Actor | null,
  { id, email }: Actor,
  entry: Pick<NewAuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> => recordAuditEntry(db, { by, subject: 'staff', subjectId: id, label: email, ...entry }, app.now())
