/**
 * Measures every page of a production build, served as in production, in a real browser: a row for each route, and a
 * failure where a limit of `budgets.ts` is broken or a check finds something.
 *
 *   npm run audit                     every page, and 1,000 posts: about twenty minutes
 *   npm run audit -- /pricing /blog   these pages alone
 *   npm run audit -- posts            the posts alone
 *
 * It builds a copy of the project in a temporary folder, so that a running site is not disturbed. Lighthouse needs an
 * idle machine. All measurements are written to test-results/audit.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startServer } from '../support/process.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'
import { CHECKS } from './checks.ts'
import { temporaryFolder } from './cleanup.ts'
import { crawl } from './crawl.ts'
import { measureBarePage, scores, startChrome } from './lighthouse.ts'
import { checkSitemap, externalLinks, links } from './links.ts'
import { listFaults, type Measurement } from './measurement.ts'
import { posts } from './posts.ts'
import { build, copyProject } from './project-copy.ts'
import type { Route } from './routes.ts'
import { openSite, runTwoAtATime } from './site.ts'
import { header, row } from './table.ts'

const start = performance.now()
const selected = process.argv.slice(2)
const isSelected = (name: string) => selected.length === 0 || selected.includes(name)
const POSTS = 'posts'
const measured = new Map<string, Measurement[]>()
const record = (path: string, found: readonly Measurement[]) =>
  measured.set(path, [...(measured.get(path) ?? []), ...found])

const PORT = String(await freePort())
const SITE_URL = `http://127.0.0.1:${PORT}`
const external = selected.join() === POSTS ? [] : await auditPages()
if (isSelected(POSTS)) record(POSTS, await posts())
report()

/** Returns the external links. */
async function auditPages() {
  const folder = copyProject()
  await build(folder, { PORT, SITE_URL })
  const server = await startServer({ PORT, SITE_URL, ...STAFF_SETTINGS }, temporaryFolder(), folder)
  process.once('exit', () => server.kill('SIGKILL'))
  const site = await openSite(SITE_URL, join(folder, 'dist/client'))
  const routes = selectRoutes(site.routes)
  const web = await crawl(site)
  for (const address of web.resources.keys()) {
    const path = address.slice(SITE_URL.length)
    if (isSelected(path)) record(path, [links(web, address)])
  }
  for (const [path, broken] of checkSitemap(web, site.routes, SITE_URL))
    if (isSelected(path)) record(path, [{ name: 'found', shown: '', broken }])
  await runTwoAtATime(routes, async (route) => {
    for (const check of CHECKS) record(route.path, await check(site, route))
  })
  await site.browser.close()
  const chrome = await startChrome()
  const blocked = await measureBarePage(chrome)
  console.log(`A bare page blocks up to ${Math.round(blocked)} ms on this machine: no page of ours may block longer.`)
  console.log(header())
  for (const route of routes) {
    if (!route.locked) record(route.path, await scores(chrome, SITE_URL, route, blocked))
    console.log(row(route.path, measured.get(route.path) ?? []))
  }
  await chrome.close()
  await server.kill('SIGTERM')
  return externalLinks(web)
}

function selectRoutes(routes: Route[]) {
  const unknown = selected.filter((path) => path !== POSTS && !routes.some((route) => route.path === path))
  if (unknown.length === 0) return routes.filter(({ path }) => isSelected(path))
  console.error(`There is no page ${unknown.join(', ')}. There are ${routes.map(({ path }) => path).join(', ')}.`)
  process.exit(1)
}

function report() {
  for (const { shown } of measured.get(POSTS) ?? []) console.log(shown)
  const broken = [...measured].flatMap(([path, found]) => listFaults(found).map((fault) => `${path}: ${fault}`))
  const minutes = (performance.now() - start) / 60_000
  if (external.length > 0) console.log(`\nExternal links, not followed: ${external.join(', ')}`)
  console.log(`${measured.size} addresses in ${minutes.toFixed(1)} minutes.`)
  if (broken.length > 0) console.error(`\n${broken.length} broken:\n${broken.join('\n')}`)
  mkdirSync('test-results', { recursive: true })
  const content = { minutes, measured: Object.fromEntries(measured), external, broken }
  writeFileSync('test-results/audit.json', JSON.stringify(content, null, 2))
  process.exitCode = broken.length > 0 ? 1 : 0
}
