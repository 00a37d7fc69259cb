import { inDays } from '../../support/booking-client.ts'
import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, uniqueName } from '../visitor.ts'

test('staff move a tour, replace its link and cancel it, and find it from the audit log', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = `Nisha ${uniqueName()}`
  const booked = await page.request.post('/api/tours', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { locationId: 'kausimaa', date: inDays(11), time: '10:30', name, phone: '9841234567' },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  const { tourId } = await booked.json()

  await signIn(page, '/admin/tours')
  const row = page.getByRole('row').filter({ hasText: tourId })
  await expect(row.getByRole('link', { name: `WhatsApp to ${name}` })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)

  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: /^Change/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByLabel('New day').fill(inDays(12))
  await dialog.getByLabel('New time').selectOption('11:00')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  await button(page, 'Move this tour').click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('11:00')

  await row.getByRole('button', { name: /^Change/ }).click()
  await dialog.getByRole('button', { name: 'Replace link' }).click()
  await expect(dialog).toContainText('There is no email address')
  await button(page, 'Replace this link').click()
  await expect(dialog).toBeHidden()

  await row.getByRole('button', { name: /^Change/ }).click()
  await dialog.getByRole('button', { name: 'Cancel the tour' }).click()
  await button(page, 'Cancel this tour').click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Cancelled')
  await expect(row).toBeFocused()

  await page.goto(`/admin/audit?on=${tourId}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Status: Booked' })).toContainText('Cancelled')
  await page.getByRole('link', { name: tourId }).first().click()
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(inDays(12))
  await expect(row).toHaveAttribute('aria-current', 'true')
})
