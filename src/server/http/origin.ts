import type { Endpoint } from '#contract/endpoint.ts'
import type { Env } from '../env.ts'
import type { ApiRequest } from './request.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Checks `Origin`, else `Sec-Fetch-Site`. Without both no browser sent it, and only `ownPages` endpoints reject it. */
export function isOwnOrigin(
  request: ApiRequest,
  { ownPages }: Pick<Endpoint, 'ownPages'>,
  env: Pick<Env, 'siteUrl' | 'port'>,
): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return getOwnOrigins(env).includes(origin)
  const site = request.headers.get('sec-fetch-site')
  if (site === null) return !ownPages
  return site === 'same-origin' || site === 'none'
}

/** A local site also accepts the other loopback names. */
function getOwnOrigins({ siteUrl, port }: Pick<Env, 'siteUrl' | 'port'>): string[] {
  if (!LOOPBACK.includes(new URL(siteUrl).hostname)) return [siteUrl]
  return [siteUrl, ...LOOPBACK.map((host) => `http://${host}:${port}`)]
}
