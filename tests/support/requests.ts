import { existsSync } from 'node:fs'
import type { APIContext, APIRoute } from 'astro'
import { expect } from 'vitest'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { FAILURES, type Failure, type FailureCode } from '#contract/failure.ts'
import { newKey } from './orders.ts'

export const ORIGIN = 'http://localhost:4321'

export interface Sent {
  /** Takes the place of `{id}` in the path. */
  id?: string
  query?: Record<string, string>
  /** JSON, unless `raw` says what is sent instead. */
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  secret?: string
  /** The caller's network address; each call has one of its own unless it is said. */
  address?: string
  /** Another method than the contract's. */
  method?: string
  /** Reads a stream to its end; it is let go at once otherwise. */
  stream?: true
}

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
  /** What came, where it was a stream that was read. */
  text?: string
}

/** What a browser sends along from one of our own pages. */
export const OWN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

/** What a page's own form sends where no script is at work. */
export const form = (fields: Record<string, string>, { headers, ...sent }: Sent = {}): Sent => ({
  raw: new URLSearchParams(fields).toString(),
  headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  ...sent,
})

let callers = 0
/** Throttles live as long as the process: who should not meet one needs an address of their own. */
export const newAddress = (): string => `10.0.${++callers >> 8}.${callers & 255}`

/** Makes a call that is answered as its contract says, and gives what came. */
export async function call<Contract extends Endpoint>(contract: Contract, sent: Sent = {}): Promise<Output<Contract>> {
  const { status, body } = await send(contract, sent)
  expect({ status, body }).toMatchObject({ status: contract.status ?? 200 })
  // Whatever the contract does not name must not leave the house.
  expect(body).toEqual(contract.output.parse(body))
  return body as Output<Contract>
}

/** What any call may be refused with. */
const GENERAL: readonly FailureCode[] = [
  'invalid',
  'bad_json',
  'unauthorized',
  'forbidden',
  'password_again',
  'method_not_allowed',
  'too_large',
  'unsupported_type',
  'internal',
  'not_ready',
]

/** Makes a call that is refused with this code, in its status and with a sentence, and gives the failure. */
export async function refused(code: FailureCode, contract: Endpoint, sent: Sent = {}): Promise<Failure> {
  const { status, headers, body } = await send(contract, sent)
  expect({ status, body }).toMatchObject({ status: FAILURES[code].status, body: { error: { code } } })
  expect([...GENERAL, ...contract.failures]).toContain(code)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Object.keys(body as object)).toEqual(['error'])
  const failure = (body as { error: Failure }).error
  expect(failure.message).toMatch(/\w.*\w/)
  return failure
}

/** Makes a call and gives the answer as it is. */
export async function send(contract: Pick<Endpoint, 'method' | 'path'>, sent: Sent = {}): Promise<Answer<unknown>> {
  const route = await routeOf(contract.path)
  const url = new URL(contract.path.replace('{id}', encodeURIComponent(sent.id ?? '')), ORIGIN)
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const request = new Request(url, {
    method: sent.method ?? contract.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sent.secret !== undefined && { authorization: `Bearer ${sent.secret}` }),
      ...sent.headers,
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  })
  const context = {
    request,
    url,
    params: { id: sent.id },
    clientAddress: sent.address ?? newAddress(),
    routePattern: contract.path,
  }
  const response = await route(context as unknown as APIContext)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && sent.stream)
    return { status: response.status, headers: response.headers, body: undefined, text: await response.text() }
  if (isStream) await response.body?.cancel()
  if (response.headers.get('content-type') === 'image/jpeg')
    return { status: response.status, headers: response.headers, body: await response.bytes() }
  const text = isStream ? '' : await response.text()
  if (response.headers.get('content-type')?.startsWith('text/csv'))
    return { status: response.status, headers: response.headers, body: text }
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** The `ALL` export of the file that answers a path: as Astro finds it, the catch-all last. */
async function routeOf(path: string): Promise<APIRoute> {
  const pages = new URL('../../src/pages', import.meta.url).href
  const base = pages + path.replaceAll('{', '[').replaceAll('}', ']')
  const file = [`${base}.ts`, `${base}/index.ts`].find((candidate) => existsSync(new URL(candidate)))
  const { ALL } = (await import(/* @vite-ignore */ file ?? `${pages}/api/[...path].ts`)) as { ALL: APIRoute }
  return ALL
}

/** A call under a key of its own. */
export const asked = (body: unknown, { headers, ...sent }: Sent = {}): Sent => ({
  body,
  headers: { 'idempotency-key': newKey(), ...headers },
  ...sent,
})
/** A body as it stands, with nothing of it put in order. */
export const raw = (text: BodyInit, headers: Record<string, string> = {}): Sent =>
  asked(undefined, { raw: text, headers })
