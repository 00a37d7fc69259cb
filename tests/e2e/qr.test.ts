import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { encode } from 'uqr'
import { npr, paisa } from '#domain/money.ts'
import {
  book,
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  payBy,
  signIn,
  test,
  uniqueName,
} from './visitor.ts'

/** Draws a screenshot of a banking app in the page. */
async function drawReceipt(page: Page, amount: number, id: string): Promise<Buffer> {
  const data = await page.evaluate(
    ([text, transaction]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 900 })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = 'black'
      context.font = '34px sans-serif'
      const lines = ['Transaction Successful', `Amount: ${text}`, `Transaction ID: ${transaction}`]
      for (const [at, line] of lines.entries()) context.fillText(line, 50, 120 + at * 110)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [npr(paisa(amount)).replace(/\s/, ' '), id] as const,
  )
  return Buffer.from(data, 'base64')
}

test('a QR code is shown with the time left, and only images can be sent as a receipt', async ({ page }) => {
  await book(page)
  await payBy(page, 'QR payment')
  await expect(heading(page, 'Pay with QR')).toBeFocused()
  await expect(page.getByRole('img', { name: /^QR code to pay NPR\s9,500/ })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
  await expectAccessible(page)

  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') })
  await expect(page.getByText('Please upload an image file')).toBeVisible()
  await expect(button(page, 'Verify Payment')).toBeDisabled()
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1_048_576 + 1) })
  await expect(page.getByText('File size must be less than 5MB')).toBeVisible()
  await expect(button(page, 'Verify Payment')).toBeDisabled()
})

test(
  'a QR payment is confirmed after a receipt upload and the approval of staff',
  EVERYDAY,
  async ({ page, browser }) => {
    const lastName = uniqueName()
    await book(page, { lastName })
    await payBy(page, 'QR payment')
    await expect(heading(page, 'Pay with QR')).toBeFocused()
    const buffer = await drawReceipt(page, 950_000, lastName)
    await page.locator('input[type=file]').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('img', { name: 'The receipt that you chose' })).toBeVisible()
    await button(page, 'Verify Payment').click()
    // Text recognition may succeed or not; staff decide in both cases.
    const toStaff = button(page, 'Let our staff check it')
    const outcome = page.getByText('Verification failed', { exact: true }).or(heading(page, 'Booking received'))
    await expect(outcome).toBeVisible({ timeout: 30_000 })
    if (await toStaff.isVisible()) await toStaff.click()
    await expect(heading(page, 'Booking received')).toBeVisible()

    const staffContext = await browser.newContext()
    const staff = await staffContext.newPage()
    await signIn(staff, `/admin/bookings?q=${lastName}`)
    await staff.getByRole('link', { name: `Verify payment of Aarati ${lastName}` }).click()
    await expect(heading(staff, new RegExp(`Aarati ${lastName}`))).toBeVisible()
    await expect(staff.getByRole('img', { name: /^Receipt of/ })).toHaveJSProperty('complete', true)
    await staff.keyboard.press('a')
    const amount = staff.getByLabel('Amount in the account (NPR)')
    await expect(amount).toBeFocused()
    await amount.fill('9,400')
    await staff.getByLabel('Transaction in the account').fill(lastName)
    await amount.press('Enter')
    await expect(staff.getByText(/NPR\s9,500 was requested/)).toBeVisible()
    await expect(amount).toBeFocused()
    await expectAccessible(staff)
    await amount.fill('9,500')
    await amount.press('Enter')
    await expect(staff.getByRole('status').filter({ hasText: `Approved: Aarati ${lastName}` })).toBeAttached()
    await staffContext.close()

    await page.reload()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
  },
)

/** Returns the dark modules of a QR code that is centered in an image, `top` pixels from its edge. */
async function modulesOf(image: Buffer, size: number, top: number): Promise<boolean[][]> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  const side = Math.floor((info.width - 2 * top) / size)
  const left = Math.floor((info.width - side * size) / 2)
  const at = (x: number, y: number) =>
    data[Math.floor(top + (y + 0.5) * side) * info.width + Math.floor(left + (x + 0.5) * side)]
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => (at(x, y) ?? 255) < 128))
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('saves the QR code as an image and copies the amount and the booking ID', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const started = page.waitForResponse((response) => response.url().endsWith('/api/payments'))
    await book(page)
    await payBy(page, 'QR payment')
    const { next } = (await (await started).json()) as { next: { code: string; reference: string } }
    const save = page.getByRole('link', { name: 'Save the code' })
    await expect(page.getByText('Save the code, open your bank app and choose Scan from gallery')).toBeVisible()
    const tops = await Promise.all(
      [page.getByRole('img', { name: /^QR code/ }), save, button(page, 'Copy the amount')].map(
        async (control) => (await control.boundingBox())?.y ?? 0,
      ),
    )
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe(`${next.reference}.png`)
    const { size, data } = encode(next.code, { ecc: 'M', border: 4 })
    const image = await readFile(await download.path())
    expect(await modulesOf(image, size, 60)).toEqual(data)
    await button(page, 'Copy the amount').click()
    await expect(page.getByText('Copied the amount')).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9500')
    await button(page, 'Copy the booking ID').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(next.reference)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test('an uploaded receipt remains under review when another upload fails', async ({ page, context }) => {
  await book(page)
  await payBy(page, 'QR payment')
  const send = async (id: string) => {
    const buffer = await drawReceipt(page, 123_400, id)
    await page.locator('input[type=file]').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer })
    await button(page, 'Verify Payment').click()
  }
  const receivedNote = page.getByText('We have your receipt. Please don’t pay again.')
  await send('FIRST1')
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await button(page, 'Try Again').click()
  await context.setOffline(true)
  await send('SECOND2')
  await expect(page.getByText('This image was not sent')).toBeVisible()
  await expect(receivedNote).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(button(page, 'Stop this payment')).toHaveCount(0)
  await expectAccessible(page)
  await context.setOffline(false)
  await page.reload()
  await expect(heading(page, 'Booking received')).toBeVisible()
  await expect(receivedNote).toBeVisible()
})

test('a QR payment continues after a reload and returns to the methods when cancelled', async ({ page }) => {
  await book(page)
  await payBy(page, 'QR payment')
  await expect(heading(page, 'Pay with QR')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Pay with QR')).toBeVisible()
  await button(page, 'Choose another payment method').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
})
