import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { CashUpStatus } from '#domain/till.ts'
import type { Queries } from '../db/database.ts'
import { readStaffName } from '../staff/staff-name.ts'
import { getStatus } from './cash-up-status.ts'
import { readTillMovements, type TillKey, toTillText } from './movements.ts'

/** How many days before today are checked. */
export const CHECKED_DAYS = 31

interface UnfinishedCashUp extends TillKey {
  name: string
  status: CashUpStatus
}

/**
 * Tills that are not signed, have changed since, or whose difference needs an approval; oldest first. Those of today are
 * listed once they are signed.
 */
export async function listUnfinishedCashUps(db: Queries, today: IsoDate): Promise<UnfinishedCashUp[]> {
  const days = { from: addDays(today, -CHECKED_DAYS), to: today }
  const movements = Map.groupBy(await readTillMovements(db, days), toTillText)
  const rows = await db
    .selectFrom('cash_ups')
    .selectAll()
    .where('day', '>=', days.from)
    .where('day', '<=', days.to)
    .execute()
  const cashUps = new Map(
    rows.map((row) => [toTillText({ locationId: row.location_id, date: row.day, staffId: row.staff_id }), row]),
  )
  const tills = new Map<string, TillKey>()
  for (const [text, [first]] of movements) if (first) tills.set(text, first)
  for (const [text, { location_id, day, staff_id }] of cashUps)
    tills.set(text, { locationId: location_id, date: day, staffId: staff_id })
  const unfinished: UnfinishedCashUp[] = []
  for (const [text, { locationId, date, staffId }] of tills) {
    const own = (movements.get(text) ?? []).map(({ movement }) => movement)
    const status = getStatus(cashUps.get(text), own)
    if (status === 'signed' || (date === today && !cashUps.get(text)?.signed_at)) continue
    unfinished.push({ locationId, date, staffId, name: (await readStaffName(db, staffId)) ?? '', status })
  }
  return unfinished.toSorted((a, b) => a.date.localeCompare(b.date) || a.name.localeCompare(b.name))
}
