import type { GatewayContext } from './gateway.ts'

/** The sandbox accepts any key; Khalti rejects this one. */
const NO_KEY = 'not_set'
const HOSTS = { test: 'https://dev.khalti.com', live: 'https://khalti.com' }

function getHost({ mode, siteUrl, khaltiApi }: GatewayContext): string {
  if (mode === 'sandbox') return new URL('/sandbox/khalti', siteUrl).href
  // The older API has one host for test and live keys.
  return khaltiApi === 'v1' ? HOSTS.live : HOSTS[mode]
}

/** `noResponse` is the reason why there is no readable response. */
type KhaltiResponse = { data: Readonly<Record<string, unknown>>; status: number } | { noResponse: string }

/** Paths end in a slash. Status 400 is a normal response: Khalti reports expired and cancelled payments with it. */
export async function callKhalti(context: GatewayContext, path: string, body: unknown): Promise<KhaltiResponse> {
  try {
    const response = await context.fetch(getHost(context) + path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Key ${context.khalti.secretKey ?? NO_KEY}`,
      },
      body: JSON.stringify(body),
    })
    if (response.status >= 500) return { noResponse: `Khalti responded with ${response.status}` }
    const data: unknown = JSON.parse(await response.text())
    if (typeof data !== 'object' || data === null) return { noResponse: 'Khalti did not respond with an object' }
    return { data: data as Readonly<Record<string, unknown>>, status: response.status }
  } catch (error) {
    return {
      noResponse: error instanceof SyntaxError ? 'Khalti did not respond with JSON' : 'Khalti could not be reached',
    }
  }
}

/** `detail`, or the first message about a field, shortened for storage. */
export function describeKhaltiError(body: Readonly<Record<string, unknown>>): string {
  const messages = [body.detail, ...Object.values(body).flat()].filter((value) => typeof value === 'string')
  return (messages[0] ?? 'no reason given').slice(0, 80)
}
