/** Checks reflow (WCAG 1.4.10) on the smallest phone and at 400 % zoom of a 1280 × 1024 px window. */
import type { Page } from '@playwright/test'
import { openDetails } from './accessibility.ts'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
]

export function reflow(site: Site, route: Route) {
  return visit(site, route, { reducedMotion: 'reduce' }, async (page) => {
    await openDetails(page)
    const found: string[] = []
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      const faults = [...(await findClipped(page)), ...(await findCovered(page))]
      for (const button of await page.locator('[popovertarget]:visible').all()) {
        await button.click()
        faults.push(...(await findClipped(page)), ...(await findEndlessPopovers(page)))
        await page.keyboard.press('Escape')
      }
      found.push(...[...new Set(faults)].map((fault) => `${fault} (${size.width} × ${size.height})`))
    }
    return [count('reflow', found)]
  })
}

/** Returns text and controls that are clipped or outside the window. */
export const findClipped = (page: Page) =>
  page.evaluate(() => {
    const CONTROLS = 'input, select, textarea, button'
    const parentOfText = (part: Node) => (part.textContent?.trim() ? part.parentElement : null)
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`scrolls sideways, ${scrollWidth} px wide`] : []
    const parts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let part = parts.nextNode(); part; part = parts.nextNode()) {
      const element = part instanceof Element ? (part.matches(CONTROLS) ? part : null) : parentOfText(part)
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('[aria-hidden=true], svg, noscript, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(part)
      const rects = part instanceof Element ? [element.getBoundingClientRect()] : [...range.getClientRects()]
      if (rects.some((rect) => isClipped(element, rect)))
        found.push(`cut off: ${(part.textContent?.trim() || element.outerHTML).slice(0, 60)}`)
    }
    return found

    function isClipped(element: Element, rect: DOMRect): boolean {
      // Visually hidden elements are one pixel large or above the page.
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

/** Fixed and sticky elements must leave half of the window to the page. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
    const isFixed = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement))
    const rows = Array.from({ length: innerHeight }, (_, row) => row)
    const covered = rows.filter((row) => isFixed(document.elementFromPoint(innerWidth / 2, row))).length
    window.scrollTo({ top: 0, behavior: 'instant' })
    return covered > innerHeight / 2 ? [`fixed elements cover ${covered} of ${innerHeight} px`] : []
  })

/** An opened popover must fit into the window or scroll. */
const findEndlessPopovers = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':popover-open')]
      .filter((opened) => {
        const { top, bottom } = opened.getBoundingClientRect()
        const isFixed = getComputedStyle(opened).position === 'fixed'
        return isFixed && (top < -1 || bottom > innerHeight + 1)
      })
      .map(({ id }) => `#${id} does not end in the window`),
  )
