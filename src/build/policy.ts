import { createHash } from 'node:crypto'

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g
const HASH = / '(sha256-[\w+/=]+)'/g

/**
 * A page whose policy names the scripts and styles that stand in it, and no others. Astro gives every page the hashes of
 * every script and style of the site: they compress to nothing and would grow with each new page, and what a page loads
 * from a file is allowed by `'self'` already.
 */
export function withOwnHashes(html: string): string {
  const own = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => sha256(text)))
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : '')),
  )
}

/** Of a script or style that stands in a page, as its policy names it. */
export const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
