import type { Page } from '@playwright/test'
import { Buyers, inDays } from '../../support/buyer.ts'
import { bookingsRead, expect, expectNoSidewaysScroll, heading, signIn, someName, test } from '../visitor.ts'

const PHONE = { width: 390, height: 700 }
const TABLET = { width: 820, height: 900 }
const WIDE = { width: 1440, height: 900 }

/** Announced transfers of one name: bookings that fill a list, and payments that fill a queue. */
async function announced(url: string, lastName: string, count: number): Promise<void> {
  const buyers = new Buyers(url, 4)
  for (let number = 0; number < count; number++) {
    // Many unpaid transfers of one contact would need a confirmed email.
    const email = `gita${number}@${lastName.toLowerCase()}.example.com`
    const contactInfo = { firstName: `Gita ${number}`, lastName, email, phone: '9841234567' }
    const { body } = await buyers.place(Buyers.choices({ startDate: inDays(60 + number), contactInfo }))
    const begun = await buyers.send(
      'POST',
      '/api/payments',
      { bookingId: body.bookingId, method: 'bank_transfer' },
      { authorization: `Bearer ${body.secret}`, 'x-forwarded-for': `10.8.7.${number}` },
    )
    expect(begun.status).toBe(201)
  }
  buyers.leave()
}

/** What has the focus, and whether its middle is to be seen; undefined outside the page. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    // The browser scrolls to what has the focus before it draws the next time.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return { name: element.outerHTML.slice(0, 120), isSeen: top !== null && element.contains(top) }
  })

test('on a telephone nothing that the keyboard reaches stands behind the tabs or is invisible (WCAG 2.4.7, 2.4.11)', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await announced(baseURL ?? '', someName(), 12)
  // What other tests book meanwhile is news, and stands over the list for a while.
  await page.route('**/api/admin/events?*', () => {})
  await page.setViewportSize(PHONE)
  await signIn(page, '/admin/bookings')
  for (const screen of ['/admin/bookings', '/admin', '/admin/payments']) {
    await page.goto(screen)
    await expect(page.locator('.admin-bookings tbody tr, .verify-queue li').nth(7)).toBeAttached()
    const hidden: string[] = []
    for (let stop = 0; stop < 45; stop++) {
      await page.keyboard.press('Tab')
      const at = await focused(page)
      if (at && !at.isSeen) hidden.push(at.name)
    }
    expect(hidden, screen).toEqual([])
  }
})

test('a payment without a receipt keeps the height of its buttons beside a long queue', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const lastName = someName()
  await announced(baseURL ?? '', lastName, 12)
  await page.setViewportSize(TABLET)
  await signIn(page, '/admin/payments')
  await page.getByRole('button', { name: new RegExp(`Gita 0 ${lastName}`) }).click()
  await expect(heading(page, new RegExp(lastName))).toBeVisible()
  for (const name of ['Approve', 'Reject'])
    expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeLessThanOrEqual(52)
})

test('where the list has no column for it, a field leads back to the newest bookings', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await announced(baseURL ?? '', someName(), 1)
  await page.setViewportSize(TABLET)
  await signIn(page, '/admin/bookings')
  await bookingsRead(page)
  const created = page.getByRole('button', { name: 'Created' })
  const order = page.getByLabel('Order')
  await expect(created).toBeHidden()
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(order).toHaveValue('amount-desc')
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(order).toHaveValue('amount-asc')
  await order.selectOption('Newest first')
  await expect(page).not.toHaveURL(/sort=/)
  await page.setViewportSize(WIDE)
  await expect(created).toBeVisible()
  await expect(order).toBeHidden()
  await page.locator('.admin-booking-name').first().click()
  await expect(created).toBeHidden()
  await expect(order).toBeVisible()
  await expectNoSidewaysScroll(page)
})
