import { formatLongDate } from '#domain/calendar.ts'
import { BookingClient, placeTransfer } from '../support/booking-client.ts'
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
  uniqueName,
} from './visitor.ts'

test('a guest is announced by keyboard on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const start = inDays(180)
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', planId: 'enterprise', startDate: start }),
  })
  const { bookingId, secret } = (await response.json()) as { bookingId: string; secret: string }
  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await button(page, /^Pay NPR/).click()
  await button(page, /^Pay/).first().click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await expect(page.getByText('5 of 5 included guest days left')).toBeVisible()
  await tabTo(page, /Add a guest/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await expect(button(page, 'Add a guest')).toBeHidden()
  await expect(heading(page, 'Add a guest')).toBeVisible()
  await page.getByLabel('Name (optional)').fill('Nisha')
  await expectNoSidewaysScroll(page, 320, 390, 820)
  // The header covers a part of the buttons above.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Your guest is expected on ${formatLongDate(start)}.`)).toBeVisible()
  await expect(page.getByText('4 of 5 included guest days left')).toBeVisible()
  await expectAccessible(page)
})

test('staff see an announced guest and cancel it', async ({ page, baseURL }) => {
  const [start, name] = [inDays(180), uniqueName()]
  const booking = { locationId: 'kausimaa', planId: 'enterprise', startDate: start, lastName: uniqueName() }
  const { bookingId, secret, paymentId, totalAmount } = await placeTransfer(baseURL, booking)
  await signIn(page)
  const approved = await page.request.post(`/api/admin/payments/${paymentId}/decision`, {
    data: { decision: 'confirm', amount: totalAmount, transactionId: uniqueName() },
    headers: { origin: baseURL ?? '' },
  })
  expect(approved.ok(), await approved.text()).toBe(true)
  const announced = await page.request.post(`/api/bookings/${bookingId}/guests`, {
    data: { date: start, name },
    headers: { authorization: `Bearer ${secret}`, 'idempotency-key': crypto.randomUUID() },
  })
  expect(announced.ok(), await announced.text()).toBe(true)

  await page.goto(`/admin/day-sheet?location=kausimaa&date=${start}`)
  await expect(page.getByText(`1 guest: ${name}`)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/bookings?open=${bookingId}`)
  await button(page, `Cancel the guest of ${formatLongDate(start)}, ${name}`).click()
  await button(page, 'Cancel this guest').click()
  await expect(button(page, /^Cancel the guest/)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await expect(page.getByText('5 of 5 included guest days left')).toBeVisible()
})
