/** What axe finds, in both colour schemes, at three widths, with everything opened that opens. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { count, type Figure } from './figure.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** All that a scheme can change while every box stays where it is. */
export const COLOURS = ['color-contrast', 'link-in-text-block']
const WIDTHS = [320, 820, 1440]

export function accessibility(site: Site, route: Route): Promise<Figure[]> {
  return visit(site, route, { reducedMotion: 'reduce' }, async (page) => {
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const [scheme, faults] of await inBothSchemes(page))
        found.push(...faults.map((fault) => `${fault} (${width} px, ${scheme})`))
    }
    return [count('axe', found)]
  })
}

async function inBothSchemes(page: Page): Promise<[scheme: string, faults: string[]][]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await openDetails(page)
  const light = await faults(page, RULES)
  const lightBoxes = await boxes(page)
  const lightOpened = await inPopovers(page, RULES)
  await page.emulateMedia({ colorScheme: 'dark' })
  const moved = (await boxes(page)) !== lightBoxes
  const dark = await faults(page, moved ? RULES : COLOURS)
  const darkOpened = await inPopovers(page, COLOURS)
  return [
    ['light', [...light, ...lightOpened]],
    ['dark', [...dark, ...darkOpened]],
  ]
}

async function inPopovers(page: Page, rules: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const button of await page.locator('[popovertarget]:visible').all()) {
    await button.click()
    found.push(...(await faults(page, rules, ':popover-open')))
    await page.keyboard.press('Escape')
  }
  return found
}

export async function faults(page: Page, rules: readonly string[], part?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  if (rules === COLOURS) builder.withRules([...rules])
  else builder.withTags([...rules])
  if (part) builder.include(part)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Groups that let only one stand open would hide the others. */
export const openDetails = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name')
      details.open = true
    }
  })

/** Where everything stands that is drawn. */
const boxes = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.tagName, x, y, width, height].join(' ')
      })
      .join('\n'),
  )
