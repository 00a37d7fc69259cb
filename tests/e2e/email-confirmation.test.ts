import { book, button, expect, expectAccessible, heading, test } from './visitor.ts'

test('a transfer of a year asks for a confirmed email, and other methods stay available', async ({ page }) => {
  await book(page, { location: 'Kausimaa', billing: 'annual' })
  await page.getByRole('radio', { name: /Bank transfer/i }).check()
  await button(page, 'Show the bank details').click()
  await expect(heading(page, 'Confirm your email first')).toBeFocused()
  await expect(page.getByText('We sent a link to aarati@example.com.')).toBeVisible()
  await expect(button(page, 'Send the link again')).toBeDisabled()
  await expectAccessible(page)
  await button(page, 'Choose another method').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
})

test('a link that confirms nothing says so, and its token leaves the address', async ({ page }) => {
  const answer = await page.goto('/confirm-email#booking=BK-1795416014836-NLU8&token=of-nothing')
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-email$/)
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page.getByRole('link', { name: 'Continue to payment' })).toHaveCount(0)
  await expectAccessible(page)
})
