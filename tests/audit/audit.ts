/**
 * Measures every page of a production build, served as in production, in a real browser: a row for each route, and a
 * failure where a limit of `budgets.ts` is broken or a check finds something.
 *
 *   npm run audit                     every page, and 1,000 posts: about twenty minutes
 *   npm run audit -- /pricing /blog   these pages alone
 *   npm run audit -- posts            the posts alone
 *
 * It builds a copy of the project in a temporary folder, so that a site that runs here goes on; Lighthouse wants the
 * machine to itself. Everything that was measured is in test-results/audit.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'
import { check } from './checks.ts'
import { build, copyProject } from './copy.ts'
import type { Figure } from './figure.ts'
import { temporaryFolder } from './leftovers.ts'
import { barePageBlocks, scores, startChrome } from './lighthouse.ts'
import { findable, links, outside } from './links.ts'
import { posts } from './posts.ts'
import type { Route } from './routes.ts'
import { openSite } from './site.ts'
import { header, row } from './table.ts'
import { follow } from './web.ts'

const began = performance.now()
const wanted = process.argv.slice(2)
const isWanted = (what: string): boolean => wanted.length === 0 || wanted.includes(what)
const POSTS = 'posts'
const figures = new Map<string, Figure[]>()
const note = (path: string, found: readonly Figure[]) => figures.set(path, [...(figures.get(path) ?? []), ...found])

const PORT = String(await freePort())
const SITE_URL = `http://127.0.0.1:${PORT}`
const leadingOut = wanted.join() === POSTS ? [] : await auditPages()
if (isWanted(POSTS)) note(POSTS, await posts())
report()

/** Gives the addresses that lead out of the site. */
async function auditPages(): Promise<string[]> {
  const folder = copyProject()
  await build(folder, { PORT, SITE_URL })
  const staff = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }
  const server = await startServer({ PORT, SITE_URL, ...staff }, temporaryFolder(), folder)
  process.once('exit', () => server.kill('SIGKILL'))
  const site = await openSite(SITE_URL, join(folder, 'dist/client'))
  const routes = chosen(site.routes)
  const web = await follow(site)
  for (const address of web.things.keys()) {
    const path = address.slice(SITE_URL.length)
    if (isWanted(path)) note(path, [links(web, address)])
  }
  for (const [path, broken] of findable(web, site.routes, SITE_URL))
    if (isWanted(path)) note(path, [{ name: 'found', shown: '', broken }])
  await twoAtATime(routes, async (route) => note(route.path, await check(site, route)))
  await site.browser.close()
  const chrome = await startChrome()
  const blocked = await barePageBlocks(chrome)
  console.log(`A bare page blocks up to ${Math.round(blocked)} ms on this machine: no page of ours may block longer.`)
  console.log(header())
  for (const route of routes) {
    if (!route.locked) note(route.path, await scores(chrome, SITE_URL, route, blocked))
    console.log(row(route.path, figures.get(route.path) ?? []))
  }
  await chrome.close()
  await server.kill('SIGTERM')
  return outside(web)
}

function chosen(routes: Route[]): Route[] {
  const unknown = wanted.filter((path) => path !== POSTS && !routes.some((route) => route.path === path))
  if (unknown.length === 0) return routes.filter(({ path }) => isWanted(path))
  console.error(`There is no page ${unknown.join(', ')}. There are ${routes.map(({ path }) => path).join(', ')}.`)
  process.exit(1)
}

async function twoAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}

function report(): void {
  for (const { shown } of figures.get(POSTS) ?? []) console.log(shown)
  const broken = [...figures].flatMap(([path, found]) =>
    found.flatMap(({ name, broken }) => broken.map((fault) => `${path}: ${name}: ${fault}`)),
  )
  const minutes = (performance.now() - began) / 60_000
  if (leadingOut.length > 0) console.log(`\nLeads out of the site, not followed: ${leadingOut.join(', ')}`)
  console.log(`${figures.size} addresses in ${minutes.toFixed(1)} minutes.`)
  if (broken.length > 0) console.error(`\n${broken.length} broken:\n${broken.join('\n')}`)
  mkdirSync('test-results', { recursive: true })
  const measured = Object.fromEntries(figures)
  writeFileSync('test-results/audit.json', JSON.stringify({ minutes, measured, leadingOut, broken }, null, 2))
  process.exitCode = broken.length > 0 ? 1 : 0
}
