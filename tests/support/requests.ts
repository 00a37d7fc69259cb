import { existsSync } from 'node:fs'
import type { APIContext, APIRoute } from 'astro'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { FAILURES, type Failure, type FailureCode } from '#contract/failure.ts'
import { newKey } from './orders.ts'

export const ORIGIN = 'http://localhost:4321'

export interface Sent {
  /** Replaces `{id}` in the path. */
  id?: string
  /** Replaces `{child}`. */
  child?: string
  query?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  secret?: string
  /** Each call has a different address by default. */
  address?: string
  /** Replaces the contract's method. */
  method?: string
  /** Reads a stream to its end instead of cancelling it. */
  stream?: true
}

export interface TestResponse {
  status: number
  headers: Headers
  body: unknown
  /** The text of a stream. */
  text?: string
}

/** Content types of binary responses. */
const FILES = [
  'image/jpeg',
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/** The headers of a same-origin request. */
export const SAME_ORIGIN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

/** A form submission without scripts. */
export const form = (fields: Record<string, string>, { headers, ...sent }: Sent = {}): Sent => ({
  raw: new URLSearchParams(fields).toString(),
  headers: { ...SAME_ORIGIN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  ...sent,
})

let callers = 0
/** Throttles last as long as the process, so calls need different addresses. */
export const newAddress = (): string => `10.0.${++callers >> 8}.${callers & 255}`

/** Makes a call that must succeed and match its contract. */
export async function call<Contract extends Endpoint>(contract: Contract, sent: Sent = {}): Promise<Output<Contract>> {
  const { status, body } = await send(contract, sent)
  expect({ status, body }).toMatchObject({ status: contract.status ?? 200 })
  expect(body).toEqual((contract.output ?? z.object({})).parse(body))
  return body as Output<Contract>
}

/** Failure codes that any call may return. */
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

/** Makes a call that must fail with this code, and returns the failure. */
export async function rejected(code: FailureCode, contract: Endpoint, sent: Sent = {}): Promise<Failure> {
  const { status, headers, body } = await send(contract, sent)
  expect({ status, body }).toMatchObject({ status: FAILURES[code].status, body: { error: { code } } })
  expect([...GENERAL, ...(contract.failures ?? [])]).toContain(code)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Object.keys(body as object)).toEqual(['error'])
  const failure = (body as { error: Failure }).error
  expect(failure.message).toMatch(/\w.*\w/)
  return failure
}

export async function send(contract: Pick<Endpoint, 'method' | 'path'>, sent: Sent = {}): Promise<TestResponse> {
  const route = await routeOf(contract.path)
  const url = buildUrl(contract, sent)
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const request = new Request(url, {
    method: sent.method ?? contract.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...buildHeaders(sent),
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  })
  const context = {
    request,
    url,
    params: { id: sent.id, child: sent.child },
    clientAddress: sent.address ?? newAddress(),
    routePattern: contract.path,
  }
  const response = await route(context as unknown as APIContext)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && sent.stream)
    return { status: response.status, headers: response.headers, body: undefined, text: await response.text() }
  if (isStream) await response.body?.cancel()
  if (FILES.includes(response.headers.get('content-type') ?? ''))
    return { status: response.status, headers: response.headers, body: await response.bytes() }
  const text = isStream ? '' : await response.text()
  if (/^text\/(csv|calendar|html)/.test(response.headers.get('content-type') ?? ''))
    return { status: response.status, headers: response.headers, body: text }
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export function buildUrl({ path }: Pick<Endpoint, 'path'>, { id = '', child = '', query = {} }: Sent): URL {
  const url = new URL(
    path.replace('{id}', encodeURIComponent(id)).replace('{child}', encodeURIComponent(child)),
    ORIGIN,
  )
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

export const buildHeaders = ({ secret, headers }: Sent): Record<string, string> => ({
  ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
  ...headers,
})

/** Finds the route as Astro does, the catch-all last. */
async function routeOf(path: string): Promise<APIRoute> {
  const pages = new URL('../../src/pages', import.meta.url).href
  const base = pages + path.replaceAll('{', '[').replaceAll('}', ']')
  const file = [`${base}.ts`, `${base}/index.ts`].find((candidate) => existsSync(new URL(candidate)))
  const { ALL } = (await import(/* @vite-ignore */ file ?? `${pages}/api/[...path].ts`)) as { ALL: APIRoute }
  return ALL
}

/** A body with an idempotency key. */
export const withKey = (body: unknown, { headers, ...sent }: Sent = {}): Sent => ({
  body,
  headers: { 'idempotency-key': newKey(), ...headers },
  ...sent,
})
export const raw = (text: BodyInit, headers: Record<string, string> = {}): Sent =>
  withKey(undefined, { raw: text, headers })
