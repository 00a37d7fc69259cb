import type { Page } from '@playwright/test'
import { book, button, expect, expectAccessible, inDays, test } from './visitor.ts'

/** Returns the controls, drawings and text under the assistant's button at any scroll position. */
async function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const launcher = document.querySelector<HTMLElement>('.launcher')
    if (!launcher) throw new Error('the page has no assistant')
    const found = new Set<string>()
    const hasTextAt = (element: Element, x: number, y: number) =>
      [...element.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return false
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].some(
          (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
        )
      })
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 60) {
      scrollTo({ top, behavior: 'instant' })
      const { left, right, top: above, bottom } = launcher.getBoundingClientRect()
      const points: [number, number][] = []
      for (let x = left; x <= right; x += 8)
        for (let y = above; y <= bottom; y += 8)
          // Under the sticky header it covers nothing.
          if (launcher.contains(document.elementFromPoint(x, y))) points.push([x, y])
      launcher.style.visibility = 'hidden'
      for (const [x, y] of points) {
        const under = document.elementFromPoint(x, y)
        // Photographs may lie under it, and the links that they are part of.
        if (!under || under.closest('picture')) continue
        if (
          under.closest('a, button, input, select, textarea, label, svg, img:not([alt=""])') ||
          hasTextAt(under, x, y)
        )
          found.add(`${under.tagName} ${under.textContent?.slice(0, 40)}`)
      }
      launcher.style.visibility = ''
    }
    // Below the sticky header, controls would be too small for the next check.
    scrollTo({ top: 0, behavior: 'instant' })
    return [...found]
  })
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`the assistant's button covers no control or text of booking and payment at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const next = page.locator('button[type=submit]:visible', { hasText: 'Continue' })
    await page.goto('/booking?plan=professional')
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeFocused()
    await next.click({ force: true })
    await expect(page.locator('#locationId-error')).toBeVisible()
    expect(await findCovered(page), 'step 1').toEqual([])
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Dhobighat Hub' }).click()
    await next.click()
    await page.getByLabel('Start date', { exact: true }).fill(inDays(20))
    await expect(page.getByRole('grid').first()).toBeVisible()
    expect(await findCovered(page), 'step 2').toEqual([])
    await next.click()
    await page.getByRole('checkbox').first().check()
    expect(await findCovered(page), 'step 3').toEqual([])
    await next.click()
    await button(page, 'Proceed to Payment').click()
    await expect(page.getByText(/things need fixing/)).toBeVisible()
    expect(await findCovered(page), 'step 4').toEqual([])
    await book(page)
    expect(await findCovered(page), 'payment').toEqual([])
    await page.getByRole('radio', { name: /bank transfer/i }).check()
    await page.locator('button[type=submit][form=payment]:visible, .payment-go:visible').click()
    await expect(page.getByText('Account number')).toBeVisible()
    expect(await findCovered(page), 'transfer').toEqual([])
    await expect(page.locator('aside').filter({ has: page.locator('.launcher') })).not.toHaveCSS('position', 'sticky')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ask a question' }).click()
    await expect(page.getByRole('dialog').getByLabel('Your question')).toBeFocused()
  })

test("the assistant's button stays readable under the pointer on the booking page", async ({ page }) => {
  await page.goto('/booking')
  const launcher = page.getByRole('link', { name: 'Ask a question' })
  const atRest = await launcher.evaluate((element) => getComputedStyle(element).color)
  await launcher.hover()
  await expect
    .poll(() => launcher.evaluate((element) => getComputedStyle(element).backgroundColor))
    .not.toBe('rgba(0, 0, 0, 0)')
  expect(await launcher.evaluate((element) => getComputedStyle(element).color)).toBe(atRest)
})

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [961, 900],
  [1440, 900],
] as const)
  test(`the assistant's button covers no control or text of public pages at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const path of [
      '/',
      '/about',
      '/pricing',
      '/locations',
      '/locations/kausimaa',
      '/blog',
      '/contact',
      '/terms',
    ]) {
      await page.goto(path)
      expect(await findCovered(page), path).toEqual([])
    }
  })

test("the assistant's button has a bar above the footer of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const launcher = page.getByRole('link', { name: 'Ask a question' })
  await page.goto('/about')
  await expect(launcher).not.toBeInViewport()
  await launcher.focus()
  await expect(launcher).toBeInViewport({ ratio: 1 })
  // In the bar of a page that has one.
  await page.goto('/locations/kausimaa')
  await expect(launcher).toBeInViewport({ ratio: 1 })
})
