import { succeed } from '#contract/failure.ts'
import type { Database } from '../../../db/database.ts'
import type { SandboxStore } from './store.ts'

/** Keeps what the stand-ins know in the product's own database, apart from everything real. */
export const createSandboxStore = (db: Database): SandboxStore => ({
  get: async (key) => {
    const row = await db.read.selectFrom('sandbox_values').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value
  },
  set: async (key, value) => {
    await db.write(async (writing) => {
      await writing
        .insertInto('sandbox_values')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
      return succeed(undefined)
    })
  },
})
