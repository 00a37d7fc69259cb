/** Whether a page reads well without scripts, and without pictures. */
import type { Page } from '@playwright/test'
import { COLOURS, faults, openDetails } from './accessibility.ts'
import { count, type Figure } from './figure.ts'
import { cutOff } from './reflow.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const PHONE = { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' } as const
const WIDE = { width: 1440, height: 900 }

export async function without(site: Site, route: Route): Promise<Figure[]> {
  return [count('no JS', await withoutScripts(site, route)), count('no images', await withoutImages(site, route))]
}

/** A page of text says all that it says with scripts, and its menu leads on; one of islands says what it needs. */
async function withoutScripts(site: Site, route: Route): Promise<string[]> {
  const isContent = route.kind === 'landing' || route.kind === 'text'
  const full = isContent ? await visit(site, route, PHONE, lines) : []
  return visit(site, route, { ...PHONE, javaScriptEnabled: false }, async (page) => {
    const found: string[] = []
    const said = await lines(page)
    const missing = full.filter((line) => !said.includes(line))
    if (missing.length > 0) found.push(`says only with scripts: ${missing.join(' | ')}`)
    if (said.length === 0) found.push('says nothing')
    if (!isContent && !said.some((line) => /JavaScript/.test(line))) found.push('does not say that it needs JavaScript')
    if ((await page.getByRole('navigation', { name: 'Main' }).count()) + (await menu(page).count()) > 0)
      found.push(...(await leadsOn(page)))
    return found
  })
}

const menu = (page: Page) => page.getByRole('button', { name: 'Menu' })

/** The words of the page, line by line, with everything opened. */
async function lines(page: Page): Promise<string[]> {
  await openDetails(page)
  const text = await page.evaluate(() => {
    // What holds at this moment only scripts can know.
    for (const element of document.querySelectorAll('[data-now]')) element.remove()
    return document.body.innerText
  })
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

async function leadsOn(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await menu(page).click()
  const small = await links.first().isVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(WIDE)
  const wide = await links.first().isVisible()
  return [
    ...(small ? [] : ['the menu does not open on a small screen']),
    ...(wide ? [] : ['the menu is not there on a wide screen']),
  ]
}

/** Their texts stand in their places, and what was written over them can still be read. */
async function withoutImages(site: Site, route: Route): Promise<string[]> {
  const before = (page: Page) =>
    page.route('**/*', (request) =>
      request.request().resourceType() === 'image' ? request.abort() : request.continue(),
    )
  return visit(site, route, { ...PHONE, before }, async (page) => {
    const found: string[] = []
    await openDetails(page)
    await hideImages(page)
    for (const viewport of [PHONE.viewport, WIDE]) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await faults(page, COLOURS)), ...(await cutOff(page)))
      }
    }
    return [...new Set(found)]
  })
}

/** For axe a picture that never came is still a ground of unknown colour. */
const hideImages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const image of document.querySelectorAll('img')) image.style.visibility = 'hidden'
  })
