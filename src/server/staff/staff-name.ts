import { formatStaffName } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'

export async function readStaffName(db: Queries, id: string | null): Promise<string | null> {
  if (id === null) return null
  const staff = await db.selectFrom('staff').select(['name', 'email']).where('id', '=', id).executeTakeFirst()
  return staff ? formatStaffName(staff.name, staff.email) : null
}
