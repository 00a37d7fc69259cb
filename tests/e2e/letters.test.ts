import { findBrowser } from '../support/browser.ts'
import { button, expect, expectNoSidewaysScroll, test } from './visitor.ts'

const browser = await findBrowser()

/** A reader who has set the browser's letters to twice their size. */
test.use({ launchOptions: { ...browser, args: [...browser.args, '--blink-settings=defaultFontSize=32'] } })

test('the header keeps in the window, on a telephone, a tablet and a desk', async ({ page }) => {
  await page.goto('/about')
  for (const width of [390, 820, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  // The row of links does not fit in twice the size: the menu takes its place.
  await page.setViewportSize({ width: 1280, height: 900 })
  await button(page, 'Menu').click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeInViewport()
})

test('every price of every list can be read on a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await expectNoSidewaysScroll(page)
  const list = page.getByRole('table', { name: 'Dhobighat Hub' })
  for (const price of ['500', '9,500', '102,600', '378,000']) {
    const cell = list.getByRole('cell', { name: price, exact: true }).first()
    await cell.scrollIntoViewIfNeeded()
    await expect(cell).toBeInViewport({ ratio: 1 })
  }
})
