import type { removeSubscriber } from '#contract/admin/newsletter.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { subscribe } from '#contract/newsletter.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { isEmail } from '#domain/contact.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { instant } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'

/** The address as it is stored, so that one inbox is one row however it is typed. */
export function normalizeAddress(typed: string): Outcome<string> {
  const email = typed.trim().toLowerCase()
  return isEmail(email) ? succeed(email) : fail('invalid', { fields: { email: CONTACT_FORM_MESSAGES.email } })
}

export async function saveSubscriber(app: App, email: string): Promise<Outcome<Output<typeof subscribe>>> {
  return app.db.write(async (db) => {
    await db
      .insertInto('subscribers')
      .values({ email, created_at: instant(app.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return succeed({})
  })
}

/** The address goes, and is not kept in the audit either. */
export async function deleteSubscriber(
  app: App,
  staff: Staff,
  typed: string,
): Promise<Outcome<Output<typeof removeSubscriber>>> {
  const address = normalizeAddress(typed)
  if (!address.ok) return address
  return app.db.write(async (db) => {
    const forgotten = await db
      .deleteFrom('subscribers')
      .where('email', '=', address.value)
      .returning('created_at')
      .executeTakeFirst()
    if (!forgotten) return fail('not_found', { message: 'This address is not on the list.' })
    await recordAuditEntry(
      db,
      {
        by: staff,
        action: 'subscriber_removed',
        subject: 'site',
        subjectId: 'newsletter',
        before: { subscribedAt: forgotten.created_at },
      },
      app.now(),
    )
    return succeed({})
  })
}
