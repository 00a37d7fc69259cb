import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/schema.ts'
import type { TestApp } from './app.ts'
import { someStaff } from './staff-accounts.ts'

interface NewClosure {
  from: string
  to?: string
  /** Every location by default. */
  locationId?: LocationId
  reason?: string
  /** Closed by default. */
  hours?: { open: string; close: string }
}

/** Stores a closure as a manager's change would, without looking at bookings. */
export async function closed(
  app: TestApp,
  { from, to = from, locationId, reason = 'Tihar', hours }: NewClosure,
): Promise<void> {
  const { id: staff_id } = await someStaff(app)
  await runTransaction(app.db, async (db) => {
    const { last } = await db
      .selectFrom('closure_revisions')
      .select((row) => row.fn.max('version').as('last'))
      .executeTakeFirstOrThrow()
    const version = (last ?? 0) + 1
    const created_at = instant(app.now())
    await db.insertInto('closure_revisions').values({ version, changes: '[]', staff_id, created_at }).execute()
    await db
      .insertInto('closures')
      .values({
        id: crypto.randomUUID(),
        location_id: locationId ?? null,
        first_day: from as IsoDate,
        last_day: to as IsoDate,
        reason,
        opens: (hours?.open ?? null) as ClockTime | null,
        closes: (hours?.close ?? null) as ClockTime | null,
        version,
      })
      .execute()
  })
}
