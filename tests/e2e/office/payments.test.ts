import type { Page } from '@playwright/test'
import { Buyers, inDays } from '../../support/buyer.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  OWNER,
  signIn,
  someName,
  test,
} from '../visitor.ts'

/** A transfer that was announced, as its payer's browser does it. */
async function announced(page: Page, lastName: string): Promise<{ bookingId: string; paymentId: string }> {
  const choices = Buyers.choices({
    startDate: inDays(70),
    contactInfo: { firstName: 'Prerana', lastName, email: 'prerana@example.com', phone: '9841234567' },
  })
  const placed = await page.request.post('/api/bookings', {
    data: choices,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const { bookingId, secret } = await placed.json()
  const begun = await page.request.post('/api/payments', {
    data: { bookingId, method: 'bank_transfer' },
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(begun.status()).toBe(201)
  return { bookingId, paymentId: (await begun.json()).paymentId }
}

test('payments to verify: by keyboard, one after the other; of two tabs one wins; found again and sent back', {
  tag: '@long',
}, async ({ page, context }) => {
  const [one, other] = [someName(), someName()]
  const first = await announced(page, one)
  const second = await announced(page, other)
  await signIn(page)

  const otherTab = await context.newPage()
  await otherTab.goto(`/admin/payments?open=${second.paymentId}`)
  await expect(heading(otherTab, new RegExp(other))).toBeVisible()
  await otherTab.keyboard.press('a')
  await otherTab.getByLabel('Transaction in the account').fill('Not there yet')

  await page.goto(`/admin/payments?open=${first.paymentId}`)
  await expect(heading(page, new RegExp(one))).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Why')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Say why: it stays with the payment')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Why')).toBeHidden()

  const open = page.getByRole('button', { name: new RegExp(`Prerana ${other}`) })
  await open.click()
  await expect(heading(page, new RegExp(other))).toBeFocused()
  await page.keyboard.press('a')
  await page.getByLabel('Amount in the account (NPR)').fill('500')
  await page.getByLabel('Transaction in the account').fill(`NIC ${other}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `Approved: Prerana ${other}` })).toBeAttached()
  await expect(open).toContainText('Done')

  // The other tab hears of it, and what was about to be done there is not done.
  await expect(otherTab.getByText(`Approved a payment: ${OWNER.email}`)).toBeVisible()
  await expect(otherTab.getByRole('region', { name: 'Payment', exact: true }).getByRole('alert')).toContainText(
    'You have decided this already: approved a payment.',
  )
  await expect(heading(otherTab, new RegExp(other))).toBeFocused()
  const late = await page.request.post(`/api/admin/payments/${second.paymentId}/decision`, {
    data: { decision: 'reject', reason: 'Not there', saw: 'pending' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect([late.status(), (await late.json()).error.message]).toEqual([
    409,
    expect.stringContaining('decided this already'),
  ])
  await otherTab.close()

  await page.getByText('All payments').click()
  await page.getByLabel('Search payments').fill(`nic${other}`)
  const row = page.getByRole('row', { name: new RegExp(other) })
  await expect(row).toContainText('Paid')
  await row.getByRole('button').click()
  await button(page, 'Send money back').click()
  await expect(page.getByText(/everything goes back/)).toBeVisible()
  await page.getByLabel('Why').fill('Cancelled in time')
  await button(page, 'Record the refund').click()
  await expect(page.getByText('Sent back', { exact: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('on a phone a payment takes the place of the list, and the way back leads to its row', {
  tag: '@long',
}, async ({ page }) => {
  const lastName = someName()
  await announced(page, lastName)
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/admin/payments')
  const row = button(page, new RegExp(`Prerana ${lastName}`))
  for (const back of [() => page.goBack(), () => button(page, 'Back to the list').click()]) {
    await row.click()
    await expect(heading(page, new RegExp(lastName))).toBeFocused()
    await expect(row).toBeHidden()
    await back()
    await expect(row).toBeFocused()
  }
})
