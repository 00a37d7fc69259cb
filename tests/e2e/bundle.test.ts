import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { BUDGETS } from '../audit/budgets.ts'

/** What only the edition without a server has: its settings, its records, its own way to the model. */
const OF_THE_OTHER_EDITION = [
  'chautari-demo',
  'admin_session_v1',
  'location_pricing',
  'booking-holds',
  'Demo edition',
  'generativelanguage.googleapis.com',
  'Messages cannot be sent from this page',
]

/** Texts of the debug panel and of the sandbox gateways, and what only a server may know. */
const NEVER = [
  'Gateway test',
  'Send test payment',
  '/sandbox/esewa/trial',
  'EPAYTEST',
  '8gBm/:&EnhH.1/q',
  'idempotency_key',
  'payment_reports',
  ...OF_THE_OTHER_EDITION,
]

test('what browsers are given has no debug panel, no stand-in and no gateway’s secret', () => {
  const panel = readFileSync('src/components/sandbox/DebugPanel.astro', 'utf8')
  for (const words of NEVER.slice(0, 4)) expect(panel).toContain(words)
  const files = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js|mjs|css|json|xml|txt)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join('dist/client', name), 'utf8') }))
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap(({ name, text }) =>
    NEVER.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`),
  )
  expect(found).toEqual([])
})

test('script of the staff area is loaded there alone, and charts on the dashboard alone', () => {
  const scripts = (page: string) => reachable(readFileSync(join('dist/client', page), 'utf8'))
  const pages = readdirSync('dist/client', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  const calls = (page: string, call: string) =>
    [...scripts(page)].some((name) => readFileSync(join('dist/client', name), 'utf8').includes(call))
  const isAdmin = (page: string) => page === 'admin.html' || page.startsWith('admin/')
  expect(pages.filter(isAdmin).length).toBeGreaterThan(3)
  expect(pages.filter((page) => !isAdmin(page) && calls(page, '/api/admin/'))).toEqual([])
  expect(pages.filter((page) => calls(page, 'dash-bars'))).toEqual(['admin.html'])
})

test('the payment page’s script stays within its budget before a way to pay is chosen', () => {
  const page = readFileSync('dist/client/payment.html', 'utf8')
  const inline = [...page.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, text]) => text)
  // The island with its renderer, and what comes by itself once the page stands; not what a press or a pointer calls.
  const files = [...loaded(page.matchAll(/(?:-url=|\{import\()"\/_astro\/([\w.~-]+\.js)"/g))]
  const size = files.reduce((sum, file) => sum + sent(file), 0)
  // What stands in the page travels with its HTML; the audit counts it as well.
  const within = brotliCompressSync(inline.join('\n')).length
  console.log(
    `/payment: ${size} B in ${files.length} files, at most ${BUDGETS.payment.script}; ${within} B in the page`,
  )
  expect(files.length).toBeGreaterThan(10)
  expect(size).toBeLessThanOrEqual(BUDGETS.payment.script ?? 0)
})

/** What comes with these scripts at once: what they import, and nothing that waits to be asked for. */
function loaded(names: Iterable<RegExpMatchArray>, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of names) {
    const file = join('dist/client/_astro', name)
    if (known.has(file)) continue
    known.add(file)
    loaded(readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g), known)
  }
  return known
}

const sent = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** The scripts that a page may come to load, by whatever it or they name. */
function reachable(text: string, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(/([\w.~-]+\.js)\b/g)) {
    const file = join('_astro', name)
    if (known.has(file) || !existsSync(join('dist/client', file))) continue
    known.add(file)
    reachable(readFileSync(join('dist/client', file), 'utf8'), known)
  }
  return known
}
