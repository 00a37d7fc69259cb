import { rmSync } from 'node:fs'
import { type RunningServer, startServer } from '../support/process.ts'
import { book, button, expect, expectAccessible, expectNoSidewaysScroll, heading, payBy, test } from './visitor.ts'

/** A separate server, because `QR_PROVIDER` applies to every QR payment. */
const PORT = '4396'
const PAYMENT = /\/payment\/?$/

test.use({ baseURL: `http://localhost:${PORT}` })
test.describe.configure({ mode: 'serial' })
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ PORT, QR_PROVIDER: 'fonepay', TRUST_PROXY: '1' })
})
test.afterAll(async () => {
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

test('a Fonepay code confirms itself within seconds, without a receipt', async ({ page, context }) => {
  await book(page)
  await payBy(page, 'QR payment')
  await expect(heading(page, 'Pay with QR')).toBeFocused()
  const code = page.getByRole('img', { name: /^QR code to pay NPR\s9,500/ })
  await expect(code).toBeVisible()
  await expect(page.getByText('Checkout by Fonepay')).toBeVisible()
  await expect(page.locator('input[type=file]')).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)

  await button(page, 'Check status').click()
  await expect(page.getByText('We have not received your payment yet.')).toBeVisible()
  await page.getByText('Paid, but not confirmed?').click()
  await expect(page.locator('input[type=file]')).toBeVisible()
  await expectAccessible(page)

  const drawn = await code.innerHTML()
  await page.reload()
  await expect(code).toBeVisible()
  expect(await code.innerHTML(), 'a reload shows the same code').toBe(drawn)

  // Paid on another device, while this page waits.
  const phone = await context.newPage()
  await phone.goto((await page.getByRole('link', { name: 'Pay in the sandbox' }).getAttribute('href')) ?? '')
  await phone.getByRole('button', { name: /^Pay NPR/ }).click()
  await phone.waitForURL(PAYMENT)
  const paidAt = performance.now()
  await phone.close()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  // Fonepay reports a payment after two seconds.
  expect(performance.now() - paidAt).toBeLessThan(2_000 + 5_000)
})

test('a failed Fonepay payment can be tried again', async ({ page, context }) => {
  await book(page)
  await payBy(page, 'QR payment')
  const phone = await context.newPage()
  await phone.goto((await page.getByRole('link', { name: 'Pay in the sandbox' }).getAttribute('href')) ?? '')
  await button(phone, /Payment fails/).click()
  await phone.waitForURL(PAYMENT)
  await phone.close()
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await button(page, 'Try Again').click()
  await payBy(page, 'QR payment')
  await expect(heading(page, 'Pay with QR')).toBeVisible()
})
