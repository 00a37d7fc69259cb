import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, type OpenedDatabase, runTransaction, type WriteJob } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'

const PROBE_KEY = 'write_probe'
/** More than a booking with its payment and receipt. */
const PROBE_BYTES = 256 * 1_024

/** Adds `check`: reads one row, and after a failed write also writes and deletes one until that succeeds. */
export function withWriteCheck(db: OpenedDatabase): Database {
  let writesFail = false
  let probing: Promise<void> | undefined
  const probe = async (): Promise<void> => {
    // Random bytes, as repeated ones would be compressed.
    const value = randomBytes(PROBE_BYTES).toString('base64')
    await runTransaction(db, (transaction) =>
      transaction
        .insertInto('settings')
        .values({ key: PROBE_KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
    await runTransaction(db, (transaction) => transaction.deleteFrom('settings').where('key', '=', PROBE_KEY).execute())
    writesFail = false
  }
  return {
    ...db,
    write: <Value>(job: WriteJob<Value>) =>
      db.write(job).catch((error) => {
        writesFail ||= error instanceof DatabaseUnavailable
        throw error
      }),
    check: async () => {
      await sql`select 1`.execute(db.read)
      if (!writesFail) return
      probing ??= probe().finally(() => {
        probing = undefined
      })
      await probing
    },
  }
}
