import { createHash } from 'node:crypto'
import { EMPTY_POLICY, UPLOAD_POLICY } from '#contract/content-security-policy.ts'
import { FAILURES, type Failure, getFailureMessage, type Outcome } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

/** API responses are never stored, rendered or read by other sites. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': EMPTY_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
const JSON_HEADERS = { ...COMMON_HEADERS, 'content-type': 'application/json; charset=utf-8' }

export function jsonResponse(body: unknown, status = 200, headers?: Headers): Response {
  return new Response(JSON.stringify(body), { status, headers: [...Object.entries(JSON_HEADERS), ...(headers ?? [])] })
}

/** JSON that a browser revalidates by its ETag. */
export function cachedJsonResponse(body: unknown, request: Pick<ApiRequest, 'headers'>): Response {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = { ...JSON_HEADERS, 'cache-control': 'no-cache', etag }
  return request.headers.get('if-none-match') === etag
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}

/** Re-encoded upload of an untrusted person: sent as an attachment, with a policy that allows nothing. */
export function imageResponse(image: Uint8Array, name: string): Response {
  return new Response(Buffer.from(image), {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': UPLOAD_POLICY,
    },
  })
}

export function csvResponse(
  lines: Outcome<ReadableStream<Uint8Array>>,
  name: string,
): Response | Extract<typeof lines, { ok: false }> {
  if (!lines.ok) return lines
  return new Response(lines.value, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}

export const calendarResponse = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

export const pdfResponse = (pdf: Uint8Array, name: string): Response =>
  new Response(Buffer.from(pdf), {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

/** A table for spreadsheet programs. */
export function workbookResponse(
  workbook: Outcome<Uint8Array>,
  name: string,
): Response | Extract<typeof workbook, { ok: false }> {
  if (!workbook.ok) return workbook
  return new Response(Buffer.from(workbook.value), {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}

/** A ZIP that is streamed from the disk. */
export const archiveResponse = (file: ReadableStream<Uint8Array>, bytes: number, name: string): Response =>
  new Response(file, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/zip',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

/** Server-sent events, with headers that turn off buffering by proxies. */
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

/** After a form that was submitted without JavaScript. */
export function redirectResponse(path: string): Response {
  return new Response(null, { status: 303, headers: { ...COMMON_HEADERS, location: path } })
}

/** Maps a failure code to its HTTP status. */
export function errorResponse(failure: Failure, headers = new Headers()): Response {
  const error = { ...failure, message: getFailureMessage(failure) }
  if (failure.retryAfter !== undefined) {
    error.retryAfter = Math.max(1, Math.ceil(failure.retryAfter))
    headers.set('retry-after', String(error.retryAfter))
  }
  return jsonResponse({ error }, FAILURES[failure.code].status, headers)
}
