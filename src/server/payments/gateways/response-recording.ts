import { AsyncLocalStorage } from 'node:async_hooks'

/** One answer of a gateway, word for word. */
export interface GatewayResponse {
  path: string
  status: number
  body: string
}

const MAX_BODY_LENGTH = 4_000
/** Stripe says with an intent what lets a browser pay it: that is nobody's evidence. */
const SECRET = /("client_secret":\s*)"[^"]*"/g

const recording = new AsyncLocalStorage<GatewayResponse[]>()

/** Runs what asks a gateway, and gives what the gateway answered meanwhile beside it. */
export async function recordGatewayResponses<Value>(
  ask: () => Promise<Value>,
): Promise<{ value: Value; heard: GatewayResponse[] }> {
  const heard: GatewayResponse[] = []
  return { value: await recording.run(heard, ask), heard }
}

/** The way out to gateways, overheard wherever somebody listens. */
export const withResponseRecording =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const heard = recording.getStore()
    if (!heard) return response
    const body = await response.text()
    const { pathname: path } = new URL(input instanceof Request ? input.url : input)
    heard.push({ path, status: response.status, body: body.replace(SECRET, '$1"…"').slice(0, MAX_BODY_LENGTH) })
    const { status, statusText, headers } = response
    return new Response(body === '' ? null : body, { status, statusText, headers })
  }
