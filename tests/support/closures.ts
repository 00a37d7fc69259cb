import type { ClosureList, saveClosures } from '#contract/admin/closures.ts'
import type { Input } from '#contract/endpoint.ts'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '#server/app.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import { save } from '#server/desk/closures.ts'
import type { Staff } from '#server/staff/sessions.ts'
import type { TestApp } from './app.ts'
import { granted } from './orders.ts'
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

type Entry = Input<typeof saveClosures>['closures'][number]

/** Closes every location on 10 December 2026. */
export const closureEntry = (changes: Partial<Entry> = {}): Entry => ({
  locationId: null,
  from: '2026-12-10',
  to: '2026-12-10',
  reason: 'Udhauli',
  hours: null,
  ...changes,
})

/** Saves the list, and confirms the bookings that it meets. */
export async function saveClosed(app: App, by: Staff, closures: Entry[], version = 0): Promise<ClosureList> {
  const outcome = await save(app, by, { version, closures })
  if (outcome.ok) return outcome.value
  const { key } = outcome.failure.current as { key: string }
  return granted(await save(app, by, { version, closures, affected: key }))
}
