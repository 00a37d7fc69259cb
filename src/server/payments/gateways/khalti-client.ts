import type { GatewayContext } from './gateway.ts'

/** In the place of a key that the owner has not given: the sandbox takes any, Khalti none of this name. */
const NO_KEY = 'not_set'
const HOSTS = { test: 'https://dev.khalti.com', live: 'https://khalti.com' }

/** Where Khalti's API answers. */
function getHost({ mode, siteUrl, khaltiApi }: GatewayContext): string {
  if (mode === 'sandbox') return new URL('/sandbox/khalti', siteUrl).href
  // The older API has one host: its keys say whether they are test keys.
  return khaltiApi === 'v1' ? HOSTS.live : HOSTS[mode]
}

/** An answer whose body could be read, whatever its status below 500, or why there is none. */
export type KhaltiResponse = { data: Readonly<Record<string, unknown>>; status: number } | { silent: string }

/**
 * One call with the merchant's secret; addresses end in a slash. A status of 400 is an answer like any other: Khalti
 * reports payments that expired or were cancelled with it, in the usual body.
 */
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
    if (response.status >= 500) return { silent: `Khalti answered ${response.status}` }
    const said: unknown = JSON.parse(await response.text())
    if (typeof said !== 'object' || said === null) return { silent: 'Khalti did not answer with an object' }
    return { data: said as Readonly<Record<string, unknown>>, status: response.status }
  } catch (error) {
    return { silent: error instanceof SyntaxError ? 'Khalti did not answer with JSON' : 'Khalti could not be reached' }
  }
}

/** What Khalti says is wrong, short enough to keep: `detail`, or the first sentence about a field. */
export function describeKhaltiError(said: Readonly<Record<string, unknown>>): string {
  const sentences = [said.detail, ...Object.values(said).flat()].filter((value) => typeof value === 'string')
  return (sentences[0] ?? 'no reason given').slice(0, 80)
}
