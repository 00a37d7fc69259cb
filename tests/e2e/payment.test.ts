import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { payWithEsewaOnSecondAttempt } from './journeys.ts'
import { book, button, chooseOutcome, expect, heading, payBy, signIn, test, uniqueName } from './visitor.ts'

test('a cancelled eSewa payment has failed and can be retried', async ({ page }) => {
  await book(page)
  await payWithEsewaOnSecondAttempt(page, {
    expectOpen: (at) => expect(heading(at, 'Pay with eSewa')).toBeVisible(),
    decline: (at) => button(at, 'Cancel').click(),
    pay: (at) => button(at, /^Pay NPR/).click(),
  })
})

test('an eSewa payment with an unknown outcome is checked and not called failed', async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await chooseOutcome(page, /Outcome unknown/)
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await button(page, 'Check again').click()
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(page.getByText('Payment Failed')).toHaveCount(0)
})

test('the payment page finds a late eSewa payment', async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await chooseOutcome(page, /Pay, but slowly/)
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(async () => {
    // The page also checks automatically, and the button may be gone.
    if (await button(page, 'Check again').isVisible()) await button(page, 'Check again').click({ timeout: 500 })
    await expect(heading(page, 'Payment Successful!')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
})

for (const method of ['eSewa', 'Khalti'])
  test(`the payment page finds a payment with ${method} that did not return`, async ({ page }) => {
    await book(page)
    await payBy(page, method)
    await chooseOutcome(page, /Pay and never return/)
    await page.goto('/payment')
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
  })

test('a payment of a different amount is reviewed by staff', async ({ page, browser }) => {
  const lastName = uniqueName()
  await book(page, { lastName })
  await button(page, /with eSewa/).click()
  await chooseOutcome(page, /A different amount is paid/)
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await page.goto('/payment')
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(page.getByText('Our staff will check it')).toBeVisible()
  await button(page, 'Check again').click()
  await expect(page.getByText('Our staff will check it')).toBeVisible()
  await expect(page.getByText(/Payment Successful!|Booking received/)).toHaveCount(0)

  const staff = await browser.newPage()
  await signIn(staff, `/admin/bookings?q=${lastName}`)
  const row = staff.getByRole('row', { name: new RegExp(lastName) })
  await expect(row).toContainText('Pending verification')
  await expect(row).toContainText('Amount differs')
  await staff.close()
})

test('the receipt follows the dark scheme on screen, and prints black on white', async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  const getBackground = () => page.locator('.receipt').evaluate((receipt) => getComputedStyle(receipt).backgroundColor)
  const getTextColor = () => heading(page, 'Payment Successful!').evaluate((title) => getComputedStyle(title).color)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = [await getBackground(), await getTextColor()]
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await getBackground()).not.toBe(light[0])
  expect(await getTextColor()).not.toBe(light[1])
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect([await getBackground(), await getTextColor()]).toEqual(['oklch(1 0 0)', 'rgb(0, 0, 0)'])
})

test('a forged return URL confirms nothing', async ({ page }) => {
  await book(page)
  for (const url of [
    `/payment/esewa/success?data=${Buffer.from('{"status":"COMPLETE"}').toString('base64')}`,
    '/payment/esewa/success?oid=BK-1&amt=9500.00&refId=0007G36',
    '/payment?pidx=bZQLD9wRVWo4CdESSfuSsB&status=Completed&total_amount=950000',
    '/payment?token=QUao9cqFzxPgvWJNi9aKac&amount=950000',
  ]) {
    await page.goto(url)
    await expect(heading(page, 'Complete Your Payment')).toBeVisible()
    await expect(page.getByText(TEST_MODE_NOTE)).toBeVisible()
  }
})

test('the payment page shows the remaining time and extends the hold', async ({ page }) => {
  await page.clock.install()
  await book(page)
  await expect(page.getByText(/29:\d\d|30:00/).first()).toBeVisible()
  await page.clock.fastForward('29:10')
  await button(page, 'Hold it for 30 more minutes').click()
  await expect(page.getByRole('timer')).toHaveText(/^(30:[0-5]\d|29:5\d)$/)
})
