import type { ApiRequest } from '../http/request.ts'

/**
 * The client's address: the socket's peer, or, behind `trustProxy` proxies of ours, the entry that the outermost of
 * them wrote into `X-Forwarded-For` (counted from the right: what stands further left is the client's own say).
 */
export function getClientAddress(request: ApiRequest, peer: string, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-trustProxy) || peer
}

/** Who has one IPv6 address has 2^64 of them: for limits their network counts as one. */
export function getNetwork(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
