import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { succeed } from '#contract/failure.ts'
import type { Database, OpenedDatabase, WriteJob } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'

const PROBE_KEY = 'write_probe'
/** More than a booking with its payment and receipt takes. */
const PROBE_BYTES = 256 * 1_024

/** Adds `check`: reads one row, and once a write has failed also writes and deletes one, until that succeeds. */
export function withWriteCheck(db: OpenedDatabase): Database {
  let writesFail = false
  let probing: Promise<void> | undefined
  const probe = async (): Promise<void> => {
    // Random, as repeated bytes would be compressed.
    const value = randomBytes(PROBE_BYTES).toString('base64')
    await db.write(async (writing) => {
      await writing
        .insertInto('settings')
        .values({ key: PROBE_KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
      return succeed(undefined)
    })
    await db.write(async (writing) => {
      await writing.deleteFrom('settings').where('key', '=', PROBE_KEY).execute()
      return succeed(undefined)
    })
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
