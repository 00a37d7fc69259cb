import { setTimeout } from 'node:timers/promises'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findBrowser } from './browser.ts'

/** Opens a browser that prerenders pages. Chromium does not while Playwright is attached. */
export const launchPrerenderingBrowser = async (): Promise<Browser> =>
  puppeteer.launch({ ...(await findBrowser()), headless: 'shell' })

/** The driver's own click may be repeated where the prerendered page replaces this one before it has responded. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.$eval(`a[href="${path}"]`, (link) => {
    globalThis.setTimeout(() => (link as HTMLElement).click())
  })
  // While one page replaces another, there may be none that could respond.
  await waitUntil(async () => (await page.evaluate(() => location.pathname).catch(() => '')) === path)
}

const MAX_WAIT_MS = 30_000

/** Polls a condition that no event of the driver reports. */
export async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MAX_WAIT_MS; !(await isMet()); await setTimeout(10))
    if (performance.now() > end) throw new Error('the page did not load in time')
}
