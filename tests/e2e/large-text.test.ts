import { findBrowser } from '../support/browser.ts'
import { button, expect, expectNoSidewaysScroll, test } from './visitor.ts'

const browser = await findBrowser()

/** A browser with twice the default font size. */
test.use({ launchOptions: { ...browser, args: [...browser.args, '--blink-settings=defaultFontSize=32'] } })

test('the header fits into the window on a phone, a tablet and a desktop', async ({ page }) => {
  await page.goto('/about')
  await expectNoSidewaysScroll(page, 390, 820, 1280, 1440)
  // The navigation does not fit at this font size, so the menu replaces it.
  await page.setViewportSize({ width: 1280, height: 900 })
  await button(page, 'Menu').click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeInViewport()
})

test('every price can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await expectNoSidewaysScroll(page)
  const list = page.getByRole('table', { name: 'Dhobighat Hub' })
  for (const price of ['500', '9,500', '102,600', '378,000']) {
    const cell = list.getByRole('cell', { name: price, exact: true }).first()
    await cell.scrollIntoViewIfNeeded()
    // Scrolling ends on a whole pixel, a cell between two.
    await expect(cell).toBeInViewport({ ratio: 0.99 })
  }
})
