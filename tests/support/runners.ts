import { succeed } from '#contract/failure.ts'
import type { Database } from '#server/db/database.ts'
import { staffOf } from './staff.ts'

/** An account for each runner of browser tests, with the owner's password. */
export async function accountsOfRunners(db: Database): Promise<void> {
  await db.write(async (writing) => {
    const owner = await writing.selectFrom('staff').selectAll().executeTakeFirstOrThrow()
    const accounts = [0, 1, 2].map((runner) => ({ ...owner, id: `runner-${runner}`, email: staffOf(runner).email }))
    await writing.insertInto('staff').values(accounts).execute()
    return succeed(undefined)
  })
}
