import { type FailureCode, fail, type Outcome, succeed } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

const MAX_JSON_BYTES = 64 * 1_024

/** Returns `{}` for an empty body. */
export async function readJson(request: ApiRequest): Promise<Outcome<unknown>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES, 'bad_json')
  if (!bytes.ok) return bytes
  if (bytes.value.length === 0) return succeed({})
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return fail('unsupported_type')
  try {
    const text = strictDecoder.decode(bytes.value)
    return NUL_ESCAPE.test(text) ? fail('bad_json') : succeed(JSON.parse(text))
  } catch {
    return fail('bad_json')
  }
}

/** Returns the raw body. Invalid UTF-8 is replaced, which no signature matches. */
export async function readText(request: ApiRequest): Promise<Outcome<string>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES, 'bad_json')
  return bytes.ok ? succeed(Buffer.from(bytes.value).toString()) : bytes
}

/** Submitted without JavaScript; only endpoints with `form` in their contract accept it. */
export const isForm = (request: ApiRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')

export async function readForm(request: ApiRequest): Promise<Outcome<unknown>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES, 'bad_json')
  if (!bytes.ok) return bytes
  const fields = [...new URLSearchParams(Buffer.from(bytes.value).toString())]
  return fields.flat().some((text) => text.includes('\0')) ? fail('bad_json') : succeed(Object.fromEntries(fields))
}

/** Bytes of the names and boundaries around the file. */
const MULTIPART_MARGIN = 4_096

/** Reads a file of up to `maxBytes`, sent as the body or as a part of a form. */
export async function readFile(request: ApiRequest, maxBytes: number): Promise<Outcome<Uint8Array>> {
  const type = request.headers.get('content-type') ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  if (!isMultipart && !/^(image\/|application\/octet-stream\b)/i.test(type)) return fail('unsupported_type')
  const bytes = await readBytes(request, maxBytes + (isMultipart ? MULTIPART_MARGIN : 0), 'unsupported_type')
  if (!bytes.ok || !isMultipart) return bytes
  const file = await findFilePart(bytes.value, type)
  if (!file) return fail('unsupported_type')
  return file.size > maxBytes ? fail('too_large') : succeed(await file.bytes())
}

async function findFilePart(bytes: Uint8Array, type: string): Promise<Blob | undefined> {
  const body = new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
  const form = await body.formData().catch(() => undefined)
  for (const part of form?.values() ?? []) if (typeof part !== 'string') return part
  return undefined
}

/** An escaped NUL, which PostgreSQL does not store. */
const NUL_ESCAPE = /(?<!\\)(?:\\\\)*\\u0000/

const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** Fails with `too_large`, or with `interrupted` when the sender disconnects before the end. */
async function readBytes(
  request: ApiRequest,
  maxBytes: number,
  interrupted: FailureCode,
): Promise<Outcome<Uint8Array>> {
  if (Number(request.headers.get('content-length')) > maxBytes) return fail('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) return fail('too_large')
      chunks.push(chunk)
    }
  } catch {
    return fail(interrupted)
  }
  return succeed(Buffer.concat(chunks))
}
