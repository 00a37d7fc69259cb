import type { App } from '../app.ts'
import { runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Payment } from '../db/schema.ts'

/** Claims a lookup before it is made, so that only one process queries the gateway; undefined for the others. */
export const claimLookup = (
  app: App,
  { id, queried_at }: Pick<Payment, 'id' | 'queried_at'>,
): Promise<Payment | undefined> =>
  runTransaction(app.db, (db) =>
    db
      .updateTable('payments')
      .set({ queried_at: instant(app.now()) })
      .where('id', '=', id)
      .where('queried_at', queried_at === null ? 'is' : '=', queried_at)
      .returningAll()
      .executeTakeFirst(),
  )
