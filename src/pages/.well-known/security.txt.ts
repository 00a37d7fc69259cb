import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { getSingleEntry } from '#contract/content/entries.ts'

/** RFC 9116 asks for less than a year, so that an abandoned address is not used for ever. */
const VALID_MS = 360 * 24 * 3_600_000

export const GET: APIRoute = async ({ site }) => {
  const { email } = getSingleEntry(await getCollection('brand'))
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
