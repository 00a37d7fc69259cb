import type { APIRoute } from 'astro'
import { readSingle } from '#collections.ts'

/** RFC 9116 recommends less than a year. */
const VALID_MS = 360 * 24 * 3_600_000

export const GET: APIRoute = async ({ site }) => {
  const { email } = await readSingle('brand')
  return new Response(
    [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', site)}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
}
