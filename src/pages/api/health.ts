import { succeed } from '#contract/failure.ts'
import { readHealth } from '#contract/health.ts'
import { handle, resource } from '#server/endpoint.ts'

export const prerender = false

/** Asks nothing of anyone: a slow database must not make the process look dead. */
export const ALL = resource(handle(readHealth, async () => succeed({ status: 'ok' })))
