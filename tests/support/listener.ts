import type { APIContext } from 'astro'
import { expect } from 'vitest'
import { ALL } from '#pages/api/admin/events.ts'
import type { Visitor } from './desk.ts'
import { ORIGIN } from './requests.ts'

/** As it came over the wire. */
interface Event {
  id: string
  event: string
  data: unknown
}

/** One open stream of events. */
export class Listener {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly events: Event[] = []
  ended = false
  #text = ''

  constructor(response: Response) {
    if (!response.body) throw new Error('a stream has a body')
    this.#reader = response.body.getReader()
    void this.#read()
  }

  /** What happened to bookings: beats left out, as are events that came twice. */
  get news(): Event[] {
    const seen = new Set<string>()
    return this.events.filter(({ id, event }) => event === 'message' && !seen.has(id) && seen.add(id))
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) break
      this.#text += decoder.decode(value, { stream: true })
      const blocks = this.#text.split('\n\n')
      this.#text = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
    this.ended = true
  }

  #take(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
    if (fields.data === undefined) return
    this.events.push({ id: fields.id ?? '', event: fields.event ?? 'message', data: JSON.parse(fields.data) })
  }
}

const open: Listener[] = []

/** Opens a stream as a browser does. */
export async function listen(visitor: Visitor, headers: Record<string, string> = {}, query = ''): Promise<Listener> {
  const url = new URL(`/api/admin/events${query}`, ORIGIN)
  const request = new Request(url, { headers: { ...visitor.sent.headers, ...headers } })
  const context = { request, url, params: {}, clientAddress: visitor.address, routePattern: url.pathname }
  const response = await ALL(context as unknown as APIContext)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  const listener = new Listener(response)
  open.push(listener)
  return listener
}

/** Closes every stream that a test has opened. */
export const stopListening = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
}
