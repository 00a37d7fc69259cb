import type { APIRequestContext, Page } from '@playwright/test'
import { addMonths, formatDate } from '#domain/calendar.ts'
import { inDays, placeTransfer } from '../../support/booking-client.ts'
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

/** Creates a membership that was paid by transfer and approved. */
async function createMember(page: Page, baseURL = '', firstName = 'Meera', lastName = uniqueName()): Promise<string> {
  const choices = { firstName, lastName, planId: 'professional', startDate: inDays(90) }
  const { paymentId, totalAmount } = await placeTransfer(baseURL, choices)
  const decision = { decision: 'confirm', amount: totalAmount, transactionId: uniqueName() }
  const response = await page.request.post(`/api/admin/payments/${paymentId}/decision`, withOrigin(baseURL, decision))
  expect(response.status()).toBe(200)
  return lastName
}

const withOrigin = (baseURL: string, data: unknown): Parameters<APIRequestContext['post']>[1] => ({
  data,
  headers: { origin: baseURL },
})

test('a membership is announced, edited in two tabs, undone and audited', async ({ page, browser, baseURL }) => {
  const other = await browser.newPage(baseURL ? { baseURL } : {})
  for (const tab of [page, other]) {
    await signIn(tab, '/admin/memberships')
    await expect(tab.getByText(/\d+ active(, \d+ starting later)?, \d+ ending/)).toBeVisible()
  }
  const lastName = await createMember(page, baseURL, '<img src=x onerror=document.title=1>')
  // Notifications disappear after seconds, so both tabs are checked first.
  await Promise.all(
    [page, other].map((tab) => expect(tab.getByRole('status', { name: 'Notifications' })).toContainText(lastName)),
  )
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: lastName })).toBeVisible()
    await tab.getByLabel('Search memberships').fill(lastName)
    await expect(tab.getByRole('row')).toHaveCount(2)
    await expect(tab.getByText(/\d+ active(, \d+ starting later)?, \d+ ending/)).toHaveCount(0)
  }
  await expectAccessible(page)

  const member = (tab: Page) => tab.getByRole('row').filter({ hasText: lastName })
  const saveStatus = async (label: string) => {
    await page.getByLabel('Status', { exact: true }).selectOption({ label })
    await button(page, 'Save').click()
  }
  await button(page, lastName).click()
  await saveStatus('Suspended')
  await expect(page.getByText('is suspended now.')).toBeVisible()
  await expect(member(other)).toContainText('Suspended')
  // A notification may cover the button for six seconds.
  await button(page, 'Undo').press('Enter')
  await expect(member(other)).toContainText('Starts')

  await button(other, lastName).click()
  await other.getByLabel('Notes').fill('Has key 14')
  await saveStatus('Pending')
  await expect(member(other)).toContainText('Pending')
  await button(other, 'Save').click()
  await expect(other.getByRole('alert').filter({ hasText: 'Status: Active → Pending' })).toBeVisible()
  await button(other, 'Save').click()
  await expect(other.getByText('is saved.')).toBeVisible()
  await expect(member(page)).toContainText('Has key 14')

  await expectNoSidewaysScroll(other, 320)
  await other.getByRole('link', { name: 'All changes' }).click()
  await expect(heading(other, 'Audit')).toBeVisible()
  await expect(other.getByRole('row').filter({ hasText: 'Status:' })).toHaveCount(3)
  await expect(other.getByRole('row').filter({ hasText: 'Notes: none' })).toContainText('Has key 14')
  await other.getByRole('button', { name: /^Check (now|again)$/ }).click()
  await expect(other.getByRole('status').filter({ hasText: 'No entry has been changed or deleted' })).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('link', { name: lastName }).first().click()
  await expect(other.getByRole('complementary')).toContainText(lastName)
  await other.context().close()

  await page.getByLabel('Search memberships').fill(uniqueName())
  await expect(page.getByText('No memberships found.')).toBeVisible()
})

test('a membership is renewed from its details by a booking that names it', async ({ page, baseURL }) => {
  await signIn(page, '/admin/memberships')
  const lastName = await createMember(page, baseURL)
  await page.goto(`/admin/memberships?q=${lastName}`)
  await button(page, lastName).click()
  const details = page.getByRole('complementary')
  await details.getByRole('link', { name: 'Renew for another month' }).click()
  const booking = page.getByRole('dialog', { name: 'New booking' })
  await expect(booking.getByLabel('Name')).toHaveValue(new RegExp(lastName))
  await expect(booking).toContainText(`continues on ${formatDate(addMonths(inDays(90), 1))}`)
  await expect(booking.getByLabel('First day')).toHaveCount(0)
  await expect(booking.getByRole('status').filter({ hasText: 'NPR' })).toContainText('free')
  await expectAccessible(page)
  await button(page, 'Book and record payment').click()
  await expect(details).toContainText('renewed by this booking')
  await details.getByRole('link', { name: /renewed by this booking/ }).click()
  await expect(details).toContainText('All 2 bookings')
})

test('a contact message appears, is marked as done and reopened', async ({ page, baseURL }) => {
  await signIn(page, '/admin/messages')
  await expect(page.getByText(/\d+ open/)).toBeVisible()
  const name = uniqueName()
  const message = { name, email: 'nisha@example.com', message: '<script>document.title=1</script> Is there parking?' }
  expect((await page.request.post('/api/contact', withOrigin(baseURL ?? '', message))).ok()).toBe(true)
  const item = page.getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('<script>')
  const reply = item.getByRole('link', { name: 'Reply' })
  await expect(reply).toHaveAttribute('href', /^mailto:nisha@example\.com\?.*parking/)
  await button(page, `Mark as done: ${name}`).click()
  await expect(item).toContainText('Done')
  await page.getByRole('radio', { name: 'Open' }).check()
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL(/state=open/)
  await page.getByRole('radio', { name: 'Done' }).check()
  await expectAccessible(page)
  await button(page, `Reopen: ${name}`).click()
  await expect(button(page, `Mark as done: ${name}`)).toBeVisible()
})
