import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { subscribe } from '#contract/newsletter.ts'
import { MESSAGE_SENTENCES } from '#contract/sentences.ts'
import { isEmail } from '#domain/contact.ts'
import type { App } from './app.ts'
import { instant } from './db/schema.ts'

/** The address as it is stored, so that one inbox is one row however it is typed. */
export function checkAddress(typed: string): Outcome<string> {
  const email = typed.trim().toLowerCase()
  return isEmail(email) ? succeed(email) : fail('invalid', { fields: { email: MESSAGE_SENTENCES.email } })
}

export async function keepSubscriber(app: App, email: string): Promise<Outcome<Output<typeof subscribe>>> {
  return app.db.write(async (db) => {
    await db
      .insertInto('subscribers')
      .values({ email, created_at: instant(app.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return succeed({})
  })
}
