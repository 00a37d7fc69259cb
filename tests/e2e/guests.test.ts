import { formatLongDate } from '#domain/calendar.ts'
import { BookingClient } from '../support/booking-client.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  signIn,
  tabTo,
  test,
} from './visitor.ts'

test('a guest is announced by keyboard on a phone, and staff see and cancel it', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const start = inDays(180)
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', planId: 'enterprise', startDate: start }),
  })
  const { bookingId, secret } = (await response.json()) as { bookingId: string; secret: string }
  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await button(page, 'Pay now').click()
  await button(page, /^Pay/).first().click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await expect(page.getByText('5 of 5 included guest days left')).toBeVisible()
  await tabTo(page, /Announce a guest/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await page.getByLabel('Name (optional)').fill('Nisha')
  await expectNoSidewaysScroll(page, 320, 390, 820)
  // The header covers a part of the buttons above.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Your guest is announced for ${formatLongDate(start)}.`)).toBeVisible()
  await expect(page.getByText('4 of 5 included guest days left')).toBeVisible()
  await expectAccessible(page)

  const staff = await browser.newPage()
  await signIn(staff, `/admin/day-sheet?location=kausimaa&date=${start}`)
  await expect(staff.getByText('1 guest: Nisha')).toBeVisible()
  await expectAccessible(staff)
  await staff.goto(`/admin/bookings?open=${bookingId}`)
  await staff.getByRole('button', { name: `Cancel the guest of ${formatLongDate(start)}, Nisha` }).click()
  await expect(staff.getByRole('button', { name: /^Cancel the guest/ })).toHaveCount(0)
  await expectAccessible(staff)
  await staff.close()
  await page.reload()
  await expect(page.getByText('5 of 5 included guest days left')).toBeVisible()
})
