/** Lighthouse as it comes: its mobile setting, its simulated slow 4G, and of three runs the one it calls the median. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js'
import { findBrowser } from '../support/browser.ts'
import { BUDGETS } from './budgets.ts'
import { atMost, type Figure, milliseconds } from './figure.ts'
import { endsWithUs, temporaryFolder } from './leftovers.ts'
import type { Route } from './routes.ts'

const RUNS = 3
/** A browser that draws nothing in time, as a busy machine's may, is asked again. */
const SPARE = 2
const CATEGORIES = { performance: 'speed', accessibility: 'a11y', 'best-practices': 'practice', seo: 'SEO' } as const
type Category = keyof typeof CATEGORIES
/** What Lighthouse itself writes as 0. */
const STILL = 0.0005

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

export async function scores(chrome: Chrome, url: string, route: Route): Promise<Figure[]> {
  // Lighthouse judges no page that answers that nothing is there.
  if (!(await fetch(url + route.path)).ok) return []
  const results: Result[] = []
  let problem = ''
  for (let attempt = 0; attempt < RUNS + SPARE && results.length < RUNS; attempt++) {
    const outcome = await lighthouse(url + route.path, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: Object.keys(CATEGORIES),
    })
    if (outcome && !outcome.lhr.runtimeError) results.push(outcome.lhr)
    else problem = outcome?.lhr.runtimeError?.message ?? 'no outcome'
  }
  if (results.length < RUNS) return [{ name: CATEGORIES.performance, shown: '-', broken: [problem] }]
  return figuresOf(computeMedianRun(results) as Result, route)
}

export function figuresOf(result: Result, route: Route): Figure[] {
  const budget = BUDGETS[route.kind]
  const value = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
  return [
    ...(Object.keys(CATEGORIES) as Category[]).map((category) => score(result, category, route)),
    atMost('LCP', value('largest-contentful-paint'), budget.lcp, milliseconds),
    atMost('TBT', value('total-blocking-time'), budget.tbt, milliseconds),
    atMost('CLS', value('cumulative-layout-shift'), STILL, (shift) => shift.toFixed(3)),
  ]
}

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
