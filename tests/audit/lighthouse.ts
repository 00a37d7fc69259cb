/** Lighthouse as it comes: its mobile setting, its simulated slow 4G, and of three runs the one it calls the median. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js'
import { findBrowser } from '../support/browser.ts'
import { BUDGETS } from './budgets.ts'
import { atMost, type Figure, milliseconds, seconds } from './figure.ts'
import { endsWithUs, temporaryFolder } from './leftovers.ts'
import type { Route } from './routes.ts'

const RUNS = 3
/** A browser that draws nothing in time, as a busy machine's may, is asked again. */
const SPARE = 2
const CATEGORIES = { performance: 'speed', accessibility: 'a11y', 'best-practices': 'practice', seo: 'SEO' } as const
type Category = keyof typeof CATEGORIES
/** What Lighthouse itself writes as 0. */
const STILL = 0.0005
/** Milliseconds. */
const DIGIT = 100

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** `blocked` is what a bare page blocks on this machine at this time, in milliseconds. */
export async function scores(chrome: Chrome, url: string, route: Route, blocked: number): Promise<Figure[]> {
  // Lighthouse judges no page that answers that nothing is there; one that only leads on is judged where it leads.
  const { ok, redirected } = await fetch(url + route.path)
  if (!ok || redirected) return []
  try {
    const results = await runs(chrome, url + route.path, RUNS)
    const beyond = middle(results) - blocked
    // The machine may be slower by now: what seems to block longer is measured again, in turns with a bare page.
    const proven = beyond > 0 ? await beyondBare(chrome, url + route.path) : beyond
    return figuresOf(computeMedianRun(results) as Result, route, proven)
  } catch (error) {
    return [{ name: CATEGORIES.performance, shown: '-', broken: [String(error)] }]
  }
}

/** Lighthouse's own median is that of the first paint; what blocks is as chance has it in that run. */
const middle = (results: readonly Result[]): number =>
  results.map(blocking).sort((one, other) => one - other)[Math.floor(results.length / 2)] as number

/**
 * The longest that a page with one heading blocks, of five runs. A renderer that has just begun is never still: what a
 * page of ours may block is no more than that.
 */
export async function barePageBlocks(chrome: Chrome): Promise<number> {
  const bare = await barePage()
  const results = await runs(chrome, bare.address, TURNS).finally(bare.close)
  return longest(results)
}

async function beyondBare(chrome: Chrome, address: string): Promise<number> {
  const bare = await barePage()
  const ours: Result[] = []
  const bares: Result[] = []
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      bares.push(...(await runs(chrome, bare.address, 1)))
      ours.push(...(await runs(chrome, address, 1)))
    }
  } finally {
    bare.close()
  }
  return middle(ours) - longest(bares)
}

const longest = (results: readonly Result[]): number => Math.max(...results.map(blocking))

async function barePage(): Promise<{ address: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(BARE))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const BARE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>Bare</h1>'
const TURNS = 5

/** So many outcomes; fails with what came instead of one. */
async function runs(chrome: Chrome, address: string, wanted: number): Promise<Result[]> {
  const results: Result[] = []
  let problem = ''
  for (let attempt = 0; attempt < wanted + SPARE && results.length < wanted; attempt++) {
    const outcome = await lighthouse(address, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: Object.keys(CATEGORIES),
    })
    if (outcome && !outcome.lhr.runtimeError) results.push(outcome.lhr)
    else problem = outcome?.lhr.runtimeError?.message ?? 'no outcome'
  }
  if (results.length < wanted) throw new Error(`${address}: ${problem}`)
  return results
}

/** `beyond` is how much longer the page blocks than a bare one, in milliseconds. */
export function figuresOf(result: Result, route: Route, beyond: number): Figure[] {
  const budget = BUDGETS[route.kind]
  const value = (audit: string) => measured(result, audit)
  return [
    ...(Object.keys(CATEGORIES) as Category[]).map((category) => score(result, category, route)),
    // The limit has one digit, as Lighthouse itself writes the figure.
    atMost('LCP', Math.round(value('largest-contentful-paint') / DIGIT) * DIGIT, budget.lcp, seconds),
    atMost('TBT', Math.max(0, beyond), budget.tbt, milliseconds),
    atMost('CLS', value('cumulative-layout-shift'), STILL, (shift) => shift.toFixed(3)),
  ]
}

const measured = (result: Result, audit: string): number => result.audits[audit]?.numericValue ?? Number.NaN
const blocking = (result: Result): number => measured(result, 'total-blocking-time')

/** A page that asks not to be listed is not judged by how well it is found. */
function score(result: Result, category: Category, { kind, listed }: Route): Figure {
  const { performance, others } = BUDGETS[kind]
  const { score, auditRefs = [] } = result.categories[category] ?? {}
  const points = Math.round((score ?? 0) * 100)
  const least = category === 'performance' ? performance : category === 'seo' && !listed ? 0 : others
  const costly = auditRefs
    .map(({ id, weight }) => ({ weight, audit: result.audits[id] }))
    .filter(({ weight, audit }) => weight > 0 && audit?.score != null && audit.score < 1)
    .map(({ audit }) => `${audit?.title}${audit?.displayValue ? ` ${audit.displayValue}` : ''}`)
  const broken = points < least ? [`${points}, at least ${least}: ${costly.join(' | ')}`] : []
  return { name: CATEGORIES[category], shown: String(points), broken }
}

export interface Chrome {
  port: number
  close(): Promise<void>
}

/** One browser for all runs, with nothing of a test runner attached to it. */
export async function startChrome(): Promise<Chrome> {
  const { executablePath, args } = await findBrowser()
  const home = temporaryFolder()
  const own = ['--headless=new', '--disable-extensions', '--mute-audio', '--remote-debugging-port=0']
  const child = spawn(executablePath, [...args, ...own, `--user-data-dir=${home}`, 'about:blank'], {
    stdio: 'ignore',
    detached: true,
  })
  endsWithUs(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const port = await Promise.race([
    listening(join(home, 'DevToolsActivePort')),
    ended.then(() => Promise.reject(new Error(`${executablePath} did not start`))),
  ])
  return {
    port,
    close: async () => {
      child.kill()
      await ended
    },
  }
}

async function listening(file: string): Promise<number> {
  for (;;) {
    try {
      const [port] = readFileSync(file, 'utf8').split('\n')
      if (port) return Number(port)
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
