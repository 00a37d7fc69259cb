import { AsyncLocalStorage } from 'node:async_hooks'

interface GatewayResponse {
  path: string
  status: number
  body: string
}

const MAX_BODY_LENGTH = 4_000
/** The client secret lets a browser pay, and Fonepay's tokens act for the merchant. */
const SECRET = /("(?:client_secret|accessToken|refreshToken)":\s*)"[^"]*"/g

const recording = new AsyncLocalStorage<GatewayResponse[]>()

/** Runs a call and returns the gateway's responses with its value. */
export async function recordGatewayResponses<Value>(
  call: () => Promise<Value>,
): Promise<{ value: Value; responses: GatewayResponse[] }> {
  const responses: GatewayResponse[] = []
  return { value: await recording.run(responses, call), responses }
}

export const withResponseRecording =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const responses = recording.getStore()
    if (!responses) return response
    const body = await response.text()
    const { pathname: path } = new URL(input instanceof Request ? input.url : input)
    responses.push({ path, status: response.status, body: body.replace(SECRET, '$1"…"').slice(0, MAX_BODY_LENGTH) })
    const { status, statusText, headers } = response
    return new Response(body === '' ? null : body, { status, statusText, headers })
  }
