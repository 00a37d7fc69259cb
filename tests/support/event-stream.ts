import type { APIContext } from 'astro'
import { expect } from 'vitest'
import { ALL } from '#pages/api/admin/events.ts'
import { ORIGIN } from './requests.ts'
import type { TestBrowser } from './staff-accounts.ts'

interface Event {
  id: string
  event: string
  data: unknown
}

export class EventStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly events: Event[] = []
  ended = false
  #text = ''

  constructor(response: Response) {
    if (!response.body) throw new Error('a stream has a body')
    this.#reader = response.body.getReader()
    void this.#read()
  }

  /** Messages without heartbeats and duplicates. */
  get messages(): Event[] {
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
      for (const block of blocks) this.#parse(block)
    }
    this.ended = true
  }

  #parse(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
    if (fields.data === undefined) return
    this.events.push({ id: fields.id ?? '', event: fields.event ?? 'message', data: JSON.parse(fields.data) })
  }
}

const open: EventStream[] = []

export async function openEventStream(
  browser: TestBrowser,
  headers: Record<string, string> = {},
  query = '',
): Promise<EventStream> {
  const url = new URL(`/api/admin/events${query}`, ORIGIN)
  const request = new Request(url, { headers: { ...browser.sent.headers, ...headers } })
  const context = { request, url, params: {}, clientAddress: browser.address, routePattern: url.pathname }
  const response = await ALL(context as unknown as APIContext)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  const listener = new EventStream(response)
  open.push(listener)
  return listener
}

export const closeEventStreams = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
}
