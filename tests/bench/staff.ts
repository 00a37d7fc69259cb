/**
 * The staff area on years of bookings: how long the server takes for every list, filter, search and chart, on both
 * engines, and how long a browser takes until a screen can be used. Prints figures; judges nothing.
 * `BENCH_BOOKINGS` is how many bookings there are, 200,000 where it is not said.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { chromium } from '@playwright/test'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { findBrowser } from '../support/browser.ts'
import { startPostgres } from '../support/postgres.ts'
import { newDataDir, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

const BOOKINGS = process.env.BENCH_BOOKINGS ?? '200000'
const WARM_UP = 3
const ROUNDS = 40
const LOADS = 5
const PAGES_ON = 20

const today = kathmanduDate(Date.now())
const span = (days: number, more = ''): string => `?from=${addDays(today, 1 - days)}&to=${today}${more}`

/** What a call is asked; every other staff call that reads is asked bare. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/admin/stats': [span(7), span(30), span(90), span(366), span(366, '&location=kausimaa')],
  '/api/admin/quote': [`?locationId=kausimaa&planId=enterprise&billing=annual&startDate=${today}&meetingRoomHours=2`],
  '/api/admin/customers': ['?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/day-sheet': [`?location=kausimaa&date=${today}`, `?location=dhobighat-hub&date=${addDays(today, -500)}`],
  '/api/admin/payments': ['', '?state=refunded', '?method=khalti&location=kausimaa', '?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/memberships': ['', '?status=ending', '?plan=enterprise', '?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/day': [`?location=kausimaa&date=${today}`, `?location=dhobighat-hub&date=${addDays(today, -500)}`],
  '/api/admin/search': ['?q=shrestha', '?q=BK-17', '?q=aarati%20shrestha', '?q=nobody-at-all'],
  '/api/admin/bookings': [
    '',
    ...BOOKING_STATES.map((state) => `?state=${state}`),
    '?location=jhamsikhel-loft',
    '?q=shrestha',
    '?q=aarati%20shrestha&state=confirmed',
    '?q=nobody-at-all',
    '?limit=100',
  ],
}
/** They answer with a stream or a file as long as the list itself. */
const ENDLESS = /\/(events|export)\b/

for (const engine of ['sqlite', 'postgres'] as const) {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const dataDir = newDataDir()
  const environment = {
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    STAFF_EMAIL: STAFF.email,
    STAFF_PASSWORD: STAFF.password,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const began = performance.now()
  execFileSync(process.execPath, ['src/server/commands/seed.ts', '--bookings', BOOKINGS], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const seeded = (performance.now() - began) / 1_000
  const server = await startServer(environment, dataDir)
  try {
    const cookie = await enter(server.url)
    console.log(`\n${BOOKINGS} bookings on ${engine}, written in ${seeded.toFixed(0)} s. Answers in ms:`)
    console.table(await answers(server.url, cookie))
    console.log(`Screens on ${engine}, from the navigation until they can be used, in ms:`)
    console.table(await screens(server.url, cookie))
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true })
    await postgres?.stop()
  }
}

async function enter(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(STAFF),
  })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  if (!answer.ok) throw new Error(`nobody could sign in: ${answer.status} ${await answer.text()}`)
  return cookie.join('; ')
}

type Row = ReturnType<typeof quantiles>

async function answers(url: string, cookie: string): Promise<Record<string, Row>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const rows: Record<string, Row> = {}
  const reads = ENDPOINTS.filter(
    ({ method, access, path }) => method === 'GET' && access === 'staff' && !path.includes('{') && !ENDLESS.test(path),
  )
  for (const { path } of reads)
    for (const query of QUERIES[path] ?? ['']) {
      const name = path.replace('/api/admin/', '')
      rows[name + query] = await timed(() => get(agent, url + path + query, cookie))
      const next = nextOf(await get(agent, url + path + query, cookie))
      if (next && query === '') {
        const far = await pageOn(agent, url + path, cookie, next)
        rows[`${name}, ${PAGES_ON} pages on`] = await timed(() => get(agent, `${url}${path}?cursor=${far}`, cookie))
      }
    }
  agent.destroy()
  return rows
}

async function timed(ask: () => Promise<unknown>): Promise<Row> {
  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const at = performance.now()
    await ask()
    if (round >= 0) times.push(performance.now() - at)
  }
  return quantiles(times)
}

function quantiles(times: number[]): { p50: string; p95: string } {
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)
  return { p50: at(0.5), p95: at(0.95) }
}

async function pageOn(agent: Agent, address: string, cookie: string, first: string): Promise<string> {
  let next = first
  for (let page = 1; page < PAGES_ON; page++)
    next = nextOf(await get(agent, `${address}?cursor=${encodeURIComponent(next)}`, cookie)) ?? next
  return encodeURIComponent(next)
}

function nextOf(body: string): string | undefined {
  const next: unknown = JSON.parse(body)?.next
  return typeof next === 'string' ? next : undefined
}

/** The answer's body; a refusal is nothing to measure. */
function get(agent: Agent, url: string, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { cookie } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => (body += text))
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve(body) : reject(new Error(`${url}: ${answer.statusCode} ${body}`)),
      )
    })
    call.once('error', reject)
    call.end()
  })
}

/**
 * The owner's screens. Nothing is kept between two loads. A screen can be used once its heading stands and nothing in
 * it is being read.
 */
async function screens(url: string, cookie: string): Promise<Record<string, { p50: string; slowest: string }>> {
  const browser = await chromium.launch(await findBrowser())
  const rows: Record<string, { p50: string; slowest: string }> = {}
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url }
      }),
    )
    return context.newPage()
  }
  const first = await open()
  await first.goto(`${url}/admin`)
  // Those of an owner stand there once it is known who looks.
  await first.getByRole('navigation').getByRole('link', { name: 'Audit' }).waitFor()
  const named = await first
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        path: new URL((link as HTMLAnchorElement).href).pathname,
        title: (link as HTMLElement).innerText.trim(),
      })),
    )
  await first.context().close()
  const inNavigation = named.filter(({ path }) => path.startsWith('/admin'))
  // One is reached from the bookings alone.
  const sheet = { path: `/admin/day-sheet?location=kausimaa&date=${today}`, title: 'Day sheet' }
  for (const { path, title } of [...inNavigation, sheet]) {
    const times: number[] = []
    for (let load = 0; load < LOADS; load++) {
      const page = await open()
      await page.goto(url + path, { waitUntil: 'commit' })
      const usable = await page.waitForFunction(() => {
        const main = document.querySelector('main')
        const isReading = main?.querySelector('.skeleton, [aria-busy="true"]')
        const hasBegun = main?.querySelector('h1') && !document.querySelector('astro-island[ssr]')
        const hasAnswers = performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/admin/'))
        return hasBegun && hasAnswers && !isReading ? performance.now() : undefined
      })
      times.push(Number(await usable.jsonValue()))
      await page.context().close()
    }
    const { p50 } = quantiles(times)
    rows[title] = { p50, slowest: Math.max(...times).toFixed(0) }
  }
  await browser.close()
  return rows
}
