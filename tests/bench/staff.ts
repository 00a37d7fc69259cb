/** Measures API responses and screens of the staff area with `BENCH_BOOKINGS` bookings (200,000), on both engines. */
import { chromium } from '@playwright/test'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { BookingClient } from '../support/booking-client.ts'
import { findBrowser } from '../support/browser.ts'
import { signIn } from '../support/payment-client.ts'
import { quantile } from './quantile.ts'
import { startSeededServer } from './seeded-server.ts'

const MAX_P95_MS = 49
const WARM_UP = 3
const ROUNDS = 40
const LOADS = 5
const PAGES_ON = 20

const today = kathmanduDate(Date.now())
const span = (days: number, more = '') => `?from=${addDays(today, 1 - days)}&to=${today}${more}`

/** The queries of each call; other GET calls have none. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/admin/accounts': [span(30), span(366), span(366, '&location=kausimaa')],
  '/api/admin/stats': [span(7), span(30), span(90), span(366), span(366, '&location=kausimaa')],
  '/api/admin/quote': [`?locationId=kausimaa&planId=enterprise&billing=annual&startDate=${today}&meetingRoomHours=2`],
  '/api/admin/capacity': ['?location=kausimaa'],
  '/api/admin/rooms': [`?location=kausimaa&date=${today}`],
  '/api/admin/rooms/bookings': [`?location=kausimaa&date=${today}`],
  '/api/admin/tours': [`?location=kausimaa&from=${today}&to=${addDays(today, 30)}`],
  '/api/admin/customers': ['?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/day-sheet': [`?location=kausimaa&date=${today}`, `?location=dhobighat-hub&date=${addDays(today, -500)}`],
  '/api/admin/payments': ['', '?state=refunded', '?method=khalti&location=kausimaa', '?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/memberships': ['', '?status=ending', '?plan=enterprise', '?q=shrestha', '?q=nobody-at-all'],
  '/api/admin/cash-up': [`?location=kausimaa&date=${today}`],
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
/** These respond with a stream, a whole list or a PDF. */
const UNMEASURED = /\/(events|export|day\.pdf)\b/

for (const engine of ['sqlite', 'postgres'] as const) {
  const server = await startSeededServer(engine)
  try {
    const cookie = await signIn(server.url)
    console.log('Responses in ms:')
    const responses = await measureResponses(server.url, cookie)
    console.table(responses)
    const quick = Object.values(responses).filter(({ p95 }) => Number(p95) <= MAX_P95_MS).length
    console.log(`${quick} of ${Object.keys(responses).length} have a p95 of at most ${MAX_P95_MS} ms.`)
    console.log(`Screens on ${engine}, from the navigation until they can be used, in ms, at most 500:`)
    console.table(await measureScreens(server.url, cookie))
  } finally {
    await server.stop()
  }
}

async function measureResponses(url: string, cookie: string) {
  const client = new BookingClient(url, 1)
  const get = async (path: string): Promise<{ next?: string | null }> => {
    const { status, body } = await client.get(path, { cookie })
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body as object
  }
  const rows: Record<string, ReturnType<typeof quantiles>> = {}
  const reads = ENDPOINTS.filter(
    ({ method, access, path }) =>
      method === 'GET' && access === 'staff' && !path.includes('{') && !UNMEASURED.test(path),
  )
  for (const { path } of reads)
    for (const query of QUERIES[path] ?? ['']) {
      const name = path.replace('/api/admin/', '')
      rows[name + query] = await measure(() => get(path + query))
      let { next } = await get(path + query)
      if (!next || query !== '') continue
      const page = (cursor: string) => get(`${path}?cursor=${encodeURIComponent(cursor)}`)
      for (let number = 1; number < PAGES_ON; number++) next = (await page(next)).next ?? next
      const last = next
      rows[`${name}, ${PAGES_ON} pages on`] = await measure(() => page(last))
    }
  client.close()
  return rows
}

async function measure(request: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now()
    await request()
    if (round >= 0) times.push(performance.now() - start)
  }
  return quantiles(times)
}

function quantiles(times: number[]) {
  return { p50: quantile(times, 0.5).toFixed(1), p95: quantile(times, 0.95).toFixed(1) }
}

/** Measures the owner's screens with an empty cache, until the heading is shown and nothing is loading. */
async function measureScreens(url: string, cookie: string) {
  const browser = await chromium.launch(await findBrowser())
  const rows: Record<string, { p50: string; slowest: string }> = {}
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
    return context.newPage()
  }
  const first = await open()
  await first.goto(`${url}/admin`)
  const links = first.getByRole('navigation').getByRole('link')
  await links.filter({ hasText: 'Audit' }).waitFor()
  const found = await links.evaluateAll((links) =>
    (links as HTMLAnchorElement[]).map((link) => ({ path: link.pathname, title: link.innerText.trim() })),
  )
  await first.context().close()
  const inNavigation = found.filter(({ path }) => path.startsWith('/admin'))
  for (const { path, title } of inNavigation) {
    const times: number[] = []
    for (let load = 0; load < LOADS; load++) {
      const page = await open()
      await page.goto(url + path, { waitUntil: 'commit' })
      const usable = await page.waitForFunction(() => {
        const main = document.querySelector('main')
        const isLoading = main?.querySelector('.skeleton, [aria-busy="true"]')
        const hasStarted = main?.querySelector('h1') && !document.querySelector('astro-island[ssr]')
        const hasResponses = performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/admin/'))
        return hasStarted && hasResponses && !isLoading ? performance.now() : undefined
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
