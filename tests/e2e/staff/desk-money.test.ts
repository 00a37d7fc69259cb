import { inDays } from '../../support/booking-client.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
  uniqueName,
  waitForBookings,
} from '../visitor.ts'

test('a walk-in pays by card, and a manager reconciles the payment', async ({ page }) => {
  await signIn(page, '/admin/bookings')
  await waitForBookings(page)
  const [lastName, slip] = [uniqueName(), crypto.randomUUID().slice(0, 8).toUpperCase()]
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Name').fill(`Nisha ${lastName}`)
  await dialog.getByLabel('Phone').fill('9841234567')
  await dialog.getByLabel('Date', { exact: true }).fill(inDays(1))
  await dialog.getByLabel('Payment').selectOption({ label: 'Card at the desk' })
  await expect(dialog.getByText(/seats? free/)).toBeVisible()
  await button(page, 'Book and record payment').click()
  await expect(dialog.getByLabel('Slip number')).toBeFocused()
  await expect(dialog.getByText('Enter the slip number')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await dialog.getByLabel('Slip number').fill(slip)
  await button(page, 'Book and record payment').click()
  await expect(page.getByRole('complementary')).toContainText('Card at the desk')

  await page.goto(`/admin/payments?view=all&q=${slip}`)
  await page.getByRole('button', { name: lastName }).click()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Unreconciled')).toBeVisible()
  await expect(payment).toContainText('Taken by')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await button(page, 'Mark as reconciled').click()
  await expect(button(page, 'Mark as unreconciled')).toBeVisible()
  await expect(page.locator('.tag').getByText('Unreconciled')).toHaveCount(0)
})

test('a manager requests a refund in cash, and the desk pays it out', async ({ page }) => {
  await signIn(page, '/admin/bookings')
  await waitForBookings(page)
  const lastName = uniqueName()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Name').fill(`Nisha ${lastName}`)
  await dialog.getByLabel('Phone').fill('9841234567')
  await dialog.getByLabel('Date', { exact: true }).fill(inDays(1))
  await dialog.getByLabel('Payment').selectOption({ label: 'Cash at the desk' })
  await expect(dialog.getByText(/seats? free/)).toBeVisible()
  await button(page, 'Book and record payment').click()
  await expect(page.getByRole('complementary')).toContainText('Cash at the desk')

  await page.goto(`/admin/payments?view=all&q=${lastName}`)
  await page.getByRole('button', { name: lastName }).click()
  const payment = page.getByRole('region', { name: 'Payment' })
  await button(page, 'Refund').click()
  await payment.getByLabel('Method').selectOption({ label: 'Cash, paid out by the desk' })
  await payment.getByLabel('Amount (NPR)').fill('100')
  await payment.getByRole('textbox', { name: 'Reason' }).fill('A day without power')
  await button(page, 'Request the payout').click()
  await expect(payment.getByText('Cash to pay out')).toBeVisible()
  await button(page, 'Pay out').click()
  await expect(payment.getByLabel('Who takes the money')).toHaveValue(`Nisha ${lastName}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await button(page, /^Record .* as paid out/).click()
  await expect(payment.getByRole('listitem').getByText('Refunded', { exact: true })).toBeVisible()
  await expect(payment.getByText('Cash to pay out')).toHaveCount(0)
})
