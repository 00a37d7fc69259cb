/** Runs Lighthouse with its mobile setting and simulated slow 4G, and takes the median of three runs. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js'
import { findBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { BUDGETS } from './budgets.ts'
import { atMost, type Measurement, milliseconds, seconds } from './measurement.ts'
import type { Route } from './routes.ts'

const RUNS = 3
/** Extra attempts, because a busy machine's browser may draw nothing in time. */
const SPARE = 2
const CATEGORIES = { performance: 'speed', accessibility: 'a11y', 'best-practices': 'practice', seo: 'SEO' } as const
type Category = keyof typeof CATEGORIES
/** Runs of a page in turns with an empty one. */
const TURNS = 5
const BARE_PAGE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>Bare</h1>'
/** The highest value that Lighthouse displays as 0. */
const MAX_SHIFT = 0.0005

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']
type Chrome = Awaited<ReturnType<typeof startChrome>>

/** Starts a browser for Lighthouse, and a server of an empty page. */
export async function startChrome() {
  const { args, ...options } = await findBrowser()
  const port = await freePort()
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] })
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(BARE_PAGE))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const barePage = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.close()
    await browser.close()
  }
  return { port, barePage, close }
}

/** `blocked` is the blocking time of an empty page on this machine, in milliseconds. */
export async function scores(chrome: Chrome, url: string, route: Route, blocked: number): Promise<Measurement[]> {
  // Lighthouse rejects pages with an error status; a redirect is measured at its target.
  const { ok, redirected } = await fetch(url + route.path)
  if (!ok || redirected) return []
  try {
    const results = await runs(chrome, url + route.path, RUNS)
    const beyond = medianBlocking(results) - blocked
    // The machine may have become slower, so the page is measured again in turns with an empty page.
    const confirmed = beyond > 0 ? await measureBeyondBare(chrome, url + route.path) : beyond
    return toMeasurements(computeMedianRun(results) as Result, route, confirmed)
  } catch (error) {
    return [{ name: CATEGORIES.performance, shown: '-', broken: [String(error)] }]
  }
}

/** Lighthouse picks its median run by first paint, so the blocking time needs its own median. */
const medianBlocking = (results: readonly Result[]) =>
  results.map(blocking).sort((one, other) => one - other)[Math.floor(results.length / 2)] as number
const maxBlocking = (results: readonly Result[]) => Math.max(...results.map(blocking))

/** Returns the longest blocking time of an empty page in five runs, which is the limit for every page. */
export const measureBarePage = async (chrome: Chrome) => maxBlocking(await runs(chrome, chrome.barePage, TURNS))

async function measureBeyondBare(chrome: Chrome, address: string) {
  const ours: Result[] = []
  const bare: Result[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    bare.push(...(await runs(chrome, chrome.barePage, 1)))
    ours.push(...(await runs(chrome, address, 1)))
  }
  return medianBlocking(ours) - maxBlocking(bare)
}

/** Throws when too few runs succeed. */
async function runs(chrome: Chrome, address: string, count: number) {
  const results: Result[] = []
  let problem = ''
  for (let attempt = 0; attempt < count + SPARE && results.length < count; attempt++) {
    const outcome = await lighthouse(address, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: Object.keys(CATEGORIES),
    })
    if (outcome && !outcome.lhr.runtimeError) results.push(outcome.lhr)
    else problem = outcome?.lhr.runtimeError?.message ?? 'no outcome'
  }
  if (results.length < count) throw new Error(`${address}: ${problem}`)
  return results
}

/** `beyond` is the blocking time beyond that of an empty page, in milliseconds. */
export function toMeasurements(result: Result, route: Route, beyond: number) {
  const budget = BUDGETS[route.kind]
  const LCP = numericValue(result, 'largest-contentful-paint')
  return [
    ...(Object.keys(CATEGORIES) as Category[]).map((category) => score(result, category, route)),
    // Lighthouse displays one digit of a second.
    atMost('LCP', Math.round(LCP / 100) * 100, budget.lcp, seconds),
    atMost('TTI', numericValue(result, 'interactive'), budget.tti, seconds),
    atMost('TBT', Math.max(0, beyond), budget.tbt, milliseconds),
    atMost('CLS', numericValue(result, 'cumulative-layout-shift'), MAX_SHIFT, (shift) => shift.toFixed(3)),
  ]
}

const numericValue = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
const blocking = (result: Result) => numericValue(result, 'total-blocking-time')

/** The SEO score of a page with noindex has no limit. */
function score(result: Result, category: Category, { kind, listed }: Route): Measurement {
  const { performance, others } = BUDGETS[kind]
  const { score, auditRefs = [] } = result.categories[category] ?? {}
  const points = Math.round((score ?? 0) * 100)
  const min = category === 'performance' ? performance : category === 'seo' && !listed ? 0 : others
  const costly = auditRefs
    .map(({ id, weight }) => ({ weight, audit: result.audits[id] }))
    .filter(({ weight, audit }) => weight > 0 && audit?.score != null && audit.score < 1)
    .map(({ audit }) => `${audit?.title}${audit?.displayValue ? ` ${audit.displayValue}` : ''}`)
  const broken = points < min ? [`${points}, at least ${min}: ${costly.join(' | ')}`] : []
  return { name: CATEGORIES[category], shown: String(points), broken }
}
