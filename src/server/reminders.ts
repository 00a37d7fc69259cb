import { succeed } from '#contract/failure.ts'
import type { App } from './app.ts'
import { instant } from './db/schema.ts'
import { noteMail } from './mail/outbox.ts'
import { reminderMail } from './mail/staff-mail.ts'
import { readPaymentRows } from './payment-rows.ts'
import { allWaiting } from './waiting.ts'

/** Staff are reminded once of each receipt and each announced transfer that has waited so long (decisions 44). */
const AFTER_MS = 24 * 3_600_000

export async function remindStaff(app: App): Promise<void> {
  const before = instant(app.now() - AFTER_MS)
  const late = (await allWaiting(app)).filter(
    ({ why, since }) => (why === 'receipt' || why === 'transfer') && since <= before,
  )
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
    if (rows.size > 0) await noteMail(db, reminderMail([...rows.values()], app.env.siteUrl), app.now())
    return succeed(undefined)
  })
}
