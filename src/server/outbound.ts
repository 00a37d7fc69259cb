/** Limits of a call to another service: milliseconds from the request to the last byte of the body, and bytes read. */
export const OUTBOUND_LIMITS = { timeout: 10_000, maxBytes: 64 * 1_024 } as const

/**
 * Returns a `fetch` that reads the whole body within the limits and rejects where one is exceeded. It follows no
 * redirect: a response that redirects is returned without its body.
 */
export const limitedFetch =
  ({ timeout, maxBytes }: { timeout: number; maxBytes: number }): typeof fetch =>
  async (input, init) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(init?.signal ? [init.signal] : [])])
    const response = await fetch(input, { ...init, redirect: 'manual', signal })
    const { status, statusText, headers } = response
    if (status >= 300 && status < 400) {
      await response.body?.cancel()
      return new Response(null, { status, statusText, headers })
    }
    const body = await readBody(response, maxBytes)
    return new Response(body.length > 0 ? body : null, { status, statusText, headers })
  }

/** The way out to every other service, except the mail server and the assistant's model. */
export const outbound = limitedFetch(OUTBOUND_LIMITS)

/** Counts decoded bytes, so that a small compressed body cannot become a large one. */
async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new RangeError(`the response has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
