import { succeed } from '#contract/failure.ts'
import { readHealth } from '#contract/health.ts'
import { handle, resource } from '#server/endpoint.ts'

/** Does not query the database, so that a slow database does not restart the process. */
export const ALL = resource(handle(readHealth, async () => succeed({ status: 'ok' })))
