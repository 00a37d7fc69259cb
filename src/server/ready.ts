import { sql } from 'kysely'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from './app.ts'

/** Whether visitors may be sent here: not before the database answers, and not while the process is stopping. */
export async function ready(app: App): Promise<Outcome<{ status: 'ok' }>> {
  if (!app.accepting) return fail('not_ready', { message: 'This process is stopping.' })
  try {
    await sql`select 1`.execute(app.db.read)
    return succeed({ status: 'ok' })
  } catch {
    return fail('not_ready', { message: 'The database does not answer.' })
  }
}
