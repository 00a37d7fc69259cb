import type { Page } from '@playwright/test'
import { announcesTransfer, awaitsVerification } from './journeys.ts'
import { book, bookingsRead, button, expect, fillWizard, heading, inDays, signIn, someName, test } from './visitor.ts'

test('from the landing page to the staff tab, paid with eSewa', async ({ page, browser }) => {
  const staff = await browser.newPage()
  await signIn(staff)
  await staff.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await bookingsRead(staff)

  await page.goto('/')
  await page.getByRole('link', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/booking$/)
  await expect(page.getByRole('link', { name: 'Book Now' })).toHaveAttribute('aria-current', 'page')
  const lastName = someName()
  await fillWizard(page, { lastName })
  await button(page, 'Proceed to Payment').click()
  await expect(staff.getByRole('status', { name: 'News' })).toContainText(`Aarati ${lastName}`)
  const row = staff.getByRole('row', { name: new RegExp(lastName) })
  await expect(row).toContainText('Awaiting payment')

  await expect(page.getByRole('radio', { name: /eSewa/ })).toBeChecked()
  await button(page, /^Pay NPR 9,500 with eSewa/).click()
  await expect(page).toHaveURL(/\/sandbox\/esewa\//)
  await expect(page.getByText('Sandbox', { exact: false }).first()).toBeVisible()
  await button(page, /^Pay NPR/).click()
  await expect(page).toHaveURL(/\/payment\/esewa\/success$/)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByText('Transaction ID')).toBeVisible()
  await expect(row).toContainText('Confirmed')

  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Coming soon...')).toBeVisible()
  await page.getByRole('link', { name: 'Your booking' }).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(staff.getByRole('status', { name: 'News' })).not.toContainText(lastName)
  await staff.close()
})

test('by bank transfer: received, held, and pending verification for the staff', async ({ page, browser }) => {
  const lastName = someName()
  await book(page, { lastName, location: 'Kausimaa', plan: 'Enterprise', start: inDays(40) })
  await announcesTransfer(page)

  const staff = await browser.newPage()
  await signIn(staff, `/admin/bookings?q=${lastName}`)
  await awaitsVerification(staff, lastName)
  await staff.close()
})

/** No pointer anywhere: Tab to a thing by its name, then act. Fails where the name cannot be reached. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement
      return [focused.getAttribute('aria-label'), focused.labels?.[0]?.textContent, focused.textContent]
        .join(' ')
        .trim()
    })
    if (name.test(label)) return
  }
  throw new Error(`${name} cannot be reached with the Tab key`)
}

test('the whole way by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, /Book Now/)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-live]')).toBeVisible()
  await tabTo(page, /Dhobighat Hub/)
  await page.keyboard.press('Space')
  await tabTo(page, /Explorer/)
  await page.keyboard.press('Space')
  await tabTo(page, /Date and time/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'When do you want to sit down?')).toBeFocused()
  await tabTo(page, /^Date/)
  const [year, month, day] = inDays(25).split('-')
  await page.keyboard.type(`${day}${month}${year}`)
  await tabTo(page, /Add-ons and notes/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Anything to go with the desk?')).toBeFocused()
  await tabTo(page, /Contact info/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Who is the booking for?')).toBeFocused()
  for (const [label, text] of [
    [/First name/, 'Sonam'],
    [/Last name/, someName()],
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
