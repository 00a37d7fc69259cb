import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { isFile, pageHeaders, READER_FOLDERS } from '../server/http/headers.ts'

/** One address for each class of route; a later rule adds to an earlier one, and takes its header away with `!`. */
const ROUTE_PATTERNS = [
  ...['/*', '/_astro/*', `${READER_FOLDERS}*`],
  ...['/payment', '/payment/*', '/confirm-email', '/admin', '/admin/*'],
] as const

/**
 * `_headers` for hosts of static files that read it: the same headers as the server's own, from the same table. What a
 * class has as every page does is said once.
 */
export const headers = (siteUrl: string): AstroIntegration => ({
  name: 'headers',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      writeFileSync(join(folder, '_headers'), formatHeaderRules(siteUrl, listRootFiles(folder)))
    },
  },
})

/** Addresses of files beside the pages, such as `/robots.txt` and `/.well-known/security.txt`. */
export const listRootFiles = (folder: string): string[] =>
  ['', '.well-known/']
    .filter((below) => existsSync(join(folder, below)))
    .flatMap((below) => readdirSync(join(folder, below), { withFileTypes: true }).map((entry) => ({ entry, below })))
    .filter(({ entry }) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ entry, below }) => `/${below}${entry.name}`)
    .filter(isFile)
    .toSorted()

export function formatHeaderRules(siteUrl: string, files: readonly string[]): string {
  const every = pageHeaders('/', siteUrl)
  return [...ROUTE_PATTERNS, ...files]
    .map((address) => {
      const own = Object.entries(pageHeaders(address.replace('*', 'x'), siteUrl))
      const lines = own
        .filter(([name, value]) => address === '/*' || every[name] !== value)
        .flatMap(([name, value]) => [...(address === '/*' ? [] : [`  ! ${name}`]), `  ${name}: ${value}`])
      return lines.length === 0 ? '' : `${[address, ...lines].join('\n')}\n`
    })
    .join('')
}

/** A build that CI publishes to a CDN would lead every return from a gateway to a machine of nobody's. */
export function rejectLocalSiteUrl({ CI, PUBLISH, SITE_URL }: Record<string, string | undefined>): void {
  if (CI !== 'true' || PUBLISH !== 'true') return
  const host = URL.parse(SITE_URL ?? '')?.hostname ?? 'localhost'
  if (/^(localhost|127\.|\[::1\])/.test(host))
    throw new Error(`SITE_URL is "${SITE_URL ?? ''}": set it to the public address before the site is published.`)
}
