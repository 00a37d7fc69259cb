import type { Page } from '@playwright/test'
import { inDays } from '../../support/booking-client.ts'
import {
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

/** Days of the tests, each of which another one leaves free. */
const [MOUSE_DAY, KEYBOARD_DAY, PHONE_DAY] = [inDays(33), inDays(34), inDays(35)]

/** A member of Kausimaa with included hours, paid at the desk; the page is on the day of the rooms. */
async function openRooms(page: Page, date: string): Promise<string> {
  await signIn(page, `/admin/rooms?location=kausimaa&date=${date}`)
  const headers = { origin: new URL(page.url()).origin, 'idempotency-key': crypto.randomUUID() }
  const choices = { locationId: 'kausimaa', planId: 'professional', billing: 'monthly', startDate: inDays(30) }
  const counters = { meetingRoomHours: 0, guestPasses: 0 }
  const quote = await page.request.get(`/api/admin/quote?${new URLSearchParams({ ...choices, addOns: '' })}`)
  const { totalAmount } = await quote.json()
  const name = uniqueName()
  const placed = await page.request.post('/api/admin/bookings', {
    headers,
    data: {
      ...choices,
      ...counters,
      addOns: [],
      contactInfo: { firstName: 'Nisha', lastName: name, email: '', phone: '9841234567' },
      paid: 'cash',
      totalAmount,
    },
  })
  expect(placed.status(), await placed.text()).toBe(201)
  return `Nisha ${name}`
}

const cell = (page: Page, name: RegExp) => page.getByRole('grid').getByRole('button', { name })

async function chooseBooking(page: Page, name: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Booking', { exact: true }).fill(name)
  await dialog.getByRole('radio', { name }).check()
}

test('the front desk reserves, moves and releases a room by mouse', async ({ page }) => {
  const name = await openRooms(page, MOUSE_DAY)
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await cell(page, /^Free, 11:00, Ridge room/).click()
  await expect(dialog.getByLabel('From')).toHaveValue('11:00')
  await expect(dialog.getByLabel('To')).toHaveValue('12:00')
  await button(page, 'Reserve this time').click()
  await expect(dialog).toContainText('Choose a booking')
  await chooseBooking(page, name)
  await expectAccessible(page)
  await button(page, 'Reserve this time').click()
  await expect(dialog).toBeHidden()
  await expect(cell(page, new RegExp(`${name}.*11:00–12:00`))).toBeFocused()

  await cell(page, new RegExp(name)).click()
  await expect(dialog.getByRole('link', { name: /^BK-/ })).toBeVisible()
  await button(page, 'Move').click()
  await dialog.getByLabel('From').selectOption('14:00')
  await dialog.getByLabel('To').selectOption('15:30')
  await button(page, 'Move this reservation').click()
  await expect(dialog).toBeHidden()
  await expect(cell(page, new RegExp(`${name}.*14:00–15:30`))).toBeVisible()

  await cell(page, new RegExp(name)).click()
  await button(page, 'Release').click()
  await button(page, 'Release this time').click()
  await expect(dialog).toBeHidden()
  await expect(cell(page, /^Free, 14:00/)).toBeFocused()
})

test(
  'managers block, move and release a room by keyboard, and other tabs follow',
  EVERYDAY,
  async ({ page, context }) => {
    await openRooms(page, KEYBOARD_DAY)
    const other = await context.newPage()
    await other.goto(page.url())
    await cell(page, /^Free, 10:00/).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, /^Free, 11:00/)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Block the room' }).press('Space')
    await dialog.getByLabel('Reason').fill('Repairs')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const block = cell(page, /^Blocked: Repairs/)
    await expect(block).toBeFocused()
    await expect(cell(other, /^Blocked: Repairs.*11:00–12:00/)).toBeVisible()

    await page.keyboard.press('m')
    await expect(dialog.getByLabel('Day', { exact: true })).toBeFocused()
    await dialog.getByLabel('From').selectOption('12:00')
    await dialog.getByLabel('To').selectOption('13:00')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(block).toContainText('12:00–13:00')
    await expect(block).toBeFocused()

    await page.keyboard.press('Delete')
    await expect(button(page, 'Release this time')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(block).toBeFocused()
    // A closed dialog is removed a moment after it has returned the focus.
    await expect(page.locator('dialog', { hasText: 'Repairs' })).toHaveCount(0)
    await page.keyboard.press('Delete')
    await expect(button(page, 'Release this time')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(cell(page, /^Free, 12:00/)).toBeFocused()
    await expect(cell(other, /^Blocked/)).toHaveCount(0)
  },
)

test('a phone shows the day of each room as a list, and paper too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = await openRooms(page, PHONE_DAY)
  await expect(page.getByRole('grid')).toBeHidden()
  await button(page, 'Reserve Ridge room').click()
  await chooseBooking(page, name)
  await button(page, 'Reserve this time').click()
  const reservation = page.getByRole('listitem').filter({ hasText: name })
  await expect(reservation).toContainText('10:00–11:00')
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await expectAccessible(page)

  // The print dialog would stop the test.
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await button(page, 'Print for the door of Ridge room').click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('listitem').filter({ hasText: '10:00–11:00' })).toHaveText('10:00–11:00Nisha T.')
  await expect(page.getByText(/^PAN /)).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('listitem').filter({ hasText: '10:00–11:00' })).toContainText(name)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`/admin/day-sheet?location=kausimaa&date=${PHONE_DAY}`)
  const rooms = page.getByRole('region', { name: 'Rooms' })
  await expect(rooms.getByRole('row').filter({ hasText: name })).toContainText('10:00–11:00')
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await rooms.getByRole('link', { name: 'All times' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/rooms\\?location=kausimaa&date=${PHONE_DAY}`))
})
