import { inDays, placeTransfer } from '../../support/booking-client.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  OWNER,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

const announce = (baseURL: string | undefined, lastName: string) =>
  placeTransfer(baseURL, { firstName: 'Prerana', lastName, startDate: inDays(70) })

test('payments are reviewed by keyboard, decided once and refunded', async ({ page, context, baseURL }) => {
  const [one, other] = [uniqueName(), uniqueName()]
  const first = await announce(baseURL, one)
  const second = await announce(baseURL, other)
  await signIn(page)

  const otherTab = await context.newPage()
  await otherTab.goto(`/admin/payments?open=${second.paymentId}`)
  await expect(heading(otherTab, new RegExp(other))).toBeVisible()
  await otherTab.keyboard.press('a')
  await otherTab.getByLabel('Transaction in the account').fill('Not there yet')

  await page.goto(`/admin/payments?open=${first.paymentId}`)
  await expect(heading(page, new RegExp(one))).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a reason. It is stored with the payment.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeHidden()

  const queueButton = page.getByRole('button', { name: new RegExp(`Prerana ${other}`) })
  await queueButton.click()
  await expect(heading(page, new RegExp(other))).toBeFocused()
  await page.keyboard.press('a')
  await page.getByLabel('Amount in the account (NPR)').fill('500')
  await page.getByLabel('Transaction in the account').fill(`NIC ${other}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `Approved: Prerana ${other}` })).toBeAttached()
  await expect(queueButton).toContainText('Done')

  await expect(otherTab.getByText(`Approved a payment: ${OWNER.email}`)).toBeVisible()
  await expect(otherTab.getByRole('region', { name: 'Payment', exact: true }).getByRole('alert')).toContainText(
    'You have already decided this: approved a payment.',
  )
  await expect(heading(otherTab, new RegExp(other))).toBeFocused()
  const late = await page.request.post(`/api/admin/payments/${second.paymentId}/decision`, {
    data: { decision: 'reject', reason: 'Not there', expectedState: 'pending' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(late.status()).toBe(409)
  expect((await late.json()).error.message).toContain('already decided this')
  await otherTab.close()

  await page.getByText('All payments').click()
  await page.getByLabel('Search payments').fill(`nic${other}`)
  const row = page.getByRole('row', { name: new RegExp(other) })
  await expect(row).toContainText('Paid')
  await row.getByRole('button').click()
  await button(page, 'Refund').click()
  await expect(page.getByText(/full refund of/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Cancelled in time')
  await button(page, 'Record the refund').click()
  await expect(page.getByText('Refunded', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expectNoSidewaysScroll(page, 320)
})

test('a payment replaces the list on a phone, and going back focuses its row', async ({ page, baseURL }) => {
  const lastName = uniqueName()
  await announce(baseURL, lastName)
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page, '/admin/payments')
  const row = button(page, new RegExp(`Prerana ${lastName}`))
  for (const back of [() => page.goBack(), () => button(page, 'Back to the list').click()]) {
    await row.click()
    await expect(heading(page, new RegExp(lastName))).toBeFocused()
    await expect(row).toBeHidden()
    await back()
    await expect(row).toBeFocused()
  }
})
