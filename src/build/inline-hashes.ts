import { createHash } from 'node:crypto'
import { REDIRECT_POLICY } from '../contract/content-security-policy.ts'

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g
const HASH = / 'sha256-[\w+/=]+'/g

/** Replaces the site-wide hashes that Astro writes by those of the page's own inline scripts and styles. */
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

/** Pages without a policy only redirect, so they may load nothing. */
export const addDefaultPolicy = (html: string): string =>
  html.includes('http-equiv="content-security-policy"')
    ? html
    : html.replace('<title>', `<meta http-equiv="content-security-policy" content="${REDIRECT_POLICY}"><title>`)

const formatHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
