import {
  book,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  signIn,
  test,
} from './visitor.ts'

/** The pages whose islands draw them; `npm run test:heavy` looks at every page, in more widths. */
const PAGES = ['/booking', '/payment', '/admin/login']

for (const path of PAGES)
  test(`${path} is accessible and fits 320 px`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

test('every step of the wizard and the payment screen are accessible', async ({ page }) => {
  await page.goto('/booking')
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await page.getByRole('radio', { name: 'Professional' }).check()
  await expectAccessible(page)
  await button(page, 'Date and time').click()
  await page.getByLabel('Start date').fill(inDays(90))
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Add-ons and notes').click()
  await expectAccessible(page)
  await button(page, 'Contact info').click()
  await button(page, 'Proceed to Payment').click()
  await expectAccessible(page)
  await book(page)
  await expectAccessible(page)
  await button(page, /with eSewa/).click()
  await expect(heading(page, 'Pay with eSewa')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Cancel').click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Try Again').click()
  await page.getByRole('radio', { name: /Bank transfer/ }).check()
  await button(page, 'Show the bank details').click()
  await expect(heading(page, 'Booking received')).toBeVisible()
  await expectAccessible(page)
})

test('the staff screens are accessible', async ({ page }) => {
  await signIn(page)
  await expectAccessible(page)
  await page.goto('/admin/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('an unknown address answers 404 with a way home', async ({ page }) => {
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})
