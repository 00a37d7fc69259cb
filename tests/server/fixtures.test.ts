import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { checkAudit } from '#server/audit/check.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { readContents } from '#server/db/archive.ts'
import { LATEST_MIGRATION } from '#server/db/migrations.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { ensureFirstOwner } from '#server/staff/sign-in.ts'
import { FIXTURES, loadFixture } from '../fixtures/load.ts'
import { ENGINES } from '../support/engines.ts'
import { granted } from '../support/orders.ts'

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
      await expectUpgradedBookings(app)
    } finally {
      await app.db.close()
      await database.remove()
    }
  })
})

/** Links that were emailed before the upgrade still open their bookings, and payments have their purpose. */
async function expectUpgradedBookings(app: App): Promise<void> {
  const bookings = await app.db.read.selectFrom('bookings').selectAll().execute()
  expect(bookings.every((booking) => booking.first_start_date === booking.start_date)).toBe(true)
  const [booking] = bookings
  if (!booking) throw new Error('no booking was found')
  app.now = () => Date.parse(`${booking.end_date}T12:00:00Z`)
  const secret = createHmac('sha256', app.bookingKey).update(booking.id).digest('base64url')
  expect(granted(await readBooking(app, booking.id, secret))).toMatchObject({ bookingId: booking.id })
  const payments = await app.db.read.selectFrom('payments').select(['purpose', 'difference_version']).execute()
  expect(payments.length).toBeGreaterThan(0)
  for (const { purpose, difference_version } of payments)
    expect(purpose).toBe(difference_version === null ? 'booking' : 'difference')
}
