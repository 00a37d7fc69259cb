import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

export const MAX_JSON_BYTES = 64 * 1_024

/** The JSON body of a request, `{}` where there is none. */
export async function readJson(request: ApiRequest): Promise<Outcome<unknown>> {
  // A sender who goes away in the middle has sent nothing that can be used.
  const bytes = await readBytes(request, MAX_JSON_BYTES).catch(() => fail('bad_json'))
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

/** The body as it came; bytes that are no text become signs that no signature covers. */
export async function readText(request: ApiRequest): Promise<Outcome<string>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES).catch(() => fail('bad_json'))
  return bytes.ok ? succeed(Buffer.from(bytes.value).toString()) : bytes
}

/** Sent by a page's form itself; only calls that say so in their contract take one. */
export const isForm = (request: ApiRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')

/** The fields of a form; all of them are texts. */
export async function readForm(request: ApiRequest): Promise<Outcome<unknown>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES).catch(() => fail('bad_json'))
  if (!bytes.ok) return bytes
  const fields = [...new URLSearchParams(Buffer.from(bytes.value).toString())]
  return fields.flat().some((text) => text.includes('\0')) ? fail('bad_json') : succeed(Object.fromEntries(fields))
}

/** Names and boundaries around the one file of a form. */
const MULTIPART_MARGIN = 4_096

/** The file that was sent, as the body or as a part of a form, with no more than `most` bytes. */
export async function readFile(request: ApiRequest, most: number): Promise<Outcome<Uint8Array>> {
  const type = request.headers.get('content-type') ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  if (!isMultipart && !/^(image\/|application\/octet-stream\b)/i.test(type)) return fail('unsupported_type')
  const bytes = await readBytes(request, most + (isMultipart ? MULTIPART_MARGIN : 0)).catch(() =>
    fail('unsupported_type'),
  )
  if (!bytes.ok || !isMultipart) return bytes
  const file = await findFilePart(bytes.value, type)
  if (!file) return fail('unsupported_type')
  return file.size > most ? fail('too_large') : succeed(await file.bytes())
}

/** The first file of a form; its name and what it says to be are nobody's business. */
async function findFilePart(bytes: Uint8Array, type: string): Promise<Blob | undefined> {
  const body = new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
  const form = await body.formData().catch(() => undefined)
  for (const part of form?.values() ?? []) if (typeof part !== 'string') return part
  return undefined
}

/** `\u0000` inside a text, as JSON writes it: nobody types it, and PostgreSQL stores none. */
const NUL_ESCAPE = /(?<!\\)(?:\\\\)*\\u0000/

const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** A length that is announced is kept to by the HTTP parser; else the stream is counted and not read to its end. */
async function readBytes(request: ApiRequest, most: number): Promise<Outcome<Uint8Array>> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > most) return fail('too_large')
  if (!request.body) return succeed(new Uint8Array())
  if (announced !== null) return succeed(await request.bytes())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) return fail('too_large')
    chunks.push(chunk)
  }
  return succeed(Buffer.concat(chunks))
}
