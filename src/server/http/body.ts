import { fail, type Outcome, succeed } from '#contract/failure.ts'

export const MAX_JSON_BYTES = 64 * 1_024

/** The JSON body of a request, `{}` where there is none. Counted while it streams: a large one is not read to its end. */
export async function readJson(request: Request): Promise<Outcome<unknown>> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_JSON_BYTES) return fail('too_large')
  if (!request.body) return succeed({})
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > MAX_JSON_BYTES) return fail('too_large')
    chunks.push(chunk)
  }
  if (size === 0) return succeed({})
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return fail('unsupported_type')
  try {
    return succeed(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))))
  } catch {
    return fail('bad_json')
  }
}
