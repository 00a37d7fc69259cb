import { paysWithEsewaAtSecondTry } from './journeys.ts'
import { book, button, expect, fillWizard, heading, signIn, someName, test } from './visitor.ts'

test('a cancelled payment is failed, and a new try works', { tag: '@long' }, async ({ page }) => {
  await book(page)
  await paysWithEsewaAtSecondTry(page, {
    arrived: (at) => expect(heading(at, 'Pay with eSewa')).toBeVisible(),
    refuse: (at) => button(at, 'Cancel').click(),
    pay: (at) => button(at, /^Pay NPR/).click(),
  })
})

test('an open outcome is being checked, never called failed', async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await button(page, /Outcome unknown/).click()
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await button(page, 'Check again').click()
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(page.getByText('Payment Failed')).toHaveCount(0)
})

test('money that comes late is found', { tag: '@long' }, async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await button(page, /Pay, but slowly/).click()
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(async () => {
    // It asks by itself as well: once it knows, there is nothing left to press.
    if (await button(page, 'Check again').isVisible()) await button(page, 'Check again').click({ timeout: 500 })
    await expect(heading(page, 'Payment Successful!')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
})

test('paid and never returned: the payment screen finds it', async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await button(page, /Pay and never return/).click()
  await page.goto('/payment')
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('another amount than asked is looked into by staff', { tag: '@long' }, async ({ page, browser }) => {
  const lastName = someName()
  await book(page, { lastName })
  await button(page, /with eSewa/).click()
  await button(page, /Another amount is taken/).click()
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await page.goto('/payment')
  await expect(heading(page, 'We are checking your payment')).toBeVisible()
  await expect(page.getByText('Our staff look into it')).toBeVisible()
  await button(page, 'Check again').click()
  await expect(page.getByText('Our staff look into it')).toBeVisible()
  await expect(page.getByText(/Payment Successful!|Booking received/)).toHaveCount(0)

  const staff = await browser.newPage()
  await signIn(staff, `/admin/bookings?q=${lastName}`)
  const row = staff.getByRole('row', { name: new RegExp(lastName) })
  await expect(row).toContainText('Pending verification')
  await expect(row).toContainText('Amount differs')
  await staff.close()
})

test('a receipt is white paper in the dark and on paper', { tag: '@long' }, async ({ page }) => {
  await book(page)
  await button(page, /with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  const ground = () => page.locator('.receipt').evaluate((receipt) => getComputedStyle(receipt).backgroundColor)
  const letters = () => heading(page, 'Payment Successful!').evaluate((words) => getComputedStyle(words).color)
  await page.emulateMedia({ colorScheme: 'light' })
  const [white, ink] = [await ground(), await letters()]
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([await ground(), await letters()]).toEqual([white, ink])
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect([await ground(), await letters()]).toEqual([white, 'rgb(0, 0, 0)'])
})

test('a made-up return confirms nothing', async ({ page }) => {
  await book(page)
  for (const made of [
    `/payment/esewa/success?data=${Buffer.from('{"status":"COMPLETE"}').toString('base64')}`,
    '/payment/esewa/success?oid=BK-1&amt=9500.00&refId=0007G36',
    '/payment?pidx=bZQLD9wRVWo4CdESSfuSsB&status=Completed&total_amount=950000',
    '/payment?token=QUao9cqFzxPgvWJNi9aKac&amount=950000',
  ]) {
    await page.goto(made)
    await expect(heading(page, 'Complete Your Payment')).toBeVisible()
    await expect(page.getByText('Sandbox payments: no money moves')).toBeVisible()
  }
})

test('the time that is left is shown and can be extended', async ({ page }) => {
  await page.clock.install()
  await book(page)
  await expect(page.getByText(/29:\d\d|30:00/).first()).toBeVisible()
  await page.clock.fastForward('29:10')
  await button(page, 'Keep it 30 minutes more').click()
  await expect(page.getByRole('timer')).toHaveText(/^(30:[0-5]\d|29:5\d)$/)
})

test('where the browser keeps nothing, booking and paying work all the same', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  let placed = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/bookings') && answer.status() === 201) placed++
  })
  await page.goto('/booking')
  await fillWizard(page)
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  await expect(page).toHaveURL(/\/payment$/)
  await page.reload()
  await button(page, /with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expect(placed).toBe(1)
})
