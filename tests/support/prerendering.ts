import puppeteer, { type Browser } from 'puppeteer-core'
import { findBrowser } from './browser.ts'

/** Opens a browser that prerenders pages. Chromium does not while Playwright is attached. */
export const launchPrerenderingBrowser = async (): Promise<Browser> =>
  puppeteer.launch({ ...(await findBrowser()), headless: 'shell' })
