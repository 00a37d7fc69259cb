import { type RawBuilder, sql } from 'kysely'
import type { Workplaces } from '#domain/staff.ts'

/** A condition on `location_id`; empty workplaces match no row. */
export function isWithinWorkplaces(workplaces: Workplaces): RawBuilder<boolean> {
  if (workplaces === null) return sql`true`
  return workplaces.length === 0 ? sql`false` : sql`location_id in (${sql.join(workplaces)})`
}
