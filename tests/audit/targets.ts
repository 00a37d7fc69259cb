/** Checks that a finger can hit what it is meant to: links and controls outside running text reach over 44 px. */
import type { Page } from '@playwright/test'
import { openDetails } from './accessibility.ts'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const WIDTHS = [390, 1440]
const MIN_SIZE = 44

export async function targets(site: Site, route: Route) {
  if (route.kind === 'staff') return []
  const found: string[] = []
  for (const width of WIDTHS)
    await visit(site, route, { viewport: { width, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
      await openDetails(page)
      found.push(...(await findSmallTargets(page)).map((target) => `${target} at ${width} px`))
    })
  return [count('targets', found)]
}

/** The area that reacts may be larger than the element, as on cards with one link. */
export const findSmallTargets = (page: Page, minDenseSize = MIN_SIZE) =>
  page.evaluate(measureTargets, { minSize: MIN_SIZE, minDenseSize })

function measureTargets({ minSize, minDenseSize }: { minSize: number; minDenseSize: number }): string[] {
  const CONTROLS = 'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [tabindex="0"]'
  const small: string[] = []
  // A modal dialog and a popover cover the page.
  const layer = document.querySelector('dialog:modal, :popover-open') ?? document
  for (const element of layer.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('[inert], [aria-hidden=true], dialog:not([open]), :disabled, .skip')) continue
    if (isInText(element)) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const label = element instanceof HTMLInputElement ? element.closest('label') : null
    const { x: left, y: top, width, height } = (label ?? element).getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const min = element.matches('a:not(.button), [role=grid] button') ? minDenseSize : minSize
    const reach = min / 2 - 1
    const hits = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (element.contains(hit) || label?.contains(hit) === true)
    }
    const reachesUp = height >= min - 1 || (hits(0, -reach) && hits(0, reach))
    const reachesAside = width >= min - 1 || (hits(-reach, 0) && hits(reach, 0))
    if (!reachesUp || !reachesAside)
      small.push(
        `${element.localName} “${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}” ${Math.round(width)} × ${Math.round(height)}`,
      )
  }
  return small

  /** A link in a sentence, or in a table of a post, has the height of its line. */
  function isInText(element: Element): boolean {
    const isText = (node: ChildNode) => node !== element && node instanceof Text && node.data.trim() !== ''
    const hasText = [...(element.parentElement?.childNodes ?? [])].some(isText)
    return getComputedStyle(element).display.startsWith('inline') && (hasText || element.closest('table') !== null)
  }
}
