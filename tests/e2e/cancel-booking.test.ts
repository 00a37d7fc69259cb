import { devices, type Page } from '@playwright/test'
import {
  book,
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  signIn,
  test,
  uniqueName,
} from './visitor.ts'

test.use({ viewport: devices['iPhone 14'].viewport, hasTouch: true })

async function openPaidBooking(page: Page, options: { lastName?: string } = {}): Promise<void> {
  await book(page, { start: inDays(20), ...options })
  await button(page, /with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
}

test(
  'a customer cancels on a phone, sees the refund before, and a manager reads the account',
  EVERYDAY,
  async ({ page, browser }) => {
    const lastName = uniqueName()
    await openPaidBooking(page, { lastName })
    await button(page, 'Cancel booking').click()
    await expect(heading(page, 'Cancel this booking?')).toBeFocused()
    await expect(page.getByText('You will get back NPR 9,500, everything that you paid.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await page.getByLabel('Bank account').check()
    await button(page, 'Cancel and get NPR 9,500 back').click()
    await expect(page.getByText('Enter the name of the bank')).toBeVisible()
    await expect(page.getByLabel('Bank', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Bank', { exact: true })).toBeInViewport()
    await page.getByLabel('Bank', { exact: true }).fill('Nabil Bank')
    await page.getByLabel('Account number').fill('0110-0175-00123')
    await page.getByLabel('Name of the account holder').fill('Aarati Shrestha')
    await button(page, 'Cancel and get NPR 9,500 back').click()
    await expect(heading(page, 'This booking was cancelled')).toBeFocused()
    await expect(page.getByText('We refund NPR 9,500. We email you when it is sent.')).toBeVisible()
    await expect(page.getByText('Nabil Bank, •••• 0123')).toBeVisible()
    await expect(page.getByText('Refund due')).toHaveCount(2)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)

    const staff = await browser.newPage()
    await signIn(staff, '/admin/payments')
    await staff.getByText(`Aarati ${lastName}`).first().click()
    await button(staff, 'Show the account for the refund').click()
    await expect(staff.getByText('0110017500123')).toBeVisible()
    await staff.close()
  },
)

test('a customer cancels a hold, which has nothing to refund', async ({ page }) => {
  await book(page)
  await page.goto('/your-booking')
  await button(page, 'Cancel booking').click()
  await expect(page.getByText('You have not paid, so there is nothing to refund.')).toBeVisible()
  await expect(button(page, 'Cancel booking')).toHaveCount(1)
  await button(page, 'Do not cancel').click()
  await expect(button(page, 'Cancel booking')).toBeFocused()
  await button(page, 'Cancel booking').click()
  await button(page, 'Cancel booking').click()
  await expect(heading(page, 'This booking was cancelled')).toBeFocused()
})
