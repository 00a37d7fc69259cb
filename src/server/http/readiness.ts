import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'

const RETRY_AFTER_SECONDS = 5
/** A proxy that asks every few seconds gets its response before it gives up. */
const CHECK_MS = 3_000

/** Whether visitors may be sent here: not while the database cannot serve, and not while the process is stopping. */
export async function checkReadiness(app: App): Promise<Outcome<{ status: 'ok' }>> {
  if (!app.accepting) return failNotReady('This process is stopping.')
  try {
    await withTimeout(CHECK_MS, app.db.check())
    return succeed({ status: 'ok' })
  } catch {
    return failNotReady('The database does not answer.')
  }
}

export const failNotReady = (message?: string): ReturnType<typeof fail> =>
  fail('not_ready', { ...(message !== undefined && { message }), retryAfter: RETRY_AFTER_SECONDS })

function withTimeout<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeout = AbortSignal.timeout(milliseconds)
  timeout.addEventListener('abort', () => reject(timeout.reason))
  return Promise.race([work, promise])
}
