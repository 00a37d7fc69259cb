import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkAudit } from '#server/audit/check.ts'
import { readContents } from '#server/db/archive.ts'
import { LATEST_MIGRATION } from '#server/db/migrations.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { ensureFirstOwner } from '#server/staff/sign-in.ts'
import { FIXTURES, loadFixture } from '../fixtures/load.ts'
import { ENGINES } from '../support/engines.ts'

describe.each(ENGINES)('the fixture of %s', (engine) => {
  test.each(FIXTURES)('after %s is migrated at a start, with all of its rows', async (fixture) => {
    const database = await loadFixture(engine, fixture)
    const app = await openApp(readEnv({ ...database.env }))
    try {
      expect(await ensureFirstOwner(app)).toBeUndefined()
      const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(app.db.read)
      expect(rows).toEqual([{ name: LATEST_MIGRATION }])
      const contents = await readContents(app.db.read)
      const counts = { bookings: 60, receipts: 9, price_revisions: 1, refunds: 2, staff: 1 }
      expect(contents.rows).toMatchObject(counts)
      expect(contents.paisa).toBeGreaterThan(0)
      expect(await checkAudit(app)).toMatchObject({ checked: 38, brokenAt: null })
    } finally {
      await app.db.close()
      await database.remove()
    }
  })
})
