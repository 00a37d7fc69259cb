import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { addDays, kathmanduInstant } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import { newDataDir, type RunningServer, startServer } from '../../support/process.ts'
import { STAFF, STAFF_SETTINGS } from '../../support/staff.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  test,
  waitForBookings,
} from '../visitor.ts'

/** A separate server, whose clock shows the next day after a restart. */
const PORT = '4394'
const HUB: LocationId = 'dhobighat-hub'
const TODAY = inDays(0)
const PASSWORD = 'mango lizard umbrella quartz'
const dataDir = newDataDir()
let server: RunningServer

async function startAt(date: typeof TODAY): Promise<void> {
  await server?.kill('SIGTERM')
  const morning = kathmanduInstant(date) + 10 * 3_600_000
  const clock = { CLOCK_START: String(morning), NODE_OPTIONS: `--import=${resolve('tests/support/clock.ts')}` }
  server = await startServer({ PORT, TRUST_PROXY: '1', ...STAFF_SETTINGS, ...clock }, dataDir)
}

test.use({ baseURL: `http://localhost:${PORT}` })
test.describe.configure({ mode: 'serial' })
test.beforeAll(() => startAt(TODAY))
test.afterAll(async () => {
  await server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true })
})

/** Opens a page in which a staff member with its own account is signed in. */
async function openAs(browser: Browser, { email, password }: typeof STAFF, screen: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const response = await page.request.post('/api/admin/session', { data: { email, password } })
  expect(response.ok(), await response.text()).toBe(true)
  await page.goto(screen)
  return page
}

/** Invites a staff member, who joins. */
async function join(owner: Page, name: string, role: Role): Promise<typeof STAFF> {
  const headers = { origin: new URL(owner.url()).origin }
  const email = `${role}@chautari.example`
  const workplaces = role === 'desk' ? [HUB] : null
  const invited = await owner.request.post('/api/admin/people', { data: { email, role, workplaces }, headers })
  expect(invited.ok(), await invited.text()).toBe(true)
  const { link } = (await invited.json()) as { link: string }
  const token = new URL(link).hash.slice(1)
  const joined = await owner.request.put('/api/admin/join', { data: { token, name, password: PASSWORD }, headers })
  expect(joined.ok(), await joined.text()).toBe(true)
  return { email, password: PASSWORD }
}

async function sellForCash(page: Page, lastName: string): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Name').fill(`Nisha ${lastName}`)
  await dialog.getByLabel('Phone').fill('9841234567')
  await dialog.getByLabel('Date', { exact: true }).fill(addDays(TODAY, 1))
  await dialog.getByLabel('Payment').selectOption({ label: 'Cash at the desk' })
  await expect(dialog.getByText(/seats? free/)).toBeVisible()
  await button(page, 'Book and record payment').click()
  await expect(page.getByRole('complementary')).toContainText('Cash at the desk')
}

test('a day of cash is counted, signed, approved and printed, and the next day starts with what it left', async ({
  browser,
}) => {
  const owner = await openAs(browser, STAFF, '/admin')
  const desk = await join(owner, 'Maya Rai', 'desk')
  const manager = await join(owner, 'Asha Gurung', 'manager')

  const till = await openAs(browser, desk, '/admin/bookings')
  await waitForBookings(till)
  await sellForCash(till, 'Karki')

  const office = await openAs(browser, manager, '/admin/payments?view=all&q=Karki')
  await office.getByRole('button', { name: 'Karki' }).click()
  await button(office, 'Refund').click()
  const payment = office.getByRole('region', { name: 'Payment' })
  await payment.getByLabel('Method').selectOption({ label: 'Cash, paid out by the desk' })
  await payment.getByLabel('Amount (NPR)').fill('100')
  await payment.getByRole('textbox', { name: 'Reason' }).fill('A day without power')
  await button(office, 'Request the payout').click()
  await expect(payment.getByText('Cash to pay out')).toBeVisible()

  await till.goto('/admin/payments')
  await till.getByRole('button', { name: 'Karki' }).click()
  await till.getByRole('button', { name: /^Pay out/ }).click()
  await button(till, /^Record .* as paid out/).click()
  await expect(till.getByRole('listitem').getByText('Refunded', { exact: true })).toBeVisible()

  const screen = `/admin/cash-up?location=${HUB}&date=${TODAY}`
  await till.setViewportSize({ width: 390, height: 844 })
  await till.goto(screen)
  await expect(heading(till, 'Till of Maya Rai')).toBeVisible()
  await expect(till.getByRole('row', { name: 'Cash at the desk' }).first()).toContainText('400')
  await expectAccessible(till)
  await expectNoSidewaysScroll(till, 320, 390, 820)
  await button(till, 'Sign cash-up').click()
  await expect(till.getByLabel('Counted cash (NPR)')).toBeFocused()
  await till.getByLabel('Opening float (NPR)').fill('1,000')
  await till.getByLabel('Counted cash (NPR)').fill('1,250')
  await expect(till.getByText('A manager must approve this difference.')).toBeVisible()
  await till.getByLabel('Taken to the bank (NPR)').fill('250')
  await till.getByLabel('Your name, to sign').fill('Maya Rai')
  await till.keyboard.press('Enter')
  await expect(till.getByLabel('Reason for the difference')).toBeFocused()
  await till.getByLabel('Reason for the difference').fill('Wrong change at noon')
  await button(till, 'Sign cash-up').click()
  await expect(till.getByText('Difference to approve')).toBeVisible()
  await expect(till.getByRole('definition').filter({ hasText: 'Maya Rai' })).toBeVisible()
  await expect(heading(till, 'Till of Maya Rai')).toBeFocused()
  await expect(till.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  await office.goto(screen)
  await office.getByRole('button', { name: /^Approve/ }).click()
  await expect(office.getByRole('definition').filter({ hasText: 'Asha Gurung' })).toBeVisible()
  await expectAccessible(office)

  await till.reload()
  await expect(till.getByRole('definition').filter({ hasText: 'Asha Gurung' })).toBeVisible()
  await expect(button(till, 'Count again')).toHaveCount(0)
  await till.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await button(till, 'Print').click()
  await expect(till.locator('html[data-printed]')).toHaveCount(1)
  await till.emulateMedia({ media: 'print' })
  for (const text of ['Cash-up: Dhobighat Hub', 'Counted by', 'Approved by', 'Wrong change at noon'])
    await expect(till.getByText(text).last()).toBeVisible()
  await expect(button(till, 'Print')).toBeHidden()

  await startAt(addDays(TODAY, 1))
  const next = await openAs(browser, desk, '/admin/cash-up')
  await expect(heading(next, 'Till of Maya Rai')).toBeVisible()
  await expect(next).toHaveURL(/admin\/cash-up/)
  await expect(next.getByRole('definition').filter({ hasText: 'NPR 1,000' })).toBeVisible()
  await expect(next.getByLabel('Opening float (NPR)')).toHaveCount(0)
  for (const page of [owner, till, office, next]) await page.context().close()
})

test('a day without money at the desk says so', async ({ browser }) => {
  const page = await openAs(browser, STAFF, `/admin/cash-up?location=kausimaa&date=${addDays(TODAY, -40)}`)
  await expect(heading(page, 'No money at the desk.')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
