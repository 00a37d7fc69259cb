/** Runs the checks of a page on one state of a screen: axe, reflow and the size of targets. */
import type { Page } from '@playwright/test'
import { COLOR_RULES, findFaults, RULES } from './accessibility.ts'
import { findClipped } from './reflow.ts'
import { visitState } from './sample-site.ts'
import type { Site } from './site.ts'
import type { State } from './state.ts'
import { findSmallTargets } from './targets.ts'

const PHONE = { width: 390, height: 844 }
/** The smallest phone, or 400 % zoom of a 1280 × 1024 px window. */
const SMALL = { width: 320, height: 256 }
/** In rows of data, links are one line high, and the days of a grid share the width of a phone (WCAG 2.5.8). */
const MIN_DENSE_SIZE = 24

export const findScreenFaults = (site: Site, state: State) =>
  visitState(site, state, PHONE, async (page) => {
    await page.emulateMedia({ media: 'screen' })
    const small = await findSmallTargets(page, MIN_DENSE_SIZE)
    const faults = [...small, ...(await findAxeFaults(page))]
    await page.setViewportSize(SMALL)
    faults.push(...(await findClipped(page)), ...(await findAxeFaults(page)))
    return [...new Set(faults)]
  })

async function findAxeFaults(page: Page) {
  // Lists that are being loaded are pale.
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  const found = await findFaults(page, RULES)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await findFaults(page, COLOR_RULES)))
  await page.emulateMedia({ colorScheme: 'light' })
  // It also reports controls that a fixed bar covers until the page is scrolled; `findSmallTargets` scrolls to each.
  return found.filter((fault) => !fault.startsWith('target-size'))
}
