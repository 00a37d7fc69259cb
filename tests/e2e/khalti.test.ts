import { book, button, expect, expectAccessible, heading, test } from './visitor.ts'

test('paid with Khalti: there and back, and the booking is confirmed', async ({ page }) => {
  await book(page)
  await page.getByRole('radio', { name: /Khalti/ }).check()
  await button(page, /with Khalti/).click()
  await expect(heading(page, 'Pay with Khalti')).toBeVisible()
  await expect(page.getByText('Sandbox: no real money moves')).toBeVisible()
  await expectAccessible(page)
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByText('Method').locator('..')).toContainText('Khalti')
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('cancelled at Khalti is failed, and a new try works', { tag: '@long' }, async ({ page }) => {
  await book(page)
  await page.getByRole('radio', { name: /Khalti/ }).check()
  await button(page, /with Khalti/).click()
  await button(page, 'Cancel').click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await button(page, 'Try Again').click()
  await page.getByRole('radio', { name: /Khalti/ }).check()
  await button(page, /with Khalti/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('paid at Khalti and never returned: the payment screen finds it', async ({ page }) => {
  await book(page)
  await page.getByRole('radio', { name: /Khalti/ }).check()
  await button(page, /with Khalti/).click()
  await button(page, /Pay and never return/).click()
  await page.goto('/payment')
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})
