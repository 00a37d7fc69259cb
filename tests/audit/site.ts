import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { STAFF } from '../support/staff.ts'
import { type Route, readRoutes } from './routes.ts'

/** A served build and a browser. */
export interface Site {
  url: string
  routes: Route[]
  browser: Browser
  /** The storage state of a signed-in staff member; undefined if the build has no staff area. */
  staff: BrowserContextOptions['storageState'] | undefined
}

export async function openSite(url: string, folder: string): Promise<Site> {
  const routes = readRoutes(folder)
  const browser = await chromium.launch(await findBrowser())
  const staff = routes.some(({ locked }) => locked) ? await signIn(browser, url) : undefined
  return { url, routes, browser, staff }
}

async function signIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  const response = await context.request.post(`${url}/api/admin/session`, { data: STAFF, headers: { origin: url } })
  if (!response.ok()) throw new Error(`The sign-in failed: ${response.status()} ${await response.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

interface Visit extends BrowserContextOptions {
  /** Runs before the first navigation. */
  before?: (page: Page) => Promise<unknown>
}

/** Opens a route in a new browser context and passes the settled page to `inspect`. */
export async function visit<Result>(
  site: Site,
  { path, locked }: Pick<Route, 'path' | 'locked'>,
  { before, ...options }: Visit,
  inspect: (page: Page) => Promise<Result>,
) {
  const context = await site.browser.newContext({
    locale: 'en-GB',
    ...options,
    ...(locked && site.staff && { storageState: site.staff }),
  })
  const page = await context.newPage()
  try {
    await before?.(page)
    await page.goto(site.url + path)
    await waitUntilSettled(page)
    return await inspect(page)
  } finally {
    // A request that the page repeats may still wait for its response.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

const QUIET_MS = 200
const MAX_WAIT_MS = 5_000

/** Waits until there were no requests for 200 ms; an open stream does not count. */
export async function waitUntilSettled(page: Page) {
  const end = Date.now() + MAX_WAIT_MS
  let last = Date.now()
  const onRequest = () => {
    last = Date.now()
  }
  const events = ['request', 'requestfinished', 'requestfailed'] as const
  for (const event of events) page.on(event as 'request', onRequest)
  while (Date.now() < end && Date.now() - last < QUIET_MS) await page.waitForTimeout(50)
  for (const event of events) page.off(event as 'request', onRequest)
}

/** Scrolls to the end, so that lazy content loads, and back. */
export async function loadWholePage(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const step = page.viewportSize()?.height ?? 800
  const scrollTo = (top: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
  for (let top = 0; top < height; top += step) {
    await scrollTo(top)
    await page.waitForTimeout(60)
  }
  await waitUntilSettled(page)
  await scrollTo(0)
}

export async function runTwoAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}
