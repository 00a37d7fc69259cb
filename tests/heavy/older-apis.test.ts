import { rmSync } from 'node:fs'
import { type Browser, chromium, expect as inBrowser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../support/browser.ts'
import { Buyers } from '../support/buyer.ts'
import { type RunningServer, startServer } from '../support/process.ts'

/** eSewa v1 and Khalti v1 against their sandbox gateways, in a real browser. */
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer({ ESEWA_API: 'v1', KHALTI_API: 'v1' })
  browser = await chromium.launch(await findBrowser())
})
afterAll(async () => {
  await browser.close()
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

/** The payment screen of a new booking; a page that logs an error or breaks its own policy fails. */
async function paying(look: (page: Page) => Promise<void>): Promise<void> {
  const buyers = new Buyers(server.url, 1)
  const { bookingId = '', secret = '' } = (await buyers.place(Buyers.choices({ planId: 'professional' }))).body
  buyers.leave()
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => void faults.push(message))
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  // Return addresses are those of the site's own name.
  const site = server.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  await look(page)
  expect(faults).toEqual([])
  await page.close()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const seen = (page: Page, name: string) => inBrowser(page.getByRole('heading', { name })).toBeVisible()

test('eSewa v1: left, tried again and paid', () =>
  paying(async (page) => {
    await button(page, /with eSewa/).click()
    await seen(page, 'Pay with eSewa')
    await button(page, 'Cancel').click()
    // It cannot be asked about a payer who brings no number back: nobody knows that nothing was paid.
    await seen(page, 'We are checking your payment')
    await button(page, 'Choose another way').click()
    await button(page, /with eSewa/).click()
    await button(page, /^Pay NPR/).click()
    await seen(page, 'Payment Successful!')
    await inBrowser(page).toHaveURL(/\/payment\/esewa\/success$/)
  }))

test('Khalti v1: a wrong PIN, then paid in its window', () =>
  paying(async (page) => {
    await page.getByRole('radio', { name: /Khalti/ }).check()
    await button(page, /with Khalti/).click()
    const window = page.getByRole('dialog', { name: 'Pay with Khalti' })
    await inBrowser(window).toContainText('KHALTI, EBANKING, MOBILE_BANKING, CONNECT_IPS, SCT')
    await button(page, 'Wrong PIN').click()
    await seen(page, 'Payment Failed')
    await button(page, 'Try Again').click()
    await page.getByRole('radio', { name: /Khalti/ }).check()
    await button(page, /with Khalti/).click()
    await window.getByRole('button', { name: 'Pay', exact: true }).click()
    await seen(page, 'Payment Successful!')
  }))
