import type { BrowserContext, Page } from '@playwright/test'
import type { IsoDate } from '#domain/calendar.ts'
import { button, expect, expectAccessible, fillWizard, heading, payBy } from './visitor.ts'

/** Steps that both editions share; each edition passes in what differs. */

export async function expectDraftSaved(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/booking')
  await fillWizard(page, { lastName: 'Stored' })
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Stored')
  await page.goBack()
  await expect(heading(page, 'Would you like any add-ons?')).toBeVisible()
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

export async function announceTransfer(page: Page): Promise<void> {
  await payBy(page, 'Bank transfer')
  await expect(heading(page, 'Booking received')).toBeVisible()
  await expect(page.getByText('We check your payment when it arrives. Your seat is held.')).toBeVisible()
  await expect(page.getByText('Sample payee, do not pay')).toBeVisible()
  await expect(page.getByText(/BK-\d{13}-\w{4}/).first()).toBeVisible()
  await expectAccessible(page)
}

export async function expectPendingVerification(staff: Page, lastName: string): Promise<void> {
  await expect(staff.getByRole('row', { name: new RegExp(lastName) })).toContainText('Pending verification')
}

/** The eSewa sandbox page, or what the browser edition shows instead. */
export interface EsewaPage {
  expectOpen(page: Page): Promise<void>
  decline(page: Page): Promise<void>
  pay(page: Page): Promise<void>
}

export async function payWithEsewaOnSecondAttempt(page: Page, esewa: EsewaPage): Promise<void> {
  await expectAccessible(page)
  await button(page, /with eSewa/).click()
  await esewa.expectOpen(page)
  await expectAccessible(page)
  await esewa.decline(page)
  await expect(page).toHaveURL(/\/payment\/esewa\/failure\/?$/)
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await button(page, 'Try Again').click()
  await button(page, /with eSewa/).click()
  await esewa.pay(page)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
}

/** `takeSeats` books all thirty seats of `day`. */
export async function bookAfterSoldOut(page: Page, day: IsoDate, bookSeats: () => Promise<void>): Promise<void> {
  await page.goto('/booking')
  await fillWizard(page, { plan: 'Explorer', start: day, lastName: 'Late' })
  await bookSeats()
  await button(page, 'Proceed to Payment').click()
  await expect(page.getByRole('alert')).toContainText('No seat')
  await page.getByRole('list', { name: 'Nearest available options' }).getByRole('button').first().click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await button(page, 'Continue to add-ons').click()
  await button(page, 'Continue to details').click()
  await expect(page.getByLabel('Last name')).toHaveValue('Late')
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

export async function savePrice(staff: Page, field: string, rupees: string): Promise<void> {
  await staff.getByLabel(field).fill(rupees)
  await button(staff, 'Save 1 price').click()
  await expect(staff.getByText('Saved 1 price.')).toBeVisible()
}
