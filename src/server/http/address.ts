import type { ApiRequest } from './request.ts'
/**
 * The client's address: the socket's peer, or, behind `trustProxy` proxies of ours, the entry that the outermost of
 * them wrote into `X-Forwarded-For` (counted from the right: what stands further left is the client's own say).
 */
export function clientAddress(request: ApiRequest, peer: string, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-trustProxy) || peer
}

/** Who has one IPv6 address has 2^64 of them: for limits they count as one. */
export const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
