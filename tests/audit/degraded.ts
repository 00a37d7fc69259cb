/** Checks a page without scripts, and without images. */
import type { Page } from '@playwright/test'
import { COLOR_RULES, findFaults, openDetails } from './accessibility.ts'
import { count } from './measurement.ts'
import { findClipped } from './reflow.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const PHONE = { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' } as const
const WIDE = { width: 1440, height: 900 }

export const degraded = async (site: Site, route: Route) => [
  count('no JS', await withoutScripts(site, route)),
  count('no images', await withoutImages(site, route)),
]

/** A content page shows the same text with and without scripts; other pages say that they need JavaScript. */
async function withoutScripts(site: Site, route: Route) {
  const isContent = route.kind === 'landing' || route.kind === 'text'
  const expected = isContent ? await visit(site, route, PHONE, readLines) : []
  return visit(site, route, { ...PHONE, javaScriptEnabled: false }, async (page) => {
    const found: string[] = []
    const lines = await readLines(page)
    const missing = expected.filter((line) => !lines.includes(line))
    if (missing.length > 0) found.push(`text only with scripts: ${missing.join(' | ')}`)
    if (lines.length === 0) found.push('no text')
    if (!isContent && !lines.some((line) => /JavaScript/.test(line)))
      found.push('no text says that it needs JavaScript')
    const menu = page.getByRole('button', { name: 'Menu' })
    const navigation = page.getByRole('navigation', { name: 'Main' })
    if ((await navigation.count()) + (await menu.count()) === 0) return found
    const link = navigation.getByRole('link').first()
    await menu.click()
    if (!(await link.isVisible())) found.push('the menu does not open on a small screen')
    await page.keyboard.press('Escape')
    await page.setViewportSize(WIDE)
    if (!(await link.isVisible())) found.push('the menu is missing on a wide screen')
    return found
  })
}

/** Returns the page's text by line, with every disclosure opened. */
async function readLines(page: Page) {
  await openDetails(page)
  const text = await page.evaluate(() => {
    // Removes text that depends on the current time or on bookings.
    for (const element of document.querySelectorAll('[data-now],[data-price$="/free"]')) element.remove()
    return document.body.innerText
  })
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Checks contrast and clipping where images are replaced by their text. */
async function withoutImages(site: Site, route: Route) {
  const before = (page: Page) =>
    page.route('**/*', (request) =>
      request.request().resourceType() === 'image' ? request.abort() : request.continue(),
    )
  return visit(site, route, { ...PHONE, before }, async (page) => {
    const found: string[] = []
    await openDetails(page)
    // For axe, the background behind an image that failed to load has no known color.
    await page.evaluate(() => {
      for (const image of document.querySelectorAll('img')) image.style.visibility = 'hidden'
    })
    for (const viewport of [PHONE.viewport, WIDE]) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await findFaults(page, COLOR_RULES)), ...(await findClipped(page)))
      }
    }
    return [...new Set(found)]
  })
}
