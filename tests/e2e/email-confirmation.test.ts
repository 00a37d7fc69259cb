import { book, button, expect, expectAccessible, heading, payBy, test } from './visitor.ts'

test('a transfer for a year requires a confirmed email, and other methods stay available', async ({ page }) => {
  await book(page, { location: 'Kausimaa', billing: 'annual' })
  await payBy(page, 'Bank transfer')
  await expect(heading(page, 'Confirm your email first')).toBeFocused()
  await expect(page.getByText('We sent a link to aarati@example.com.')).toBeVisible()
  await expect(button(page, 'Send the link again')).toBeDisabled()
  await expectAccessible(page)
  await button(page, 'Choose another payment method').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
})

test('an invalid confirmation link shows an error and removes its token from the address', async ({ page }) => {
  const response = await page.goto('/confirm-email#booking=BK-1795416014836-NLU8&token=of-nothing')
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-email$/)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page.getByRole('link', { name: 'Continue to payment' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Find my booking' })).toBeVisible()
  await expectAccessible(page)
})
