import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { book, button, EVERYDAY, expect, expectAccessible, heading, payBy, test } from './visitor.ts'

test('a Khalti payment returns to the site and confirms the booking', EVERYDAY, async ({ page }) => {
  await book(page)
  await payBy(page, 'Khalti')
  await expect(heading(page, 'Pay with Khalti')).toBeVisible()
  await expect(page.getByText(TEST_MODE_NOTE)).toBeVisible()
  await expectAccessible(page)
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByText('Method').locator('..')).toContainText('Khalti')
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('a payment cancelled at Khalti has failed and can be retried', async ({ page }) => {
  await book(page)
  await payBy(page, 'Khalti')
  await button(page, 'Cancel').click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await button(page, 'Try Again').click()
  await payBy(page, 'Khalti')
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})
