import type { Page } from '@playwright/test'
import {
  type BookingOptions,
  book,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  tabTo,
  test,
  uniqueName,
} from './visitor.ts'

const rooms = (page: Page) => page.getByRole('region', { name: 'Rooms' })

/** Pays a month at a hot desk, which includes 8 hours, and opens its page. */
async function openConfirmed(page: Page, options: BookingOptions): Promise<void> {
  await book(page, { ...options, lastName: uniqueName() })
  await button(page, /^Pay NPR [\d,]+ with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto('/your-booking')
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a customer books a room with included hours and cancels it', async ({ page }) => {
    await openConfirmed(page, { start: inDays(4) })
    await expect(rooms(page)).toContainText('8 of 8 included hours left until')
    await button(page, 'Book a room').click()
    const form = page.getByRole('form', { name: 'Book a room' })
    await form.getByLabel('How long').selectOption('1.5 hours')
    await form.getByRole('radio', { name: 'Walnut room 8 seats' }).check()
    await form.getByLabel('Time').selectOption('08:30–10:00')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await button(page, 'Book Walnut room, 08:30–10:00').click()
    await expect(rooms(page).getByRole('status')).toContainText('Walnut room is booked:')
    await expect(rooms(page)).toContainText('6.5 of 8 included hours left until')
    await expectAccessible(page)

    // The time before it would end in the room's free time after a reservation.
    await button(page, 'Book a room').click()
    await form.getByRole('radio', { name: 'Walnut room 8 seats' }).check()
    await expect(form.getByLabel('Time').getByRole('option').nth(1)).toHaveText('10:30–11:30')
    await button(page, 'Back').click()
    await page.reload()
    await rooms(page)
      .getByRole('button', { name: /^Cancel Walnut room/ })
      .click()
    await button(page, 'Cancel this room').click()
    await expect(rooms(page).getByRole('status')).toContainText('is cancelled.')
    await expect(rooms(page)).toContainText('8 of 8 included hours left until')
  })
})

test('a room is booked and cancelled by keyboard', async ({ page }) => {
  await openConfirmed(page, { location: 'Kausimaa', start: inDays(5) })
  const opener = button(page, 'Book a room')
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await expect(opener).toBeHidden()
  await expect(heading(page, 'Book a room')).toBeVisible()
  await expect(page.getByText('Ridge room, 6 seats')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Time')).toBeFocused()
  await page.keyboard.type('10:30')
  await expect(page.getByLabel('Time')).toHaveValue('10:30')
  await tabTo(page, /^Book Ridge room, 10:30–11:30$/)
  await page.keyboard.press('Enter')
  await expect(rooms(page).getByRole('status')).toContainText('Ridge room is booked:')
  await expect(opener).toBeFocused()
  const cancel = rooms(page).getByRole('button', { name: /^Cancel Ridge room/ })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Cancel this room')).toBeFocused()
  await expect(rooms(page).getByRole('button')).toHaveText(['Cancel this room', 'Keep it'])
  await expect(rooms(page).getByRole('heading', { name: /^Cancel Ridge room on .+, 10:30–11:30\?$/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Rooms')).toBeFocused()
})

test('a day pass chooses its room with its hours', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const start = inDays(6)
  await page.goto(`/booking?location=kausimaa&plan=explorer&start=${start}`)
  await button(page, 'Continue to dates').click()
  await button(page, 'Continue to add-ons').click()
  await page.getByRole('spinbutton', { name: 'Meeting-room hours' }).fill('2')
  const choice = page.getByRole('region', { name: /^Choose a room for/ })
  await choice.getByLabel('Time').selectOption('15:00–17:00')
  await expect(choice).toContainText('2 hours in Ridge room, 15:00–17:00.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await button(page, 'Continue to details').click()
  for (const [label, text] of Object.entries({
    'First name': 'Aarati',
    'Last name': uniqueName(),
    Email: 'aarati@example.com',
    Phone: '9841234567',
  }))
    await page.getByLabel(label).fill(text)
  await button(page, 'Proceed to Payment').click()
  await button(page, /^Pay NPR [\d,]+ with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto('/your-booking')
  await expect(rooms(page)).toContainText(/15:00–17:00\s*Ridge room/)
})
