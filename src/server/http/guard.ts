import type { IncomingMessage } from 'node:http'
import { isPublic } from '../env.ts'

interface Rejection {
  status: 400 | 405 | 421
  headers: Record<string, string>
  text: string
}

/** `host[:port]` of RFC 3986, without user information. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i

/** Monitors call these by the address of the machine or the container. */
const HEALTH_PATHS = /^\/api\/(?:health|ready)\/?(?:\?|$)/

/** Checks the request line and `Host`. A public site serves its own host only, against cache poisoning and phishing. */
export function findRejection(
  {
    method,
    url = '',
    headers: { host },
    headersDistinct,
  }: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>,
  siteUrl: string,
): Rejection | undefined {
  if (!url.startsWith('/') || hasParentSegment(url)) return reject(400, 'The address is not valid.')
  const hosts = headersDistinct.host?.length ?? 0
  if (hosts > 1 || (host !== undefined && !HOST.test(host))) return reject(400, 'The Host header is not valid.')
  if (method === 'TRACE') return reject(405, 'TRACE is not allowed.', { allow: 'GET, HEAD, POST' })
  if (isPublic(siteUrl) && !HEALTH_PATHS.test(url) && normalizeHost(host ?? '') !== new URL(siteUrl).hostname)
    return reject(421, 'This server does not serve this host name.')
  return undefined
}

const reject = (status: Rejection['status'], text: string, headers = {}): Rejection => ({ status, text, headers })

/** Lower case, without the port and a trailing dot. */
const normalizeHost = (host: string): string => host.toLowerCase().replace(/\.?(?::\d+)?$/, '')

/** Finds a `..` segment, also percent-encoded. */
const hasParentSegment = (url: string): boolean =>
  url
    .replace(/\?.*/s, '')
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .includes('..')
