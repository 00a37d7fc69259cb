/** Measures the largest paint of a page that is opened from another, on a line with the round trip of slow 4G. */
import { rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { openHttpProxy } from '../support/http-proxy.ts'
import { follow, launchPrerenderingBrowser, waitUntil } from '../support/prerendering.ts'
import { startServer } from '../support/process.ts'
import { median } from './quantile.ts'

const MAX_MS = 100
const ROUND_TRIP_MS = 150
/** Without a request for so long, a page is loaded. */
const SILENCE_MS = 500
const RUNS = 5
const LINKS = [
  ['/', '/pricing'],
  ['/', '/locations'],
  ['/locations', '/locations/kausimaa'],
  ['/blog', '/blog/a-power-cut-drill-for-your-desk'],
] as const

const server = await startServer()
process.once('exit', () => server.kill('SIGKILL'))
const browser = await launchPrerenderingBrowser()
const requests = { open: 0, lastEnd: 0, prerendered: new Set<string>() }
const steps = {
  before: ({ url = '', headers }: IncomingMessage) => {
    requests.open++
    if (headers['sec-purpose']?.includes('prerender')) requests.prerendered.add(url)
    return setTimeout(ROUND_TRIP_MS)
  },
  after: () => {
    requests.open--
    requests.lastEnd = performance.now()
  },
}
const plain = await openHttpProxy(server.url, { ...steps, change: (headers) => delete headers['speculation-rules'] })
const prerendering = await openHttpProxy(server.url, steps)
const rows: Record<string, Record<string, number>> = {}
for (const [from, to] of LINKS)
  rows[`${from} to ${to}`] = {
    plain: await medianPaint(plain.url, from, to),
    prerendering: await medianPaint(prerendering.url, from, to),
  }
console.log(`Largest paint of the next page in ms, at most ${MAX_MS} with prerendering; median of ${RUNS}:`)
console.table(rows)

plain.close()
prerendering.close()
await browser.close()
await server.kill('SIGTERM')
rmSync(server.dataDir, { recursive: true })

async function medianPaint(url: string, from: string, to: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await measurePaint(url, from, to))
  return Math.round(median(times))
}

/** Returns the milliseconds from the click to the largest paint, in a browser without a cache. */
async function measurePaint(url: string, from: string, to: string): Promise<number> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 1_280, height: 800 })
  await page.goto(url + from, { waitUntil: 'networkidle0' })
  if (url === prerendering.url) await prerender(page, to)
  await follow(page, to)
  await page.waitForFunction(() => document.readyState === 'complete')
  const time = await page.evaluate(
    (settleMs) =>
      new Promise<number>((resolve) => {
        const [navigation] = performance.getEntriesByType('navigation')
        const { activationStart = 0 } = navigation as PerformanceEntry & { activationStart?: number }
        const paints: number[] = []
        new PerformanceObserver((list) => paints.push(...list.getEntries().map(({ startTime }) => startTime))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
        // A larger paint may follow.
        globalThis.setTimeout(() => resolve(Math.max(0, (paints.at(-1) ?? Number.NaN) - activationStart)), settleMs)
      }),
    SILENCE_MS,
  )
  await context.close()
  return time
}

/** Rests the pointer on a link until its page and all that it loads are prerendered. */
async function prerender(page: Page, path: string): Promise<void> {
  requests.prerendered.clear()
  await page.locator(`a[href="${path}"]`).hover()
  const isLoaded = () => requests.open === 0 && performance.now() - requests.lastEnd > SILENCE_MS
  await waitUntil(() => requests.prerendered.has(path) && isLoaded())
}
