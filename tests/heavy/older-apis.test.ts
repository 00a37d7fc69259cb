import { expect as inBrowser, type Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { placeBooking } from '../support/booking-client.ts'
import { useBrowser, useServer } from '../support/server-fixture.ts'

/** eSewa v1 and Khalti v1 against their sandbox gateways, in a real browser. */
const server = useServer({ ESEWA_API: 'v1', KHALTI_API: 'v1' })
const browser = useBrowser()

/** Opens the payment page of a new booking; fails when the page logs an error. */
async function withPaymentPage(use: (page: Page) => Promise<void>) {
  const { bookingId, secret } = await placeBooking(server().url, { planId: 'professional' })
  const page = await browser().newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => void faults.push(message))
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  // Return URLs use the site's own host name.
  const site = server().url.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  await use(page)
  expect(faults).toEqual([])
  await page.close()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const expectHeading = (page: Page, name: string) => inBrowser(page.getByRole('heading', { name })).toBeVisible()

test('an eSewa v1 payment is cancelled, retried and paid', () =>
  withPaymentPage(async (page) => {
    await button(page, /with eSewa/).click()
    await expectHeading(page, 'Pay with eSewa')
    await button(page, 'Cancel').click()
    // eSewa v1 cannot be queried without a reference, so the payment stays open.
    await expectHeading(page, 'We are checking your payment')
    await button(page, 'Choose another payment method').click()
    await button(page, /with eSewa/).click()
    await button(page, /^Pay NPR/).click()
    await expectHeading(page, 'Payment Successful!')
    await inBrowser(page).toHaveURL(/\/payment\/esewa\/success$/)
  }))

test('a Khalti v1 payment fails with a wrong PIN and is then paid', () =>
  withPaymentPage(async (page) => {
    await page.getByRole('radio', { name: /Khalti/ }).check()
    await button(page, /with Khalti/).click()
    const dialog = page.getByRole('dialog', { name: 'Pay with Khalti' })
    await inBrowser(dialog).toContainText('KHALTI, EBANKING, MOBILE_BANKING, CONNECT_IPS, SCT')
    await button(page, 'Wrong PIN').click()
    await expectHeading(page, 'Payment Failed')
    await button(page, 'Try Again').click()
    await page.getByRole('radio', { name: /Khalti/ }).check()
    await button(page, /with Khalti/).click()
    await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
    await expectHeading(page, 'Payment Successful!')
  }))
