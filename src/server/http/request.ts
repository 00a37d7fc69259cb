import type { IncomingMessage } from 'node:http'

/** The part of a request that endpoints use; Astro's `Request` has it too. */
export interface ApiRequest {
  method: string
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** Compatible with Astro's `APIContext`. */
export interface ApiContext {
  request: ApiRequest
  url: Pick<URL, 'searchParams'>
  params: Record<string, string | undefined>
  /** Address of the socket's peer. */
  clientAddress: string
  /** The path with parameters in brackets, for the log. */
  routePattern: string
}

/** Avoids the copies that the web `Request` makes. */
export function toApiRequest(incoming: IncomingMessage): ApiRequest {
  const hasBody = incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length']) > 0
  return {
    method: incoming.method ?? 'GET',
    headers: {
      get: (name) => {
        const value = incoming.headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : (value ?? null)
      },
    },
    // Keeps the socket open for the response when the body is not read to its end.
    body: hasBody ? { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) } : null,
  }
}
