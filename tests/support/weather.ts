import type { Chance } from './random.ts'

/** What happens to a call between us and a gateway. */
export const FAULTS = [
  'time-out',
  'no connection',
  'connection cut after the call arrived',
  'status 500',
  'status 503 with a page',
  'a page instead of JSON',
  'nothing',
  'half of the answer',
  'another answer',
  'a slow answer',
] as const
export type Fault = (typeof FAULTS)[number]

const PAGE = '<!doctype html><title>Sorry</title><p>We will be back soon: COMPLETE, Completed, success.</p>'

/** Stands between us and the stand-ins, and breaks as many calls as it is told to. */
export class Weather {
  readonly counts: Partial<Record<Fault, number>> = {}
  /** The share of calls that something happens to, from 0 to 1. */
  rate: number
  readonly #chance: Chance

  constructor(chance: Chance, rate: number) {
    this.#chance = chance
    this.rate = rate
  }

  over(gateway: typeof fetch): typeof fetch {
    return async (input, init) => {
      if (this.#chance.next() >= this.rate) return gateway(input, init)
      const fault = this.#chance.pick(FAULTS)
      this.counts[fault] = (this.counts[fault] ?? 0) + 1
      return this.#broken(fault, () => gateway(input, init))
    }
  }

  async #broken(fault: Fault, call: () => Promise<Response>): Promise<Response> {
    switch (fault) {
      case 'time-out':
        throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      case 'no connection':
        throw new TypeError('fetch failed')
      case 'connection cut after the call arrived':
        await call()
        throw new TypeError('terminated')
      case 'status 500':
        return Response.json({ detail: 'Internal server error.' }, { status: 500 })
      case 'status 503 with a page':
        return new Response(PAGE, { status: 503 })
      case 'a page instead of JSON':
        return new Response(PAGE)
      case 'nothing':
        return new Response('')
      case 'half of the answer': {
        const whole = await (await call()).text()
        return new Response(whole.slice(0, whole.length / 2))
      }
      case 'another answer':
        return Response.json(
          this.#chance.pick([{}, [], null, 'COMPLETE', { code: 0, error_message: 'Service is unavailable' }]),
        )
      case 'a slow answer': {
        // It tells how things stood when it was asked, and arrives after answers to later questions.
        const answer = await call()
        for (let turn = this.#chance.integerBelow(40); turn > 0; turn--)
          await new Promise((resolve) => setImmediate(resolve))
        return answer
      }
    }
  }
}
