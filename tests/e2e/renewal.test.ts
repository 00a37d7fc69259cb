import type { Page } from '@playwright/test'
import { book, button, expect, expectAccessible, expectNoSidewaysScroll, heading, inDays, test } from './visitor.ts'

async function payWithEsewa(page: Page): Promise<void> {
  await button(page, /^Pay NPR .* with eSewa/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/sandbox\/esewa\//)
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
}

/** Continues from the dates to the payment. The contact is that of the booking. */
async function placeFromDates(page: Page): Promise<void> {
  await button(page, 'Continue to add-ons').click()
  await button(page, 'Continue to details').click()
  await expect(page.getByLabel('Email')).toHaveValue('aarati@example.com')
  await button(page, 'Proceed to Payment').click()
  await expect(page).toHaveURL(/\/payment$/)
}

test('a membership is renewed from its page, and offers the period after it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await book(page, { start: inDays(20) })
  await payWithEsewa(page)
  await expect(page.getByText('Next month of your membership:')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await page.getByRole('link', { name: 'Renew', exact: true }).click()
  await expect(page).toHaveURL(/\/booking#step-2$/)
  await expect(heading(page, 'Renew your membership')).toBeVisible()
  await expect(heading(page, 'Book a workspace')).toHaveCount(0)
  await expect(page.getByLabel('Start date')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await page.reload()
  await expect(heading(page, 'Renew your membership')).toBeVisible()
  await placeFromDates(page)
  await payWithEsewa(page)
  // The renewal opens the period after it.
  await expect(page.getByText('Next month of your membership:')).toBeVisible()
})

test('a day is added to a day pass with the same choices', async ({ page }) => {
  await book(page, { plan: 'Explorer', location: 'Kausimaa', start: inDays(20) })
  await payWithEsewa(page)
  await page.getByRole('link', { name: 'Add days' }).click()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(inDays(21))
  await placeFromDates(page)
  await expect(page.getByText('Kausimaa', { exact: true })).toBeVisible()
})
