import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { BUDGETS } from '../audit/budgets.ts'
import { EVERYDAY } from './visitor.ts'

/** Text that only the browser edition contains. */
const BROWSER_EDITION_TEXTS = [
  'chautari-demo',
  'admin_session_v1',
  'location_pricing',
  'booking-holds',
  'Demo edition',
  'generativelanguage.googleapis.com',
  'You cannot send messages from this page',
]

/** Text of the debug panel and the sandbox gateways, and secrets of the server. */
const FORBIDDEN_TEXTS = [
  'Gateway test',
  'Send test payment',
  '/sandbox/esewa/trial',
  'EPAYTEST',
  '8gBm/:&EnhH.1/q',
  'idempotency_key',
  'payment_reports',
  ...BROWSER_EDITION_TEXTS,
]

const readBuilt = (name: string): string => readFileSync(join('dist/client', name), 'utf8')
const builtFiles = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })

test('the client build contains no debug panel, sandbox gateway or gateway secret', EVERYDAY, () => {
  const panel = readFileSync('src/components/sandbox/DebugPanel.astro', 'utf8')
  for (const fragment of FORBIDDEN_TEXTS.slice(0, 4)) expect(panel).toContain(fragment)
  const files = builtFiles.filter((name) => /\.(html|js|mjs|css|json|xml|txt)$/.test(name))
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((name) => {
    const text = readBuilt(name)
    return FORBIDDEN_TEXTS.filter((fragment) => text.includes(fragment)).map((fragment) => `${name}: ${fragment}`)
  })
  expect(found).toEqual([])
})

test('scripts of the staff area load there only, and charts on the dashboard only', () => {
  const pages = builtFiles.filter((name) => name.endsWith('.html'))
  const includesText = (page: string, fragment: string) =>
    [...findReachable(readBuilt(page))].some((name) => readBuilt(name).includes(fragment))
  const isAdmin = (page: string) => page === 'admin.html' || page.startsWith('admin/')
  expect(pages.filter(isAdmin).length).toBeGreaterThan(3)
  expect(pages.filter((page) => !isAdmin(page) && includesText(page, '/api/admin/'))).toEqual([])
  expect(pages.filter((page) => includesText(page, 'As a table'))).toEqual(['admin.html'])
})

for (const [path, kind] of [
  ['/booking', 'booking'],
  ['/payment', 'payment'],
  ['/your-booking', 'yourBooking'],
] as const) {
  test(`the script of ${path} stays within its budget, in 12 files, before anything is loaded later`, () => {
    const page = readBuilt(`${path}.html`)
    const inline = [...page.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, text]) => text)
    // The island, its renderer and their imports, without what loads on a click or hover.
    const files = [...findLoaded(page.matchAll(/(?:-url=|\{import\()"\/_astro\/([\w.~-]+\.js)"/g))]
    const size = files.reduce((sum, file) => sum + transferSize(file), 0)
    // Inline script is transferred with the HTML; the audit counts it too.
    const inlineSize = brotliCompressSync(inline.join('\n')).length
    const { script = 0 } = BUDGETS[kind]
    console.log(`${path}: ${size} B in ${files.length} files, at most ${script}; ${inlineSize} B in the page`)
    expect(files.length).toBeGreaterThan(5)
    expect(files.length).toBeLessThanOrEqual(12)
    expect(size).toBeGreaterThan(70_000)
    expect(size).toBeLessThanOrEqual(script)
  })
}

/** Returns the scripts that load immediately: static imports without dynamic ones. */
function findLoaded(names: Iterable<RegExpMatchArray>, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of names) {
    const file = join('dist/client/_astro', name)
    if (known.has(file)) continue
    known.add(file)
    findLoaded(readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g), known)
  }
  return known
}

const transferSize = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** Returns every script that a page names, directly or through other scripts. */
function findReachable(text: string, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(/([\w.~-]+\.js)\b/g)) {
    const file = join('_astro', name)
    if (known.has(file) || !existsSync(join('dist/client', file))) continue
    known.add(file)
    findReachable(readBuilt(file), known)
  }
  return known
}
