import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { LATEST_MIGRATION, OldDatabase } from '#server/db/migrations.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { runCommand } from '../../support/command.ts'
import { type EmptyDatabase, ENGINES, emptyDatabase } from '../../support/engines.ts'
import { execute } from '../../support/raw-sql.ts'

describe.each(ENGINES)('migrations on %s', (engine) => {
  let database: EmptyDatabase
  beforeEach(async () => {
    database = await emptyDatabase(engine)
  })
  afterEach(() => database.remove())

  const open = (): Promise<Database> => openDatabase(getDatabaseLocation(readEnv(database.env)))

  test('leave no table when a statement fails, and complete at the next start', async () => {
    await execute(database, 'create table sandbox_values (occupied text)')
    await expect(open()).rejects.toThrow('sandbox_values')
    await execute(database, 'drop table sandbox_values')
    const db = await open()
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db.read)
    expect(rows).toEqual([{ name: LATEST_MIGRATION }])
    await db.close()
  })

  describe('with a database of an earlier version', () => {
    const MESSAGE = new OldDatabase('028_undelivered_mails').message

    async function expectToStop(command: string, args: string[], env: Record<string, string>): Promise<void> {
      const { code, output } = await runCommand(command, args, env)
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(MESSAGE) })
      expect(output).not.toContain('\n    at ')
    }

    beforeEach(() =>
      execute(
        database,
        `create table kysely_migration (name text primary key, timestamp text);
        insert into kysely_migration values ('001_first', ''), ('028_undelivered_mails', '')`,
      ),
    )

    test.each([
      ['serve'],
      ['backup'],
      ['restore', 'backup.ndjson.gz'],
      ['db:move', 'postgres://127.0.0.1/empty'],
      ['seed'],
      ['reset-owner-password', 'owner@example.com'],
    ])('%s stops with one message that names the fix', { tags: 'long' }, (command, ...args) =>
      expectToStop(command, args, { ...database.env }),
    )

    test.runIf(engine === 'postgres')('db:move stops when it is the target', () => {
      const { DATA_DIR, DATABASE_URL = '' } = database.env
      return expectToStop('db:move', [DATABASE_URL], { DATA_DIR })
    })
  })
})
