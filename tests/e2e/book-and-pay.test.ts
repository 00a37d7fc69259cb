import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { inDays } from '../support/booking-client.ts'
import { announceTransfer, expectPendingVerification } from './journeys.ts'
import {
  book,
  button,
  EVERYDAY,
  expect,
  fillWizard,
  heading,
  signIn,
  tabTo,
  test,
  uniqueName,
  waitForBookings,
} from './visitor.ts'

test('a booking paid with eSewa reaches the open staff tab', EVERYDAY, async ({ page, browser }) => {
  const staff = await browser.newPage()
  await signIn(staff)
  await staff.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await waitForBookings(staff)

  await page.goto('/')
  await page.getByRole('link', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/booking$/)
  await expect(page.getByRole('link', { name: 'Book Now' })).toHaveAttribute('aria-current', 'page')
  const lastName = uniqueName()
  await fillWizard(page, { lastName })
  await button(page, 'Proceed to Payment').click()
  await expect(staff.getByRole('status', { name: 'Notifications' })).toContainText(`Aarati ${lastName}`)
  const row = staff.getByRole('row', { name: new RegExp(lastName) })
  await expect(row).toContainText('Awaiting payment')

  await expect(page.getByRole('radio', { name: /eSewa/ })).toBeChecked()
  await button(page, /^Pay NPR 9,500 with eSewa/).click()
  await expect(page).toHaveURL(/\/sandbox\/esewa\//)
  await expect(page.getByText(TEST_MODE_NOTE)).toBeVisible()
  await button(page, /^Pay NPR/).click()
  await expect(page).toHaveURL(/\/payment\/esewa\/success$/)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByText('Transaction ID')).toBeVisible()
  await expect(row).toContainText('Confirmed')

  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
  await expect(staff.getByRole('status', { name: 'Notifications' })).not.toContainText(lastName)
  await staff.close()
})

test('a booking paid by bank transfer is held and pending verification', EVERYDAY, async ({ page, browser }) => {
  const lastName = uniqueName()
  await book(page, { lastName, location: 'Kausimaa', plan: 'Enterprise', start: inDays(40) })
  await announceTransfer(page)

  const staff = await browser.newPage()
  await signIn(staff, `/admin/bookings?q=${lastName}`)
  await expectPendingVerification(staff, lastName)
  await staff.close()
})

test('a booking can be made and paid by keyboard alone', EVERYDAY, async ({ page }) => {
  await page.goto('/')
  await tabTo(page, /Book Now/)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-live]')).toBeVisible()
  await tabTo(page, /Dhobighat Hub/)
  await page.keyboard.press('Space')
  await tabTo(page, /Explorer/)
  await page.keyboard.press('Space')
  await tabTo(page, /Continue to dates/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Which day would you like?')).toBeFocused()
  await tabTo(page, /^Date/)
  const [year, month, day] = inDays(25).split('-')
  await page.keyboard.type(`${day}${month}${year}`)
  await tabTo(page, /Continue to add-ons/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
  await tabTo(page, /Continue to details/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Who is the booking for?')).toBeFocused()
  for (const [label, text] of [
    [/First name/, 'Sonam'],
    [/Last name/, uniqueName()],
    [/Email/, 'sonam@example.com'],
    [/Phone/, '+977 984-1234567'],
  ] as const) {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  await tabTo(page, /Proceed to Payment/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /eSewa/ })).toBeVisible()
  await tabTo(page, /eSewa/)
  await tabTo(page, /Pay NPR\s500 with eSewa/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sandbox\/esewa\//)
  await tabTo(page, /Pay NPR/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})
