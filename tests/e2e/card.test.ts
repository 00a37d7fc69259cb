import { book, button, expect, expectAccessible, heading, test } from './visitor.ts'

const TEST_CARDS = { pays: /^Pays: /, declined: /^Is declined/, asks: /^Asks its holder/, lost: /the answer is lost/ }

test('by card: the fee is shown and charged, a declined card is tried again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await book(page)
  const before = asked.length
  await page.getByRole('radio', { name: /Card/ }).check()
  await expect(page.getByText("With the card's fee of NPR 342.50 you pay NPR 9,842.50.")).toBeVisible()
  // What a card needs comes with the card.
  await expect.poll(() => asked.slice(before).some((url) => url.endsWith('/sandbox/stripe/stripe.js'))).toBe(true)
  expect(asked.slice(0, before).filter((url) => /stripe/.test(url))).toEqual([])
  await button(page, 'Pay NPR 9,842.50 by card').click()
  await expect(heading(page, 'Pay by card')).toBeFocused()
  await expect(page.getByText('Never enter a real card here.')).toBeVisible()
  await expect(page.getByText(/no money moves/)).toHaveCount(1)

  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await button(page, 'Pay NPR 9,842.50').click()
  await expect(page.getByRole('alert')).toContainText('Only the test cards work here.')
  expect(asked.filter((url) => url.endsWith('/confirm'))).toEqual([])

  await button(page, TEST_CARDS.declined).click()
  await button(page, /9,842.50$/).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await expectAccessible(page)
  await button(page, TEST_CARDS.pays).click()
  await button(page, 'Try Again: NPR 9,842.50').click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page.locator('.receipt-amount')).toContainText('9,842.50')
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('a card that asks its holder comes back, refused and then paid; an answer that is lost is found', {
  tag: '@long',
}, async ({ page }) => {
  await book(page)
  await page.getByRole('radio', { name: /Card/ }).check()
  await button(page, /by card$/).click()
  await button(page, TEST_CARDS.asks).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Is it you?')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'No, refuse').click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expect(page.getByText(/^Your bank did not confirm the payment/)).toBeVisible()
  await expect(page.getByText('Stripe: We are unable to authenticate your payment method.')).toBeVisible()
  expect(page.url()).not.toContain('secret')
  await page.reload()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  await page.getByRole('radio', { name: /Card/ }).check()
  await button(page, /by card$/).click()
  await button(page, TEST_CARDS.lost).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('where its script cannot be loaded the card says so, and nothing was begun', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/sandbox/stripe/stripe.js', (route) => route.abort())
  const begun: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/payments') && begun.push(request.url()))
  await book(page)
  await page.getByRole('radio', { name: /Card/ }).check()
  await button(page, /by card$/).click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expect(page.getByText('Failed to initialize Stripe', { exact: true })).toBeVisible()
  expect(begun).toEqual([])
  await page.unroute('**/sandbox/stripe/stripe.js')
  await button(page, 'Try Again').click()
  await button(page, /by card$/).click()
  await expect(heading(page, 'Pay by card')).toBeVisible()
})
