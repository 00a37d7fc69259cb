import type { ApiRequest } from '../http/request.ts'

/** Returns the peer, or the `X-Forwarded-For` entry that the outermost of our proxies wrote, counted from the right. */
export function getClientAddress(request: ApiRequest, peer: string, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-trustProxy) || peer
}

/** One IPv6 client has 2^64 addresses, so its /64 network counts as one. */
export function getNetwork(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
