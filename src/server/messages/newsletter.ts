import type { removeSubscriber } from '#contract/admin/messages.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { subscribe } from '#contract/newsletter.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { isEmail } from '#domain/contact.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Staff } from '../staff/sessions.ts'

export function normalizeAddress(input: string): Outcome<string> {
  const email = input.trim().toLowerCase()
  return isEmail(email) ? succeed(email) : fail('invalid', { fields: { email: CONTACT_FORM_MESSAGES.email } })
}

export async function saveSubscriber(app: App, email: string): Result<typeof subscribe> {
  await runTransaction(app.db, (db) =>
    db
      .insertInto('subscribers')
      .values({ email, created_at: instant(app.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return succeed({})
}

/** The audit entry does not contain the address. */
export async function deleteSubscriber(app: App, staff: Staff, typed: string): Result<typeof removeSubscriber> {
  const address = normalizeAddress(typed)
  if (!address.ok) return address
  return app.db.write(async (db) => {
    const deleted = await db
      .deleteFrom('subscribers')
      .where('email', '=', address.value)
      .returning('created_at')
      .executeTakeFirst()
    if (!deleted) return fail('not_found', { message: 'This address is not a newsletter subscriber.' })
    const before = { subscribedAt: deleted.created_at }
    const entry = { action: 'subscriber_removed', subject: 'site', subjectId: 'newsletter', before } as const
    await recordAuditEntry(db, { by: staff, ...entry }, app.now())
    return succeed({})
  })
}
