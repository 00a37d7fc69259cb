/** Checks that a page prints without controls, clipping or text too pale for white paper. */
import { openDetails } from './accessibility.ts'
import { count } from './measurement.ts'
import { findClipped } from './reflow.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

/** An A4 sheet without its margins. */
const SHEET = { width: 718, height: 1_000 }
/** Elements that only work on a screen; the disabled button of a location names its status. */
const CONTROLS = 'nav, button:not(.tag), input, select, textarea, dialog, video, iframe, [popover]'

export async function print(site: Site, route: Route) {
  // Forms are printed with their fields.
  if ((route.kind !== 'landing' && route.kind !== 'text') || route.path.endsWith('/unsent')) return []
  return visit(site, route, { viewport: SHEET }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    await openDetails(page)
    const found = await page.evaluate(
      ([controls, minContrast]) => {
        const isVisible = (element: Element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        const name = (element: Element) => `<${element.localName} class="${element.className}">`
        const visible = [...document.querySelectorAll('body *')].filter(isVisible)
        const printed = visible
          .filter((element) => element.matches(controls))
          .map((element) => `${name(element)} is printed`)
        const fixed = visible
          .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
          .map((element) => `${name(element)} stays in place on every sheet`)
        const pale = visible
          .filter((element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim()))
          .filter((element) => !element.closest('svg, [aria-hidden=true]') && contrast(element) < minContrast)
          .map((element) => `too pale for paper: ${element.textContent?.trim().slice(0, 60)}`)
        return [...new Set([...printed, ...fixed, ...pale])]

        /** Returns the contrast with white, because browsers do not print backgrounds. */
        function contrast(element: Element): number {
          const canvas = new OffscreenCanvas(1, 1).getContext('2d')
          if (!canvas) throw new Error('this browser has no canvas')
          canvas.fillStyle = '#fff'
          canvas.fillRect(0, 0, 1, 1)
          canvas.fillStyle = getComputedStyle(element).color
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
            const part = value / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
          })
          return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
        }
      },
      [CONTROLS, 4.5] as const,
    )
    return [count('paper', [...found, ...(await findClipped(page))])]
  })
}
