import type { Endpoint } from '#contract/endpoint.ts'
import type { Env } from '../env.ts'
import type { ApiRequest } from './request.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a state-changing request comes from our own pages. Browsers send `Origin` with every such request; where it
 * is missing, `Sec-Fetch-Site` decides. Where both are missing no browser is at work and no cookie can be abused: only
 * what our own pages alone may ask is refused then.
 */
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

/** The loopback names on our port are one where the site itself is local. */
function getOwnOrigins({ siteUrl, port }: Pick<Env, 'siteUrl' | 'port'>): string[] {
  if (!LOOPBACK.includes(new URL(siteUrl).hostname)) return [siteUrl]
  return [siteUrl, ...LOOPBACK.map((host) => `http://${host}:${port}`)]
}
