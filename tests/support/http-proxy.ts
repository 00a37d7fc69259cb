import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { listen, type TestServer } from './listen.ts'

interface Steps {
  /** Runs before a request is forwarded. */
  before?: (incoming: IncomingMessage) => Promise<void> | void
  /** Changes the headers of a response. */
  change?: (headers: IncomingHttpHeaders) => void
  /** Runs when a response is sent or given up. */
  after?: () => void
}

/** Forwards requests to a site. */
export const openHttpProxy = (site: string, { before, change, after }: Steps): Promise<TestServer> =>
  listen(async (incoming, outgoing) => {
    if (after) outgoing.once('close', after)
    await before?.(incoming)
    const headers = { ...incoming.headers, host: new URL(site).host }
    const forwarded = request(site + incoming.url, { method: incoming.method, headers, agent: false }, (response) => {
      change?.(response.headers)
      outgoing.writeHead(response.statusCode as number, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
