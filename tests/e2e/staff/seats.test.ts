import type { Page } from '@playwright/test'
import { BookingClient, inDays } from '../../support/booking-client.ts'
import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, uniqueName } from '../visitor.ts'

async function confirmRemoval(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('a manager blocks seats of a booked day by keyboard, and frees them again', async ({ page, context }) => {
  // A tall phone, so that the tabs cover no field halfway.
  await page.setViewportSize({ width: 390, height: 3000 })
  const day = inDays(163)
  const reason = `Carpet ${uniqueName()}`
  const booked = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', startDate: day }),
  })
  expect(booked.status(), await booked.text()).toBe(201)
  await signIn(page, '/admin/seats?location=kausimaa')
  const today = page.getByRole('listitem').filter({ hasText: / seats? today/ })
  const seats = Number.parseInt(await today.innerText(), 10)
  const other = await context.newPage()
  await other.goto('/admin/seats?location=kausimaa')
  await expect(button(other, 'Block seats')).toBeVisible()

  await button(page, 'Block seats').press('Enter')
  const form = page.getByRole('form', { name: 'Block seats' })
  await form.getByLabel('First day').fill(day)
  await expect(form.getByLabel('Last day')).toHaveValue(day)
  await form.getByLabel('Seats').focus()
  await page.keyboard.type(String(seats))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(form.getByText('Enter a reason of 2 to 60 characters')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await page.keyboard.type(reason)
  await page.keyboard.press('Enter')

  const block = page.getByRole('listitem').filter({ hasText: reason })
  await expect(block).toContainText(/\d+ of \d+ seats? still booked/)
  await expect(page.getByText(/^Blocked \d+ seats\.$/)).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await block.getByRole('button', { name: /^Unblock/ }).press('Enter')
  await confirmRemoval(page, 'Unblock')
  await expect(page.getByText(/^Unblocked: \d+ seats/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Blocked seats' })).toBeFocused()
  await expect(other.getByRole('listitem').filter({ hasText: reason })).toBeHidden()
})

test('the seats of a location change from a date on', async ({ page }) => {
  await signIn(page, '/admin/seats?location=kausimaa')
  const today = page.getByRole('listitem').filter({ hasText: / seats? today/ })
  const seats = Number.parseInt(await today.innerText(), 10)
  await button(page, 'Change seats').click()
  const form = page.getByRole('form', { name: 'Change seats from a date' })
  await form.getByLabel('First day').fill(inDays(340))
  await form.getByLabel('Seats').fill(String(seats + 2))
  await form.getByLabel('Reason').fill('More desks')
  await form.getByRole('button', { name: 'Change seats' }).click()
  await expect(page.getByText(`Saved: ${seats + 2} seats from`)).toBeVisible()
  const changed = page.getByRole('listitem').filter({ hasText: 'More desks' })
  await expect(changed).toContainText(`${seats + 2} seats from`)
  await expect(today).toContainText(`${seats} seats today`)
  await expectAccessible(page)
  await changed.getByRole('button', { name: /^Cancel this change/ }).press('Enter')
  await confirmRemoval(page, 'Cancel this change')
  await expect(changed).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Number of seats' })).toBeFocused()
  await page.getByLabel('Location').selectOption({ label: 'Dhobighat Hub' })
  await expect(page).toHaveURL(/location=dhobighat-hub/)
  await expect(today).toBeVisible()
})
