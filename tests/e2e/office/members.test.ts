import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { addMonths, type IsoDate } from '#domain/calendar.ts'
import { Buyers, inDays } from '../../support/buyer.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  someName,
  test,
} from '../visitor.ts'

/** Somebody books a month, pays by transfer and is believed by the staff. */
async function join(page: Page, baseURL = '', firstName = 'Meera', lastName = someName()): Promise<string> {
  const buyers = new Buyers(baseURL, 2)
  const contactInfo = { firstName, lastName, email: `${lastName.toLowerCase()}@example.com`, phone: '9841234567' }
  const choices = Buyers.choices({ planId: 'professional', startDate: inDays(90), contactInfo })
  const { body: booking } = await buyers.place(choices)
  const secret = { authorization: `Bearer ${booking.secret}` }
  const method = { bookingId: booking.bookingId, method: 'bank_transfer' }
  const { body: payment } = await buyers.send('POST', '/api/payments', method, secret)
  buyers.leave()
  const { paymentId } = payment as { paymentId?: string }
  const decision = { decision: 'confirm', amount: booking.totalAmount, transactionId: someName() }
  const answer = await page.request.post(`/api/admin/payments/${paymentId}/decision`, own(baseURL, decision))
  expect(answer.status()).toBe(200)
  return lastName
}

const own = (baseURL: string, data: unknown): Parameters<APIRequestContext['post']>[1] => ({
  data,
  headers: { origin: baseURL },
})

async function colleague(browser: Browser, baseURL = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page)
  return page
}

test('memberships: told of, set by dropdown, taken back, overtaken, found in the audit', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  const other = await colleague(browser, baseURL)
  for (const tab of [page, other]) {
    await tab.goto('/admin/memberships')
    await expect(tab.getByText(/\d+ active, \d+ ending/)).toBeVisible()
  }
  // Names are text, whatever stands in them.
  const lastName = await join(page, baseURL, '<img src=x onerror=document.title=1>')
  // What is new is shown for some seconds: both tabs are looked at before either is worked in.
  await Promise.all(
    [page, other].map((tab) => expect(tab.getByRole('status', { name: 'News' })).toContainText(lastName)),
  )
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: lastName })).toBeVisible()
    await tab.getByLabel('Search memberships').fill(lastName)
    await expect(tab.getByRole('row')).toHaveCount(2)
  }
  await expectAccessible(page)

  const status = (tab: Page) => tab.getByRole('combobox', { name: /^Status of/ })
  await status(page).selectOption({ label: 'Suspended' })
  await expect(page.getByText('is suspended now.')).toBeVisible()
  await expect(status(other)).toHaveValue('suspended')
  // By the keyboard: news may stand before it for six seconds.
  await button(page, 'Undo').press('Enter')
  await expect(status(other)).toHaveValue('active')

  // An arrow or a letter opens the list and saves nothing.
  for (const key of ['ArrowDown', 'c']) {
    await status(page).press(key)
    await page.keyboard.press('Escape')
    await expect(status(page)).toHaveValue('active')
  }

  await other.getByRole('button', { name: lastName }).click()
  await other.getByLabel('Notes').fill('Has key 14')
  await status(page).selectOption({ label: 'Pending' })
  await expect(status(other)).toHaveValue('pending')
  await button(other, 'Save').click()
  await expect(other.getByRole('alert').filter({ hasText: 'Status: Active → Pending' })).toBeVisible()
  await button(other, 'Save').click()
  await expect(other.getByText('is saved.')).toBeVisible()
  await expect(page.getByText('Has key 14')).toBeVisible()

  await other.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(other)
  await other.setViewportSize({ width: 1280, height: 800 })
  await other.getByRole('link', { name: 'Everything that was changed' }).click()
  await expect(heading(other, 'Audit')).toBeVisible()
  await expect(other.getByRole('row').filter({ hasText: 'Status:' })).toHaveCount(3)
  await expect(other.getByRole('row').filter({ hasText: 'Notes: none' })).toContainText('Has key 14')
  await button(other, 'Look through it now').click()
  await expect(other.getByRole('status').filter({ hasText: 'hang together' })).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('link', { name: lastName }).first().click()
  await expect(other.getByRole('complementary')).toContainText(lastName)
  // Up for renewal: the next month is a booking like any other, filled in already.
  await other.getByRole('link', { name: 'Book one more month' }).click()
  const booking = other.getByRole('dialog', { name: 'New booking' })
  await expect(booking.getByLabel('Name')).toHaveValue(new RegExp(lastName))
  await expect(booking.getByLabel('First day')).toHaveValue(addMonths(inDays(90) as IsoDate, 1))
  await expect(booking.getByRole('status').filter({ hasText: 'NPR' })).toContainText('free')
  await expectAccessible(other)
  await other.context().close()

  await page.getByLabel('Search memberships').fill(someName())
  await expect(page.getByText('No memberships found.')).toBeVisible()
})

test('messages: shown when they come, answered, done and open again', { tag: '@long' }, async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/messages')
  await expect(page.getByText(/\d+ open/)).toBeVisible()
  const name = someName()
  const message = { name, email: 'nisha@example.com', message: '<script>document.title=1</script> Is there parking?' }
  expect((await page.request.post('/api/contact', own(baseURL ?? '', message))).ok()).toBe(true)
  const letter = page.getByRole('listitem').filter({ hasText: name })
  await expect(letter).toContainText('<script>')
  await expect(letter.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:nisha@example\.com\?.*parking/,
  )
  await button(page, `Mark as done: ${name}`).click()
  await expect(letter).toContainText('Done')
  await page.getByRole('radio', { name: 'Open' }).check()
  await expect(letter).toHaveCount(0)
  await expect(page).toHaveURL(/state=open/)
  await page.getByRole('radio', { name: 'Done' }).check()
  await expectAccessible(page)
  await button(page, `Open again: ${name}`).click()
  await expect(button(page, `Mark as done: ${name}`)).toBeVisible()
})
