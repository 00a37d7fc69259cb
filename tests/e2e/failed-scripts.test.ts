import type { Page } from '@playwright/test'
import { book, bookAndPay, button, expect, expectAccessible, heading, payBy, signIn, test } from './visitor.ts'

const NOT_LOADED = 'This part of the page could not be loaded.'

/** Aborts requests for a part of the page until the returned function is called. */
async function abortScript(page: Page, name: string): Promise<() => Promise<void>> {
  // A retry adds a query.
  const pattern = `**/_astro/${name}.*.js*`
  await page.route(pattern, (route) => route.abort('connectionfailed'))
  return () => page.unroute(pattern)
}

/** React reports the error that the boundary caught; nothing else may be reported. */
function expectLoadErrorsOnly(faults: string[]): void {
  expect(faults.filter((fault) => !fault.includes('Failed to fetch'))).toEqual([])
  faults.length = 0
}

test('the wizard stays and loads the calendar on Try Again after a network failure', async ({ page, faults }) => {
  const restore = await abortScript(page, 'Calendar')
  await page.goto('/booking?location=dhobighat-hub&plan=professional')
  await button(page, 'Continue to dates').first().click()
  await expect(page.getByText(NOT_LOADED)).toBeVisible()
  await expect(page.getByLabel('Start date', { exact: true })).toBeVisible()
  await restore()
  await button(page, 'Try Again').click()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expect(page.getByText(NOT_LOADED)).toBeHidden()
  expectLoadErrorsOnly(faults)
})

test('the assistant opens on Try Again after its panel failed to load', async ({ page }) => {
  const restore = await abortScript(page, 'mount-panel')
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await expect(page.getByText('The assistant could not be loaded.')).toBeVisible()
  await expect(heading(page, 'Book a workspace')).toBeVisible()
  await restore()
  await button(page, 'Try Again').click()
  await expect(page.getByRole('dialog').getByLabel('Your question')).toBeFocused()
})

test('the staff area stays and opens the search on Try Again after a network failure', async ({ page, faults }) => {
  const restore = await abortScript(page, 'CommandPalette')
  await signIn(page)
  await expect(page.getByText('of 30 seats taken')).toBeVisible()
  await page.keyboard.press('Control+k')
  const text = page.getByRole('dialog', { name: 'Search' }).getByText(NOT_LOADED)
  await expect(text).toBeVisible()
  const [textBox, buttonBox] = await Promise.all([text.boundingBox(), button(page, 'Try Again').boundingBox()])
  expect((buttonBox?.y ?? 0) - (textBox?.y ?? 0) - (textBox?.height ?? 0)).toBeGreaterThanOrEqual(12)
  await restore()
  await button(page, 'Try Again').click()
  await expect(page.getByLabel('Search bookings and members')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expectLoadErrorsOnly(faults)
})

test('a staff screen whose script failed to load offers a link that reloads the page', async ({ page, faults }) => {
  await signIn(page)
  await expect(page.getByText('of 30 seats taken')).toBeVisible()
  const restore = await abortScript(page, 'Bookings')
  await page.goto('/admin/bookings?status=confirmed')
  const reload = page.getByRole('link', { name: 'Reload the page' })
  await expect(reload).toBeVisible()
  await restore()
  await reload.click()
  await expect(page).toHaveURL(/\?status=confirmed$/)
  await expect(reload).toBeHidden()
  await expect(button(page, 'New booking')).toBeEnabled()
  expectLoadErrorsOnly(faults)
})

test('a QR code that could not be loaded warns of a second payment, and is shown on Try Again', async ({
  page,
  faults,
}) => {
  const restore = await abortScript(page, 'QrPanel')
  await book(page)
  await payBy(page, 'QR payment')
  await expect(heading(page, 'This step could not be loaded')).toBeFocused()
  await expect(page.getByText('If you have paid in your banking app, do not pay again.')).toBeVisible()
  await expectAccessible(page)
  await restore()
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Pay with QR')).toBeVisible()
  expectLoadErrorsOnly(faults)
})

test('a receipt that could not be loaded says that the payment is recorded, and is shown on Try Again', async ({
  page,
  faults,
}) => {
  const restore = await abortScript(page, 'PaymentResultPanel')
  await bookAndPay(page, /^Pay NPR/)
  await expect(heading(page, 'This step could not be loaded')).toBeFocused()
  await expect(page.getByText('We have recorded your payment. Please do not pay again.')).toBeVisible()
  await restore()
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expectLoadErrorsOnly(faults)
})
