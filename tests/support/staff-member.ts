import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { execute, type TestApp } from './app.ts'
import { account, signedInStaff } from './staff-accounts.ts'

/** Signs in a new staff member with access to these locations (null: all). */
export async function staffMember(
  app: TestApp,
  role: Role = 'owner',
  workplaces: LocationId[] | null = null,
): Promise<Staff> {
  const email = `${role}.${crypto.randomUUID().slice(0, 6)}@chautari.example`
  const id = await account(app, role, email)
  const limited = workplaces && JSON.stringify(workplaces)
  await execute(app, (db) => db.updateTable('staff').set({ workplaces: limited }).where('id', '=', id))
  return signedInStaff(app, email)
}
