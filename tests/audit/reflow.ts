/**
 * Whether everything can be read in a narrow window without scrolling sideways (WCAG 1.4.10): on the smallest
 * telephone, and at 400 % zoom of a window of 1280 by 1024 pixels.
 */
import type { Page } from '@playwright/test'
import { openDetails } from './accessibility.ts'
import { count, type Figure } from './figure.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
]

export function reflow(site: Site, route: Route): Promise<Figure[]> {
  return visit(site, route, { reducedMotion: 'reduce' }, async (page) => {
    await openDetails(page)
    const found: string[] = []
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      const cut = [...(await cutOff(page)), ...(await covered(page))]
      for (const button of await page.locator('[popovertarget]:visible').all()) {
        await button.click()
        cut.push(...(await cutOff(page)), ...(await outOfReach(page)))
        await page.keyboard.press('Escape')
      }
      found.push(...[...new Set(cut)].map((what) => `${what} (${size.width} × ${size.height})`))
    }
    return [count('reflow', found)]
  })
}

/** Text and controls that stand outside the window, or outside of what cuts them off, where nobody can scroll to them. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'input, select, textarea, button'
    const wordsIn = (part: Node) => (part.textContent?.trim() ? part.parentElement : null)
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`scrolls sideways, ${scrollWidth} px wide`] : []
    const parts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let part = parts.nextNode(); part; part = parts.nextNode()) {
      const element = part instanceof Element ? (part.matches(CONTROLS) ? part : null) : wordsIn(part)
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('[aria-hidden=true], svg, noscript, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(part)
      const rects = part instanceof Element ? [element.getBoundingClientRect()] : [...range.getClientRects()]
      if (rects.some((rect) => isCut(element, rect)))
        found.push(`cut off: ${(part.textContent?.trim() || element.outerHTML).slice(0, 60)}`)
    }
    return found

    function isCut(element: Element, rect: DOMRect): boolean {
      // What is hidden from sight alone is one pixel large or stands above the page.
      if (rect.bottom + scrollY <= 0) return false
      for (let frame: Element | null = element; frame && frame !== document.body; frame = frame.parentElement) {
        const style = getComputedStyle(frame)
        const box = frame.getBoundingClientRect()
        if (box.width <= 1 || box.height <= 1) return false
        if (/auto|scroll/.test(style.overflowX)) return false
        const sideways = /hidden|clip/.test(style.overflowX) && (rect.left < box.left - 1 || rect.right > box.right + 1)
        const down = /hidden|clip/.test(style.overflowY) && (rect.top < box.top - 1 || rect.bottom > box.bottom + 1)
        if (sideways || down) return style.textOverflow !== 'ellipsis' || down
        if (style.position === 'fixed') break
      }
      return rect.left < -1 || rect.right > document.documentElement.clientWidth + 1
    }
  })

/** What stays in place while the page scrolls must leave at least half of the window to it. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
    const stays = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement))
    const rows = Array.from({ length: innerHeight }, (_, row) => row)
    const taken = rows.filter((row) => stays(document.elementFromPoint(innerWidth / 2, row))).length
    window.scrollTo({ top: 0, behavior: 'instant' })
    return taken > innerHeight / 2 ? [`${taken} of ${innerHeight} px are covered by what stays in place`] : []
  })

/** What was opened over the page ends in the window, or scrolls. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(':popover-open')]
      .filter((opened) => {
        const { top, bottom } = opened.getBoundingClientRect()
        const isFixed = getComputedStyle(opened).position === 'fixed'
        return isFixed && (top < -1 || bottom > innerHeight + 1)
      })
      .map(({ id }) => `#${id} does not end in the window`),
  )
