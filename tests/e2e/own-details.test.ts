import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  book,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  uniqueName,
} from './visitor.ts'

/** Pays a new booking and opens its page. */
async function openConfirmed(page: Page, lastName: string): Promise<void> {
  await book(page, { lastName })
  await button(page, /^Pay NPR 9,500 with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.goto('/your-booking')
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a customer changes details, saves the calendar and shares the visit', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The share sheet of a device cannot be tested.
    await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
    await openConfirmed(page, uniqueName())
    await button(page, 'Change details').click()
    await expect(page.getByLabel('Phone')).toBeFocused()
    await page.getByLabel('Phone').fill('123')
    await button(page, 'Save details').click()
    await expect(page.getByLabel('Phone')).toBeFocused()
    await expect(page.getByText('Enter a phone number of 7 to 15 digits')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await page.getByLabel('Phone').fill('9841111111')
    await page.getByLabel('Company').fill('Sagarmatha Studio')
    await page.getByLabel('Notes').fill('By the window')
    await button(page, 'Save details').click()
    await expect(page.getByText('Your details are saved.')).toBeVisible()
    await expect(page.getByText(/, Sagarmatha Studio$/)).toBeVisible()

    const download = page.waitForEvent('download')
    await button(page, 'Add to calendar').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^BK-\d{13}-\w{4}\.ics$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('BEGIN:VEVENT')

    await button(page, 'Resend confirmation').click()
    await expect(page.getByText('We sent the confirmation to aarati@example.com.')).toBeVisible()
    await expectAccessible(page)

    await button(page, 'Share the visit').click()
    await expect(page.getByText('Link copied, with place and dates.')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^Coworking at Dhobighat Hub, .*20\d\d: http/)
    expect(copied).toMatch(/\/locations\/dhobighat-hub#visit=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
    await page.goto(copied.slice(copied.indexOf('http')))
    await expect(page.getByText(/Your visit: \d+ .* 20\d\d/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 820)
  })
})

test('a link that staff replace no longer opens the booking', async ({ page, browser }) => {
  const lastName = uniqueName()
  await openConfirmed(page, lastName)
  const staff = await browser.newPage()
  await signIn(staff, `/admin/bookings?q=${lastName}`)
  await staff
    .getByRole('row', { name: new RegExp(lastName) })
    .getByRole('link')
    .first()
    .click()
  await staff.getByText('More actions').click()
  await button(staff, 'Send a new link').click()
  await expect(staff.getByText('A new link is sent to aarati@example.com.')).toBeVisible()
  await expectAccessible(staff)
  await button(staff, 'Send the new link').click()
  await expect(staff.getByText('Replaced the link of a booking')).toBeVisible()
  await staff.close()
  await page.reload()
  await expect(heading(page, 'Find your booking')).toBeVisible()
})
