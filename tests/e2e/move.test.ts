import type { Browser, Page } from '@playwright/test'
import {
  bookAndPay,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  signIn,
  test,
} from './visitor.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function chooseDay(page: Page, day: string): Promise<void> {
  await button(page, 'Move to another day').click()
  await page.getByLabel('New day').fill(day)
}

test('a customer moves a booking to dates that cost the same', async ({ page }) => {
  const { link } = await bookAndPay(page, /^Pay NPR/)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto(link)
  await chooseDay(page, inDays(200))
  await expect(page.getByText(/Choose a start date from/)).toBeVisible()
  await page.getByLabel('New day').fill(inDays(45))
  await expect(page.getByText('There is nothing more to pay.')).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390)
  await expectAccessible(page)
  await button(page, 'Move my booking').click()
  await expect(page.getByText('Your booking has moved')).toBeVisible()
  await expect(page.locator(`time[datetime="${inDays(45)}"]`)).toBeVisible()
  // A button that is half behind the bar of the assistant counts as too small.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
  await button(page, 'Move to another day').click()
  await expect(page.getByText('online once more')).toBeVisible()
})

/** Opens the payment of a move. The same day pass costs NPR 1 more on every other day. */
async function startDearerMove(page: Page, browser: Browser): Promise<void> {
  // NPR 1 too little, which staff accept.
  const { bookingId, link } = await bookAndPay(page, /A different amount is paid/)
  const staff = await browser.newPage()
  await signIn(staff)
  const detail = await (await staff.request.get(`/api/admin/bookings/${bookingId}`)).json()
  const [{ paymentId, received, transactionId }] = detail.payments
  const decided = await staff.request.post(`/api/admin/payments/${paymentId}/decision`, {
    data: { decision: 'confirm', amount: received, transactionId },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(decided.ok(), await decided.text()).toBe(true)
  await staff.close()

  await page.goto(link)
  await chooseDay(page, inDays(45))
  await expect(page.getByText(/These dates cost NPR.1 more/)).toBeVisible()
  await button(page, /Continue to pay NPR.1/).click()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByRole('term').filter({ hasText: 'Extra cost of new dates' })).toBeVisible()
}

test('dearer dates are held, and the booking moves when they are paid', async ({ page, browser }) => {
  await startDearerMove(page, browser)
  await expect(page.getByText('Your new dates are held for')).toBeVisible()
  await expect(page.getByText('Changes of a booking can only be paid by')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Back to booking' }).click()
  await expect(heading(page, 'Your new dates are not paid yet')).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390)
  await expectAccessible(page)
  await button(page, /^Pay NPR.1$/).click()
  await button(page, /^Pay/).first().click()
  await button(page, 'Cancel').click()
  await expect(heading(page, 'Your new dates are not paid yet')).toBeVisible()
  await button(page, /^Pay NPR.1$/).click()
  await button(page, /^Pay/).first().click()
  await button(page, /^Pay NPR/).click()
  await expect(page.getByText('Your booking has moved')).toBeVisible()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(page.locator(`time[datetime="${inDays(45)}"]`)).toBeVisible()
  await expect(page.getByText('Paid: extra cost of new dates')).toBeVisible()
})

test('dearer dates that are not paid are released on request, and are not held again', async ({ page, browser }) => {
  await startDearerMove(page, browser)
  await page.getByRole('link', { name: 'Back to booking' }).click()
  await expect(page.getByText('If you keep your old dates, we release the new ones at once.')).toBeVisible()
  await button(page, 'Keep my old dates').click()
  await expect(page.getByText('Your booking keeps its dates.')).toBeVisible()
  await expect(page.locator(`time[datetime="${inDays(40)}"]`)).toBeVisible()
  await chooseDay(page, inDays(46))
  await expect(page.getByText('We have already held new dates for this booking once.')).toBeVisible()
  await expect(button(page, /Continue to pay/)).toHaveCount(0)
})
