import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { withTimeout } from './timeout.ts'

const RETRY_AFTER_SECONDS = 5
/** Shorter than the interval at which proxies usually check. */
const CHECK_MS = 3_000

/** Fails with `not_ready` while the database is unavailable or the process is stopping. */
export async function checkReadiness(app: App): Promise<Outcome<{ status: 'ok' }>> {
  if (!app.accepting) return failNotReady('This process is stopping.')
  try {
    await withTimeout(CHECK_MS, app.db.check(), 'the check took too long')
    return succeed({ status: 'ok' })
  } catch {
    return failNotReady('The database does not respond.')
  }
}

export const failNotReady = (message?: string): ReturnType<typeof fail> =>
  fail('not_ready', { ...(message !== undefined && { message }), retryAfter: RETRY_AFTER_SECONDS })
