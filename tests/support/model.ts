import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the stand-in of the generative-language service does when it is asked. */
export type Behaviour =
  | { kind: 'says'; pieces: readonly string[] }
  | { kind: 'nothing' }
  | { kind: 'cut'; pieces: readonly string[] }
  | { kind: 'stalls'; pieces: readonly string[] }
  /** Sends the piece over and over until the caller hangs up. */
  | { kind: 'repeats'; piece: string; everyMs: number }
  | { kind: 'status'; status: number; code: string }
  | { kind: 'redirects'; to: string }
  | { kind: 'garbage' }
  | { kind: 'blocked' }

export interface Model {
  url: string
  /** One for each question, the last for all that follow. */
  script: Behaviour[]
  /** What it was sent. */
  asked: { path: string; key: string | undefined; body: unknown }[]
  close(): Promise<void>
}

/** The service's streaming call as its client makes it, on a port of this machine. */
export async function openModel(...script: Behaviour[]): Promise<Model> {
  const asked: Model['asked'] = []
  const model: Omit<Model, 'url'> = { script, asked, close: async () => {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const key = request.headers['x-goog-api-key']
    asked.push({
      path: request.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    const behaviour = model.script.length > 1 ? model.script.shift() : model.script[0]
    behave(response, behaviour ?? { kind: 'nothing' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return Object.assign(model, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
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
  for (const text of 'pieces' in behaviour ? behaviour.pieces : []) write(text)
  if (behaviour.kind === 'says' || behaviour.kind === 'nothing') response.end()
  // After what was written has left.
  if (behaviour.kind === 'cut') setImmediate(() => response.destroy())
}
