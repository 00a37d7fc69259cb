import { succeed } from '#contract/failure.ts'
import type { ReviewReason } from '#domain/payment-review.ts'
import type { App } from '../app.ts'
import { instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readQueueEntries } from './review-queue.ts'
import { readPaymentRows } from './rows.ts'
import { refundDueReminderEmail, verificationReminderEmail } from './staff-emails.ts'

/** How long a receipt, an announced transfer or a refund due waits before staff are reminded, once. */
const REMIND_AFTER_MS = 24 * 3_600_000
const REMINDED: readonly ReviewReason[] = ['receipt', 'transfer', 'owed']

export async function remindStaff(app: App): Promise<void> {
  const before = instant(app.now() - REMIND_AFTER_MS)
  const late = (await readQueueEntries(app)).filter(({ why, since }) => REMINDED.includes(why) && since <= before)
  if (late.length === 0) return
  await app.db.write(async (db) => {
    const due = await db
      .updateTable('payments')
      .set({ reminded_at: instant(app.now()) })
      .where('id', 'in', [...new Set(late.map(({ id }) => id))])
      .where('reminded_at', 'is', null)
      .returning('id')
      .execute()
    const rows = await readPaymentRows(
      db,
      due.map(({ id }) => id),
    )
    const owed = [...rows.values()].filter((row) => row.owed > 0)
    const unverified = [...rows.values()].filter((row) => row.owed === 0)
    if (unverified.length > 0) await queueEmail(db, verificationReminderEmail(unverified, app.env.siteUrl), app.now())
    if (owed.length > 0) await queueEmail(db, refundDueReminderEmail(owed, app.env.siteUrl), app.now())
    return succeed(undefined)
  })
}
