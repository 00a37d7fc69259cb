import {
  bookAndPay,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  test,
} from './visitor.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('room hours wait for their payment, and are added when they are paid', async ({ page }) => {
  const { bookingId, link } = await bookAndPay(page, /^Pay NPR/, inDays(55))
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  const bought = await page.request.post(`/api/bookings/${bookingId}/hours`, {
    headers: { authorization: `Bearer ${link.split('.').at(-1)}`, 'idempotency-key': crypto.randomUUID() },
    data: { hours: 2 },
  })
  expect(bought.status(), await bought.text()).toBe(202)

  await page.goto('/your-booking')
  await expect(heading(page, 'Your meeting-room hours are not paid yet')).toBeVisible()
  await expect(button(page, 'Move to another day')).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390)
  await expectAccessible(page)
  await button(page, /^Pay NPR.1,600$/).click()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByRole('term').filter({ hasText: '2 meeting-room hours' })).toBeVisible()
  await expect(page.getByText('Time left to pay:')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeHidden()
  await expect(page.getByText('Changes of a booking can only be paid by eSewa, Khalti or card.')).toBeVisible()
  await expectAccessible(page)

  await button(page, /^Pay/).first().click()
  await button(page, /^Pay NPR/).click()
  await expect(page.getByText('Your meeting-room hours are added')).toBeVisible()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(page.getByText('Paid: meeting-room hours')).toBeVisible()
  await expectAccessible(page)
})
