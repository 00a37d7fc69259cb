import type { BrowserContext, Page } from '@playwright/test'
import type { IsoDate } from '#domain/calendar.ts'
import { button, expect, expectAccessible, fillWizard, heading } from './visitor.ts'

/** What both editions can do, walked the same way: each hands in what it alone does otherwise. */

/** Choices outlive a reload and the back button, and the tabs of one browser share them. */
export async function keepsDraft(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/booking')
  await fillWizard(page, { lastName: 'Kept' })
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Kept')
  await page.goBack()
  await expect(heading(page, 'Anything to go with the desk?')).toBeVisible()
  const second = await context.newPage()
  await second.goto('/booking')
  await expect(second.getByRole('radio', { name: 'Dhobighat Hub' })).toBeChecked()
  await second.getByRole('radio', { name: 'Kausimaa' }).check()
  await expect(page.getByLabel('Booking summary')).toContainText('Kausimaa')
  await expect(page.getByLabel('Booking summary')).toContainText('NPR 8,000')
  await button(page, 'Reset booking').click()
  await expect(page.getByRole('radio', { name: 'Kausimaa' })).not.toBeChecked()
  await second.reload()
  await expect(second.getByRole('radio', { name: 'Kausimaa' })).not.toBeChecked()
}

/** From the payment screen: announced, received, and the account to pay to. */
export async function announcesTransfer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Bank transfer/i }).check()
  await button(page, 'Show the bank details').click()
  await expect(heading(page, 'Booking received')).toBeVisible()
  await expect(page.getByText('We are checking your payment; your place is held.')).toBeVisible()
  await expect(page.getByText('Sample payee, do not pay')).toBeVisible()
  await expect(page.getByText(/BK-\d{13}-\w{4}/).first()).toBeVisible()
  await expectAccessible(page)
}

/** `staff` is in the staff area. */
export async function awaitsVerification(staff: Page, lastName: string): Promise<void> {
  await expect(staff.getByRole('row', { name: new RegExp(lastName) })).toContainText('Pending verification')
}

/** What stands where eSewa would be: how it looks on arrival, and how a payer ends it. */
export interface EsewaPlace {
  arrived(page: Page): Promise<void>
  refuse(page: Page): Promise<void>
  pay(page: Page): Promise<void>
}

/** From the payment screen: refused is failed, also after a reload, and another try pays. */
export async function paysWithEsewaAtSecondTry(page: Page, esewa: EsewaPlace): Promise<void> {
  await expectAccessible(page)
  await button(page, /with eSewa/).click()
  await esewa.arrived(page)
  await expectAccessible(page)
  await esewa.refuse(page)
  await expect(page).toHaveURL(/\/payment\/esewa\/failure\/?$/)
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await button(page, 'Try Again').click()
  await button(page, /with eSewa/).click()
  await esewa.pay(page)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
}

/** The last seats of `day` go while somebody is at the last step: `takeSeats` takes all thirty. */
export async function losesLastSeat(page: Page, day: IsoDate, takeSeats: () => Promise<void>): Promise<void> {
  await page.goto('/booking')
  await fillWizard(page, { plan: 'Explorer', start: day, lastName: 'Late' })
  await takeSeats()
  await button(page, 'Proceed to Payment').click()
  await expect(page.getByRole('alert')).toContainText('No seat')
  await button(page, /Start on|Keep the dates/)
    .first()
    .click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await button(page, 'Add-ons and notes').click()
  await button(page, 'Contact info').click()
  await expect(page.getByLabel('Last name')).toHaveValue('Late')
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

/** From the price grid: one price, by the name of its field. */
export async function savesPrice(staff: Page, field: string, rupees: string): Promise<void> {
  await staff.getByLabel(field).fill(rupees)
  await button(staff, 'Save 1 price').click()
  await expect(staff.getByText('Saved 1 price.')).toBeVisible()
}
