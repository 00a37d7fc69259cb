import { type Database, runTransaction } from '../../../db/database.ts'
import type { SandboxStore } from './store.ts'

export const createSandboxStore = (db: Database): SandboxStore => ({
  get: async (key) => {
    const row = await db.read.selectFrom('sandbox_values').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value
  },
  set: async (key, value) => {
    await runTransaction(db, (transaction) =>
      transaction
        .insertInto('sandbox_values')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
  },
})
