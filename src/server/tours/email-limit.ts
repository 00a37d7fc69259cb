import { type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'

/** Counts an email to an unconfirmed address. A tour without an email gets none. */
export async function countTourEmailWithin(app: App, db: Queries, email: string): Promise<Outcome<undefined>> {
  const recipient = email.trim().toLowerCase()
  return recipient === '' ? succeed(undefined) : consumeShared(db, 'emailTourTo', recipient, app.now())
}

export const countTourEmail = (app: App, email: string): Promise<Outcome<undefined>> =>
  app.db.write((db) => countTourEmailWithin(app, db, email))
