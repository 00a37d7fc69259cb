import type { Page } from '@playwright/test'
import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { book, button, EVERYDAY, expect, expectAccessible, heading, payBy, test } from './visitor.ts'

const TEST_CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  confirms: '4000002500003155',
  lost: '4000000000003063',
}
const choose = (page: Page, card: keyof typeof TEST_CARDS) =>
  page.getByLabel('Test card').selectOption(TEST_CARDS[card])

test(
  'a card payment shows and charges the fee, and can be retried after a declined card',
  EVERYDAY,
  async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await book(page)
    const before = requests.length
    await page.getByRole('radio', { name: /Card/ }).check()
    await expect(page.getByText('With the card fee of NPR 342.50 you pay NPR 9,842.50.')).toBeVisible()
    await expect.poll(() => requests.slice(before).some((url) => url.endsWith('/sandbox/stripe/stripe.js'))).toBe(true)
    expect(requests.slice(0, before).filter((url) => /stripe/.test(url))).toEqual([])
    await button(page, 'Pay NPR 9,842.50 by card').click()
    await expect(heading(page, 'Pay by card')).toBeFocused()
    await expect(page.getByText(/never enter a real card here/)).toBeVisible()
    await expect(page.getByText(TEST_MODE_NOTE)).toHaveCount(1)

    await page.getByLabel('Card number').fill('4111 1111 1111 1111')
    await button(page, 'Pay NPR 9,842.50').click()
    await expect(page.getByRole('alert')).toContainText('Only the test cards work here.')
    expect(requests.filter((url) => url.endsWith('/confirm'))).toEqual([])

    await choose(page, 'declined')
    await button(page, /9,842.50$/).click()
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
    await expectAccessible(page)
    await choose(page, 'pays')
    await button(page, 'Try Again: NPR 9,842.50').click()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    await expect(page.locator('.receipt-amount')).toContainText('9,842.50')
    await page.reload()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
  },
)

test('a card payment survives a rejected authentication and a lost response', async ({ page }) => {
  await book(page)
  await payBy(page, 'Card')
  await choose(page, 'confirms')
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Confirm this payment')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Decline').click()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expect(page.getByText(/^Your bank did not confirm the payment/)).toBeVisible()
  await expect(page.getByText('Stripe: We are unable to authenticate your payment method.')).toBeVisible()
  expect(page.url()).not.toContain('secret')
  await page.reload()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  await payBy(page, 'Card')
  await choose(page, 'lost')
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

test('a card payment does not start when its script fails to load, and can be retried', async ({ page }) => {
  await page.route('**/sandbox/stripe/stripe.js', (route) => route.abort())
  const started: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/payments') && started.push(request.url()))
  await book(page)
  await payBy(page, 'Card')
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expect(page.getByText('Failed to initialize Stripe', { exact: true })).toBeVisible()
  expect(started).toEqual([])
  await page.unroute('**/sandbox/stripe/stripe.js')
  await button(page, 'Try Again').click()
  await button(page, /by card$/).click()
  await expect(heading(page, 'Pay by card')).toBeVisible()
})
