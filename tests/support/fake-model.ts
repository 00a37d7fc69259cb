import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour =
  | { kind: 'says' | 'cut' | 'stalls'; pieces: readonly string[] }
  /** Repeats the piece until the caller disconnects. */
  | { kind: 'repeats'; piece: string; everyMs: number }
  | { kind: 'status'; status: number; code: string }
  | { kind: 'redirects'; to: string }
  | { kind: 'garbage' }
  | { kind: 'blocked' }

export interface FakeModel {
  url: string
  requests: { path: string; key: string | undefined; body: unknown }[]
  close(): Promise<void>
}

/** Starts a fake of the generative-language service's streaming call; the last behaviour is repeated. */
export async function openFakeModel(...script: Behaviour[]): Promise<FakeModel> {
  const requests: FakeModel['requests'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const key = request.headers['x-goog-api-key']
    requests.push({
      path: request.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    const behaviour = script.length > 1 ? script.shift() : script[0]
    if (behaviour) behave(response, behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

function behave(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour.kind === 'status') {
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code: behaviour.status, message: behaviour.code, status: behaviour.code } }))
    return
  }
  if (behaviour.kind === 'redirects') {
    response.writeHead(307, { location: behaviour.to }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (behaviour.kind === 'garbage') {
    response.end('data: {"candidates": [\n\n')
    return
  }
  if (behaviour.kind === 'blocked') {
    response.end(`data: ${JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } })}\n\n`)
    return
  }
  const write = (text: string) =>
    response.write(`data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })}\n\n`)
  if (behaviour.kind === 'repeats') {
    const timer = setInterval(() => write(behaviour.piece), behaviour.everyMs)
    response.once('close', () => clearInterval(timer))
    return
  }
  for (const text of behaviour.pieces) write(text)
  if (behaviour.kind === 'says') response.end()
  if (behaviour.kind === 'cut') setImmediate(() => response.destroy())
}
