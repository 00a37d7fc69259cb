import type { Locator, Page } from '@playwright/test'
import { formatRange } from '#domain/calendar.ts'
import { BookingClient, inDays } from '../../support/booking-client.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

/** Saves the list until its result shows. Other tests change it too, so that a save can meet a new version. */
const saveUntil = (page: Page, result: Locator) =>
  expect(async () => {
    // A dialog that opened late covers the button.
    if (!(await result.isVisible())) await button(page, 'Save 1 change').click({ timeout: 2_000 })
    await expect(result).toBeVisible({ timeout: 5_000 })
  }).toPass()

test('a manager closes a day that is booked, sees the booking until it is done, and opens the day again', async ({
  page,
  context,
}) => {
  // A tall phone, so that the bar covers no field halfway.
  await page.setViewportSize({ width: 390, height: 5000 })
  const day = inDays(161)
  const lastName = uniqueName()
  const contactInfo = { firstName: 'Nisha', lastName, email: 'nisha@example.com', phone: '9841234567' }
  const booked = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', startDate: day, contactInfo }),
  })
  expect(booked.status(), await booked.text()).toBe(201)

  await signIn(page, '/admin/closures')
  const other = await context.newPage()
  await other.goto(`/admin/day-sheet?location=kausimaa&date=${day}`)
  await expect(other.getByText(/open \d\d:\d\d/)).toBeVisible()

  // By keyboard only.
  await button(page, 'Add days').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Location', { exact: true })).toBeFocused()
  await page.keyboard.type('Kausimaa')
  await page.getByLabel('First day').fill(day)
  await expect(page.getByLabel('Last day')).toHaveValue(day)
  await button(page, 'Save 1 change').press('Enter')
  const reason = page.getByLabel('Reason, shown to visitors')
  await expect(reason).toBeFocused()
  await expect(page.getByText('Enter a reason of 2 to 60 characters', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await page.keyboard.type(`Painting ${lastName}`)

  const dialog = page.getByRole('dialog')
  await saveUntil(page, dialog)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(
    /^\d+\sbookings?( and \d+\sroom reservations?)? (is|are) affected$/,
  )
  await expect(dialog).toContainText(lastName)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await saveUntil(page, dialog)
  await button(page, 'Save anyway').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved 1 change.' })).toBeFocused()
  await expect(other.getByText(`closed: Painting ${lastName}`)).toBeVisible()

  const item = page.getByRole('listitem').filter({ hasText: lastName }).filter({ hasText: 'Move or cancel' })
  await expect(item).toContainText('Not paid yet.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await item.getByRole('button', { name: /^Mark as done/ }).press('Enter')
  await expect(page.getByText(`Marked as done: Nisha ${lastName}.`)).toBeVisible()
  await expect(item).toBeHidden()
  await button(page, 'Undo').click()
  await item.getByRole('link', { name: /^Move or cancel/ }).click()
  await expect(heading(page, `Nisha ${lastName}`)).toBeVisible()

  await page.goto('/admin/closures')
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: `Painting ${lastName}` })
    .first()
  await entry.getByRole('button', { name: /^Delete/ }).click()
  await saveUntil(page, page.getByText('Saved 1 change.'))
  await expect(other.getByText(/open \d\d:\d\d/)).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText(`(Painting ${lastName})`).first()).toBeVisible()
  await page.getByRole('link', { name: 'Closed days' }).last().click()
  await expect(page).toHaveURL(/\/admin\/closures/)
})

test('a calendar file adds its whole days, which are saved only by Save', async ({ page }) => {
  await signIn(page, '/admin/closures')
  const at = (days: number) => inDays(days).replaceAll('-', '')
  const name = uniqueName()
  const calendar = [
    'BEGIN:VCALENDAR',
    ...[
      'BEGIN:VEVENT',
      `DTSTART;VALUE=DATE:${at(171)}`,
      `DTEND;VALUE=DATE:${at(174)}`,
      `SUMMARY:${name}`,
      'END:VEVENT',
    ],
    ...['BEGIN:VEVENT', `DTSTART:${at(175)}T100000Z`, 'SUMMARY:With a time', 'END:VEVENT'],
    'END:VCALENDAR',
  ].join('\r\n')
  const file = (text: string) => ({ name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })
  await page.getByLabel('Calendar file').setInputFiles(file('PDF'))
  await expect(page.getByText('This is not a calendar file.')).toBeVisible()
  await page.getByLabel('Calendar file').setInputFiles(file(calendar))
  await expect(page.getByText('1 event added. Check them, then save. Skipped: 1 with times')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Calendar file').setInputFiles(file(calendar))
  await expect(
    page.getByText(`“${name}” (${formatRange(inDays(171), inDays(173))}) on days that the list has`),
  ).toBeVisible()
  await button(page, 'Discard').press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'No unsaved changes.' })).toBeFocused()
})
