import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Sends requests to the processes in turn and skips those that refuse a connection. Returns a function that stops it. */
export async function openLoadBalancer(processes: readonly string[], port: number) {
  let turn = 0
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray().catch(() => []))
    const first = turn++
    for (let attempt = 0; attempt < processes.length; attempt++) {
      const outcome = await forward(processes[(first + attempt) % processes.length] ?? '', incoming, body, response)
      if (outcome === 'forwarded') return
      // A request that may have arrived is not repeated.
      if (outcome === 'broken') break
    }
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  await once(server.listen(port), 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

const forward = (
  process: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<'forwarded' | 'refused' | 'broken'> =>
  new Promise((resolve) => {
    const call = request(process + url, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders)
      // Sends the headers of a stream before its first event.
      response.flushHeaders()
      incoming.pipe(response)
      incoming.once('end', () => resolve('forwarded'))
      incoming.once('error', () => resolve('broken'))
    })
    response.once('close', () => call.destroy())
    call.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'broken'))
    call.end(body)
  })
