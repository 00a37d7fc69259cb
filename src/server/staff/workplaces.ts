import { type RawBuilder, sql } from 'kysely'
import type { Workplaces } from '#domain/staff.ts'

/** That a row with a `location_id` lies where somebody works; nothing does for somebody who works nowhere. */
export function isWithinWorkplaces(workplaces: Workplaces): RawBuilder<boolean> {
  if (workplaces === null) return sql`true`
  return workplaces.length === 0 ? sql`false` : sql`location_id in (${sql.join(workplaces)})`
}
