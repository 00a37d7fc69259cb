import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { STAFF } from '../support/staff.ts'
import { type Route, routesOf } from './routes.ts'

/** A built site that is being served, and a browser to look at it. */
export interface Site {
  url: string
  routes: Route[]
  browser: Browser
  /** What a browser keeps of a member of staff who signed in; absent where nobody can. */
  staff: BrowserContextOptions['storageState'] | undefined
}

export async function openSite(url: string, folder: string): Promise<Site> {
  const routes = routesOf(folder)
  const browser = await chromium.launch(await findBrowser())
  const staff = routes.some(({ locked }) => locked) ? await signIn(browser, url) : undefined
  return { url, routes, browser, staff }
}

async function signIn(browser: Browser, url: string): Promise<Site['staff']> {
  const context = await browser.newContext()
  const answer = await context.request.post(`${url}/api/admin/session`, { data: STAFF, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`The staff area let nobody in: ${answer.status()} ${await answer.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

export interface Visit extends BrowserContextOptions {
  /** What happens to the new page before it goes anywhere. */
  before?: (page: Page) => Promise<unknown>
}

/** Opens a route in a browser that was never there, hands the page over once it has settled, and closes it. */
export async function visit<Result>(
  site: Site,
  route: Route,
  { before, ...options }: Visit,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await site.browser.newContext({
    locale: 'en-GB',
    ...options,
    ...(route.locked && site.staff && { storageState: site.staff }),
  })
  try {
    const page = await context.newPage()
    await before?.(page)
    await page.goto(site.url + route.path)
    await settled(page)
    return await look(page)
  } finally {
    await context.close()
  }
}

const QUIET_MS = 200
const LONGEST_MS = 5_000

/** Nothing has been asked of the network for a while; a stream that never ends is no reason to wait. */
export async function settled(page: Page): Promise<void> {
  const end = Date.now() + LONGEST_MS
  let last = Date.now()
  const asked = () => {
    last = Date.now()
  }
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const) page.on(event as 'request', asked)
  while (Date.now() < end && Date.now() - last < QUIET_MS) await page.waitForTimeout(50)
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const) page.off(event as 'request', asked)
}

/** Goes down the page as a reader does, so that what waits for being seen is fetched, and back to its beginning. */
export async function read(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const step = page.viewportSize()?.height ?? 800
  for (let top = 0; top < height; top += step) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    await page.waitForTimeout(60)
  }
  await settled(page)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}
