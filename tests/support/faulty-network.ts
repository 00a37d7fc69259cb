import type { TestRandom } from './random.ts'

const PAGE = '<!doctype html><title>Sorry</title><p>We will be back soon: COMPLETE, Completed, success.</p>'
const OTHER_RESPONSES = [{}, [], null, 'COMPLETE', { code: 0, error_message: 'Service is unavailable' }]

/** What a fault does in place of the call. */
const FAULTS: Readonly<Record<string, (call: () => Promise<Response>, chance: TestRandom) => Promise<Response>>> = {
  'time-out': () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  'no connection': () => Promise.reject(new TypeError('fetch failed')),
  'connection cut after the call arrived': async (call) => {
    await call()
    throw new TypeError('terminated')
  },
  'status 500': async () => Response.json({ detail: 'Internal server error.' }, { status: 500 }),
  'status 503 with a page': async () => new Response(PAGE, { status: 503 }),
  'a page instead of JSON': async () => new Response(PAGE),
  'an empty response': async () => new Response(''),
  'half of the response': async (call) => {
    const whole = await (await call()).text()
    return new Response(whole.slice(0, whole.length / 2))
  },
  'another response': async (_, chance) => Response.json(chance.pick(OTHER_RESPONSES)),
  // Arrives after the responses of later calls.
  'a slow response': async (call, chance) => {
    const response = await call()
    for (let turn = chance.integerBelow(40); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    return response
  },
}

/** Breaks a share of the calls between the server and the sandbox gateways, from 0 to 1. */
export function faultyNetwork(chance: TestRandom, rate: number) {
  const counts: Record<string, number> = {}
  const network = {
    rate,
    counts,
    wrap:
      (gateway: typeof fetch): typeof fetch =>
      async (input, init) => {
        if (chance.next() >= network.rate) return gateway(input, init)
        const [name, fault] = chance.pick(Object.entries(FAULTS))
        counts[name] = (counts[name] ?? 0) + 1
        return fault(() => gateway(input, init), chance)
      },
  }
  return network
}
