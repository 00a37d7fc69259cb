import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { LATEST_MIGRATION } from '#server/db/migrations.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { type EmptyDatabase, ENGINES, emptyDatabase } from '../support/engines.ts'
import { execute } from '../support/raw-sql.ts'

describe.each(ENGINES)('migrations on %s', (engine) => {
  let database: EmptyDatabase
  beforeEach(async () => {
    database = await emptyDatabase(engine)
  })
  afterEach(() => database.remove())

  const open = (): Promise<Database> => openDatabase(getDatabaseLocation(readEnv(database.env)))

  test('leave nothing behind when one of them fails, and succeed at the next start', async () => {
    // The second migration creates a table of this name, after the first has created thirteen.
    await execute(database, 'create table subscribers (occupied text)')
    await expect(open()).rejects.toThrow('subscribers')
    await execute(database, 'drop table subscribers')
    const db = await open()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.read)
    expect(rows.at(-1)?.name).toBe(LATEST_MIGRATION)
    await db.close()
  })
})
