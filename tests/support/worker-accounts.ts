import { type Database, runTransaction } from '#server/db/database.ts'
import { staffOf } from './staff.ts'

/** Creates an account for each Playwright worker, with the owner's password. */
export async function createWorkerAccounts(db: Database): Promise<void> {
  await runTransaction(db, async (transaction) => {
    const owner = await transaction.selectFrom('staff').selectAll().executeTakeFirstOrThrow()
    const accounts = [0, 1, 2].map((runner) => ({ ...owner, id: `runner-${runner}`, email: staffOf(runner).email }))
    await transaction.insertInto('staff').values(accounts).execute()
  })
}
