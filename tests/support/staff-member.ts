import { succeed } from '#contract/failure.ts'
import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import { findStaffByTokenHash, hashToken, type Staff, startSession } from '#server/staff/sessions.ts'
import type { TestApp } from './app.ts'
import { account } from './desk.ts'

/** Somebody of the staff, signed in: at work everywhere, or at the locations named. */
export async function staffMember(
  app: TestApp,
  role: Role = 'owner',
  workplaces: LocationId[] | null = null,
): Promise<Staff> {
  const id = await account(app, role, `${role}.${crypto.randomUUID().slice(0, 6)}@chautari.example`)
  await app.db.write(async (db) => {
    const places = workplaces && JSON.stringify(workplaces)
    await db.updateTable('staff').set({ workplaces: places }).where('id', '=', id).execute()
    return succeed(undefined)
  })
  const staff = await findStaffByTokenHash(app, hashToken(await startSession(app, id)))
  if (!staff) throw new Error('somebody who was signed in is not')
  return staff
}
