import type { ReviewReason } from '#domain/payment-review.ts'
import type { App } from '../app.ts'
import { runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readQueueEntries } from './review-queue.ts'
import { readPaymentRows } from './rows.ts'
import { refundDueReminderEmail, verificationReminderEmail } from './staff-emails.ts'

/** How long a receipt, an announced transfer or a refund due waits before staff are reminded, once. */
const REMIND_AFTER_MS = 24 * 3_600_000
const REMINDER_REASONS: readonly ReviewReason[] = ['receipt', 'transfer', 'refund_due']

export async function remindStaff(app: App): Promise<void> {
  const before = instant(app.now() - REMIND_AFTER_MS)
  const overdue = (await readQueueEntries(app)).filter(
    ({ reason, since }) => REMINDER_REASONS.includes(reason) && since <= before,
  )
  if (overdue.length === 0) return
  await runTransaction(app.db, async (db) => {
    const due = await db
      .updateTable('payments')
      .set({ reminded_at: instant(app.now()) })
      .where('id', 'in', [...new Set(overdue.map(({ id }) => id))])
      .where('reminded_at', 'is', null)
      .returning('id')
      .execute()
    const rows = await readPaymentRows(
      db,
      due.map(({ id }) => id),
    )
    const refundsDue = [...rows.values()].filter((row) => row.refundDue > 0)
    const unverified = [...rows.values()].filter((row) => row.refundDue === 0)
    if (unverified.length > 0) await queueEmail(db, verificationReminderEmail(unverified, app.env.siteUrl), app.now())
    if (refundsDue.length > 0) await queueEmail(db, refundDueReminderEmail(refundsDue, app.env.siteUrl), app.now())
  })
}
