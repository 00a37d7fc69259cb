import { createHash } from 'node:crypto'

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g
const HASH = / 'sha256-[\w+/=]+'/g

/**
 * A page whose policy names the scripts and styles that stand in it, and no others. Astro gives every page the hashes of
 * every script and style of the site, as they were before the build finished the page: they compress to nothing and
 * would grow with each new page, and what a page loads from a file is allowed by `'self'` already.
 */
export function addInlineHashes(html: string): string {
  const own = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, attributes = '', text = ''] of html.matchAll(INLINE))
    if (kind === 'style') own.style.add(formatHash(text))
    else if (!/ src=|type="application/.test(attributes)) own.script.add(formatHash(text))
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy
      .replace(HASH, '')
      .replace(/(script|style)-src 'self'/g, (source, kind: keyof typeof own) => [source, ...own[kind]].join(' ')),
  )
}

/** A page that is made without a policy, as those that only lead elsewhere are, may do nothing. */
export const addDefaultPolicy = (html: string): string =>
  html.includes('http-equiv="content-security-policy"')
    ? html
    : html.replace('<title>', `<meta http-equiv="content-security-policy" content="default-src 'none'"><title>`)

const formatHash = (text: string): string => `'${sha256(text)}'`

/** Of a script or style that stands in a page, as policies name it. */
export const sha256 = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`
