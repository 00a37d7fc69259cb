import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { isFile, pageHeaders, READER_FOLDERS } from '../server/http/headers.ts'

/** One pattern per class of route; a later rule adds to an earlier one and removes its headers with `!`. */
const ROUTE_PATTERNS = [
  ...['/*', '/_astro/*', `${READER_FOLDERS}*`],
  ...[
    '/booking',
    '/payment',
    '/payment/*',
    '/your-booking',
    '/your-booking/*',
    '/confirm-email',
    '/stop-reminders',
    '/waiting/*',
    '/admin',
    '/admin/*',
  ],
] as const

/** Writes `_headers` for static hosts from the server's table of headers. */
export const headers = (siteUrl: string): AstroIntegration => ({
  name: 'headers',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      writeFileSync(join(folder, '_headers'), formatHeaderRules(siteUrl, listRootFiles(folder)))
    },
  },
})

/** Addresses of files beside the pages, such as `/robots.txt` and `/maps/valley.svg`. */
const listRootFiles = (root: string): string[] =>
  ['', '.well-known/', 'maps/']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true }).map((entry) => ({ entry, folder })))
    .filter(({ entry }) => entry.isFile() && !/\.(br|gz|dcb)$/.test(entry.name))
    .map(({ entry, folder }) => `/${folder}${entry.name}`)
    .filter(isFile)
    .toSorted()

function formatHeaderRules(siteUrl: string, files: readonly string[]): string {
  const every: Record<string, string> = pageHeaders('/', siteUrl)
  return [...ROUTE_PATTERNS, ...files]
    .map((address) => {
      const inherited = address === '/*' ? {} : every
      const own = pageHeaders(address.replace('*', 'x'), siteUrl)
      const lines = [...new Set([...Object.keys(inherited), ...Object.keys(own)])]
        .filter((name) => inherited[name] !== own[name])
        .flatMap((name) => [
          ...(name in inherited ? [`  ! ${name}`] : []),
          ...(name in own ? [`  ${name}: ${own[name]}`] : []),
        ])
      return lines.length === 0 ? '' : `${[address, ...lines].join('\n')}\n`
    })
    .join('')
}

/** A published build with a local address would send payers back from gateways to the wrong machine. */
export function rejectLocalSiteUrl({ CI, PUBLISH, SITE_URL }: Record<string, string | undefined>): void {
  if (CI !== 'true' || PUBLISH !== 'true') return
  const host = URL.parse(SITE_URL ?? '')?.hostname ?? 'localhost'
  if (/^(localhost|127\.|\[::1\])/.test(host))
    throw new Error(`SITE_URL is "${SITE_URL ?? ''}": set it to the public address before the site is published.`)
}
