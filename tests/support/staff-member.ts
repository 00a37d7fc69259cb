import { succeed } from '#contract/failure.ts'
import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import type { App } from '#server/app.ts'
import { instant } from '#server/db/schema.ts'
import type { Staff } from '#server/sessions.ts'

/** Somebody of the staff with an account, at work: of every location, or of those named. */
export async function staffMember(
  app: App,
  role: Role = 'owner',
  workplaces: LocationId[] | null = null,
): Promise<Staff> {
  const id = crypto.randomUUID()
  const email = `${role}.${id.slice(0, 6)}@chautari.example`
  const at = instant(app.now())
  const account = { id, email, name: '', role, created_at: at, disabled_at: null, password_hash: 'none' }
  await app.db.write(async (db) => {
    await db
      .insertInto('staff')
      .values({ ...account, workplaces: workplaces && JSON.stringify(workplaces) })
      .execute()
    return succeed(undefined)
  })
  return { id, email, name: '', role, workplaces, tokenHash: 'none', signedInAt: at, endsAt: at }
}
