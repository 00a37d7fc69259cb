import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface Front {
  close(): void
}

/**
 * A proxy before several processes: each request goes to the next of them, past those that take no connection. It adds
 * nothing about the caller, whose address tests say themselves.
 */
export async function openFront(processes: readonly string[], port: number): Promise<Front> {
  let turn = 0
  const server = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray().catch(() => []))
    const first = turn++
    for (let tried = 0; tried < processes.length; tried++) {
      const outcome = await pass(processes[(first + tried) % processes.length] ?? '', incoming, body, answer)
      if (outcome === 'passed') return
      // What may have arrived is not sent again: whether it was done, only who asked can find out.
      if (outcome === 'broken') break
    }
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve())
  })
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function pass(
  process: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<'passed' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const call = request(process + url, { method, headers }, (incoming) => {
      answer.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders)
      // A stream's head is news already.
      answer.flushHeaders()
      incoming.pipe(answer)
      incoming.once('end', () => resolve('passed'))
      incoming.once('error', () => resolve('broken'))
    })
    answer.once('close', () => call.destroy())
    call.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'broken'))
    call.end(body)
  })
}
