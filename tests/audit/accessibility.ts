/** Runs axe in both color schemes, at three widths, with every disclosure and popover opened. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The rules that a color scheme can affect while the layout stays the same. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const WIDTHS = [320, 820, 1440]

export function accessibility(site: Site, route: Route) {
  return visit(site, route, { reducedMotion: 'reduce' }, async (page) => {
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await openDetails(page)
      let lightLayout: string | undefined
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        const layout = await readLayout(page)
        const faults = [
          ...(await findFaults(page, layout === lightLayout ? COLOR_RULES : RULES)),
          ...(await findPopoverFaults(page, scheme === 'light' ? RULES : COLOR_RULES)),
        ]
        found.push(...faults.map((fault) => `${fault} (${width} px, ${scheme})`))
        lightLayout = layout
      }
    }
    return [count('axe', found)]
  })
}

async function findPopoverFaults(page: Page, rules: readonly string[]) {
  const found: string[] = []
  for (const button of await page.locator('[popovertarget]:visible').all()) {
    await button.click()
    found.push(...(await findFaults(page, rules, ':popover-open')))
    await page.keyboard.press('Escape')
  }
  return found
}

export async function findFaults(page: Page, rules: readonly string[], part?: string) {
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  if (rules === COLOR_RULES) builder.withRules([...rules])
  else builder.withTags([...rules])
  if (part) builder.include(part)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Removes group names first, because a group allows one open element only. */
export const openDetails = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name')
      details.open = true
    }
  })

const readLayout = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.tagName, x, y, width, height].join(' ')
      })
      .join('\n'),
  )
