/** From the request to the last byte of the body. */
const TIMEOUT_MS = 10_000
const MAX_BODY_BYTES = 64 * 1_024

/**
 * The `fetch` for every other service, except the mail server and the assistant's model. Reads the whole body and rejects
 * when a limit is exceeded; a response that redirects is not followed and is returned without its body.
 */
export const outbound: typeof fetch = async (input, init) => {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])])
  const response = await fetch(input, { ...init, redirect: 'manual', signal })
  const { status, statusText, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return new Response(null, { status, statusText, headers })
  }
  const body = await readBody(response)
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}

/** Counts decoded bytes, so that a small compressed body cannot become a large one. */
async function readBody(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new RangeError(`the response has more than ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
