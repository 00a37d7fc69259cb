import type { IncomingMessage } from 'node:http'

/** What a call needs of a request. Astro's requests have it, and so have those that come straight from the socket. */
export interface ApiRequest {
  method: string
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
  bytes(): Promise<Uint8Array>
}

/** What a call knows beside the request; Astro's own context fits. */
export interface ApiContext {
  request: ApiRequest
  url: Pick<URL, 'searchParams'>
  params: Record<string, string | undefined>
  /** The socket's peer. */
  clientAddress: string
  /** The address with its parameters in brackets, for the log. */
  routePattern: string
}

/** A request as node read it, without the copies that the web's own class makes of it. */
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
    // Whoever stops reading early still wants to answer on this socket.
    body: hasBody ? { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) } : null,
    bytes: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
