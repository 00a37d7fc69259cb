import type { Page } from '@playwright/test'
import { inDays, placeTransfer } from '../../support/booking-client.ts'
import { drawnReceipt } from '../../support/receipt-uploads.ts'
import { expect, expectNoSidewaysScroll, heading, signIn, test, uniqueName, waitForBookings } from '../visitor.ts'

const PHONE = { width: 390, height: 700 }
const TABLET = { width: 820, height: 900 }
const WIDE = { width: 1440, height: 900 }

/** Announces bank transfers under one last name, which fill the list and the queue. */
async function announceTransfers(url: string | undefined, lastName: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    // Many unpaid transfers of one contact require a confirmed email.
    const email = `gita${number}@${lastName.toLowerCase()}.example.com`
    await placeTransfer(url, { firstName: `Gita ${number}`, lastName, email, startDate: inDays(60 + number) })
  }
}

/** Returns the focused element and whether its center is visible. */
const getFocused = (page: Page) =>
  page.evaluate(async () => {
    // Waits for the browser to scroll to the focused element.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return { name: element.outerHTML.slice(0, 120), isSeen: top !== null && element.contains(top) }
  })

test('every focused staff element is visible on a phone (WCAG 2.4.7, 2.4.11)', async ({ page, baseURL }) => {
  await announceTransfers(baseURL, uniqueName(), 12)
  // Bookings of other tests would show notifications over the list.
  await page.route('**/api/admin/events?*', () => {})
  await page.setViewportSize(PHONE)
  await signIn(page, '/admin/bookings')
  for (const screen of ['/admin/bookings', '/admin', '/admin/payments']) {
    await page.goto(screen)
    await expect(page.locator('.admin-bookings tbody tr, .verify-queue li').nth(7)).toBeAttached()
    const hidden: string[] = []
    for (let stop = 0; stop < 45; stop++) {
      await page.keyboard.press('Tab')
      const at = await getFocused(page)
      if (at && !at.isSeen) hidden.push(at.name)
    }
    expect(hidden, screen).toEqual([])
  }
})

test('the decision on a receipt stays in view on a phone, below no note and above no focused element', async ({
  page,
  baseURL,
}) => {
  const lastName = uniqueName()
  const { paymentId, secret } = await placeTransfer(baseURL, { firstName: 'Gita', lastName, startDate: inDays(60) })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'image/png' }
  await page.request.post(`/api/payments/${paymentId}/receipt`, { data: await drawnReceipt(), headers })
  await page.setViewportSize(PHONE)
  await signIn(page, `/admin/payments?open=${paymentId}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.note', { hasText: 'no real money is taken' })).toHaveCSS('position', 'static')
  const hidden: string[] = []
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab')
    const at = await getFocused(page)
    if (at && !at.isSeen) hidden.push(at.name)
  }
  expect(hidden).toEqual([])
})

test('the buttons of a payment without a receipt keep their height beside a queue', async ({ page, baseURL }) => {
  const lastName = uniqueName()
  await announceTransfers(baseURL, lastName, 12)
  await page.setViewportSize(TABLET)
  await signIn(page, '/admin/payments')
  await page.getByRole('button', { name: new RegExp(`Gita 0 ${lastName}`) }).click()
  await expect(heading(page, new RegExp(lastName))).toBeVisible()
  for (const name of ['Approve', 'Reject'])
    expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeLessThanOrEqual(52)
})

test('the name of a payment stays visible below the header on a phone while the page is scrolled', async ({
  page,
  baseURL,
}) => {
  const lastName = uniqueName()
  await announceTransfers(baseURL, lastName, 1)
  await page.setViewportSize(PHONE)
  await signIn(page, '/admin/payments')
  await page.getByRole('button', { name: new RegExp(`Gita 0 ${lastName}`) }).click()
  await expect(heading(page, new RegExp(lastName))).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 400))
  expect(await getFocused(page)).toMatchObject({ isSeen: true })
})

test('a field sorts the bookings when the column is hidden', async ({ page, baseURL }) => {
  await announceTransfers(baseURL, uniqueName(), 1)
  await page.setViewportSize(TABLET)
  await signIn(page, '/admin/bookings')
  await waitForBookings(page)
  const created = page.getByRole('button', { name: 'Created' })
  const order = page.getByLabel('Order')
  await expect(created).toBeHidden()
  await page.getByRole('button', { name: 'Dates' }).click()
  await expect(order).toHaveValue('start-asc')
  await page.getByRole('button', { name: 'Dates' }).click()
  await expect(order).toHaveValue('start-desc')
  await order.selectOption('Newest first')
  await expect(page).not.toHaveURL(/sort=/)
  await page.setViewportSize(WIDE)
  await expect(created).toBeVisible()
  await expect(order).toBeHidden()
  await page.locator('tbody th a').first().click()
  await expect(created).toBeHidden()
  await expect(order).toBeVisible()
  await expectNoSidewaysScroll(page)
})
