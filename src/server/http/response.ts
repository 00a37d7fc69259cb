import { createHash } from 'node:crypto'
import { FAILURES, type Failure, getFailureMessage } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

/** Every answer of the API: never stored, never rendered, for our own pages alone. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
const JSON_HEADERS = { ...COMMON_HEADERS, 'content-type': 'application/json; charset=utf-8' }

export function jsonResponse(body: unknown, status = 200, headers?: Headers): Response {
  return new Response(JSON.stringify(body), { status, headers: [...Object.entries(JSON_HEADERS), ...(headers ?? [])] })
}

/** JSON that a browser may keep and asks about each time: what has not changed is not sent again. */
export function cachedJsonResponse(body: unknown, request: Pick<ApiRequest, 'headers'>): Response {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = { ...JSON_HEADERS, 'cache-control': 'no-cache', etag }
  return request.headers.get('if-none-match') === etag
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}

/**
 * A picture that a stranger sent and we drew anew. Saved, not shown: opened by itself it is nobody's page, and may do
 * nothing if a browser takes it for one.
 */
export function imageResponse(picture: Uint8Array, name: string): Response {
  return new Response(Buffer.from(picture), {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  })
}

/** A table to be saved, sent while it is read. */
export function csvResponse(lines: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(lines, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}

/** Server-sent events, which nothing between here and the browser may hold back. */
export function streamResponse(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Leads a form that was sent without a script on to a page. */
export function redirectResponse(path: string): Response {
  return new Response(null, { status: 303, headers: { ...COMMON_HEADERS, location: path } })
}

/** The one place where a failure gets its status. */
export function errorResponse(failure: Failure, headers = new Headers()): Response {
  const error = { ...failure, message: getFailureMessage(failure) }
  if (failure.retryAfter !== undefined) {
    error.retryAfter = Math.max(1, Math.ceil(failure.retryAfter))
    headers.set('retry-after', String(error.retryAfter))
  }
  return jsonResponse({ error }, FAILURES[failure.code].status, headers)
}
