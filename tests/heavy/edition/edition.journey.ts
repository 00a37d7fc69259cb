import type { Page } from '@playwright/test'
import { formatLongDate } from '#domain/calendar.ts'
import {
  announceTransfer,
  bookAfterSoldOut,
  type EsewaPage,
  expectDraftSaved,
  expectPendingVerification,
  payWithEsewaOnSecondAttempt,
  savePrice,
} from '../../e2e/journeys.ts'
import {
  blockStorage,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillSignIn,
  fillWizard,
  heading,
  inDays,
  payBy,
  test as visitor,
} from '../../e2e/visitor.ts'

/** Fails a test that requests an API or another host. */
const test = visitor.extend<{ offSite: string[] }>({
  offSite: [
    async ({ context, baseURL }, use) => {
      const requests: string[] = []
      context.on('request', (request) => {
        const { origin, pathname, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && (origin !== baseURL || pathname.startsWith('/api')))
          requests.push(request.url())
      })
      await use(requests)
      expect(requests.filter((address) => !address.startsWith(MODEL))).toEqual([])
    },
    { auto: true },
  ],
})

const MODEL = 'https://generativelanguage.googleapis.com/'

async function placeBooking(page: Page, choices: Parameters<typeof fillWizard>[1] = {}) {
  await page.goto('/booking')
  await fillWizard(page, choices)
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

async function signIn(page: Page, screen = '/admin') {
  await page.goto(screen)
  await expect(heading(page, 'Staff sign-in')).toBeVisible()
  await fillSignIn(page, { email: ' demo@chautari.example ', password: 'chautari-demo' })
  await expect(page.getByRole('navigation', { name: 'Staff area' }).first()).toBeVisible()
}

const readStored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), name)

test('a transfer is announced, confirmed by staff and starts a membership', async ({ page, context }) => {
  await placeBooking(page, { lastName: 'Whole' })
  await expect(page.getByText('NPR 9,500').filter({ visible: true }).first()).toBeVisible()
  await announceTransfer(page)
  await page.reload()
  await expect(heading(page, 'Booking received')).toBeVisible()
  expect(await readStored(page, 'bookings')).toMatchObject([
    {
      id: expect.stringMatching(/^BK-\d{13}-\w{4}$/),
      customerName: 'Aarati Whole',
      status: 'pending_verification',
      amount: 950_000,
    },
  ])

  const staff = await context.newPage()
  await signIn(staff, '/admin/bookings')
  await expect(staff.getByText('Demo edition: data stays in this browser')).toBeVisible()
  await expectPendingVerification(staff, 'Whole')
  const name = /Aarati Whole/
  await staff.getByRole('button', { name }).or(staff.getByRole('link', { name })).first().click()
  await button(staff, 'Record payment').click()
  await expectAccessible(staff)
  await staff.getByLabel('Payment', { exact: true }).selectOption('bank_transfer')
  await staff.getByLabel('Transaction in the account').fill('TRF-2026-77')
  await staff.getByLabel('Reason').fill('Seen in the account')
  await staff.locator('.booking-form button[type=submit]').click()
  await expect(staff.locator('.booking .tag').first()).toHaveText('Confirmed')
  await expect
    .poll(() => readStored(page, 'memberships'))
    .toMatchObject([{ status: 'active', billingCycle: 'monthly', autoRenew: false }])
  await expect.poll(() => readStored(page, 'bookings_revenue_npr')).toBe(9_500)

  await staff.goto('/admin/memberships')
  await staff.getByRole('button', { name: 'Aarati Whole', exact: true }).click()
  await expect(heading(staff, 'Aarati Whole')).toBeFocused()
  await staff.getByLabel('Status', { exact: true }).selectOption('suspended')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByText('Aarati Whole is suspended now.')).toBeVisible()
  expect(await readStored(page, 'memberships')).toMatchObject([{ status: 'suspended' }])
  await expectAccessible(staff)
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

/** Stores bookings for every seat of Dhobighat Hub on one day. */
const takeSeats = (page: Page, day: string) =>
  page.evaluate((day) => {
    const booking = (index: number) => ({
      id: `BK-1796000000000-F${String(index).padStart(3, '0')}`,
      customerName: 'Another Customer',
      email: 'else@example.com',
      phone: '9841000000',
      locationName: 'Dhobighat Hub',
      planName: 'Explorer',
      amount: 50_000,
      status: 'confirmed',
      createdAt: new Date().toISOString(),
      locationId: 'dhobighat-hub',
      planId: 'explorer',
      startDate: day,
      endDate: day,
      seats: 1,
    })
    localStorage.setItem('bookings', JSON.stringify(Array.from({ length: 30 }, (_, index) => booking(index))))
  }, day)

/** The page that replaces the gateway. */
const SIMULATED: EsewaPage = {
  expectOpen: (page) => expect(page.getByText('Simulated', { exact: true })).toBeVisible(),
  decline: (page) => button(page, 'Simulate a failed payment').click(),
  pay: (page) => button(page, 'Simulate a payment').click(),
}

test('a simulated gateway fails, then confirms a booking that survives a reload', async ({ page }) => {
  await placeBooking(page, { lastName: 'Gateway' })
  await payWithEsewaOnSecondAttempt(page, SIMULATED)
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expect(await readStored(page, 'bookings')).toMatchObject([{ status: 'confirmed' }])
})

test('a customer sees, moves and cancels a booking, which staff then see', async ({ page, context }) => {
  await placeBooking(page, { plan: 'Explorer', start: inDays(30), lastName: 'Own' })
  await payBy(page, 'eSewa')
  await SIMULATED.pay(page)
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(page).toHaveURL(/\/your-booking\/?$/)
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
  await expect(page.locator(`time[datetime="${inDays(30)}"]`)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390)
  // These need a server.
  for (const name of ['Add to calendar', 'Resend confirmation', 'Change details', /Forget this booking/])
    await expect(button(page, name)).toHaveCount(0)
  await expect(page.getByText('Find another booking')).toHaveCount(0)

  await button(page, 'Move to another day').click()
  await page.getByLabel('New day').fill(inDays(36))
  await expect(page.getByText('There is nothing more to pay.')).toBeVisible()
  await button(page, 'Move my booking').click()
  await expect(page.getByText('Your booking has moved')).toBeVisible()
  await page.reload()
  await expect(page.locator(`time[datetime="${inDays(36)}"]`)).toBeVisible()

  const staff = await context.newPage()
  await signIn(staff, '/admin/bookings')
  await expect(staff.getByRole('row', { name: /Aarati Own/ })).toContainText('Confirmed')
  await button(page, 'Cancel booking').click()
  await page.getByLabel('Bank account').check()
  await page.getByLabel('Bank', { exact: true }).fill('Nabil Bank')
  await page.getByLabel('Account number').fill('0123456789')
  await page.getByLabel('Name of the account holder').fill('Aarati Own')
  await expectAccessible(page)
  await button(page, /^Cancel and get NPR/).click()
  await expect(heading(page, 'This booking was cancelled')).toBeVisible()
  await expect(page.getByText(/We send your refund to/)).toContainText('Nabil Bank, •••• 789, Aarati Own')
  await expect(page.getByText('Refund due').first()).toBeVisible()
  await expect(heading(page, 'Getting there')).toHaveCount(0)
  await expectAccessible(page)
  await expect(staff.getByRole('row', { name: /Aarati Own/ })).toContainText('Cancelled')
  expect(await readStored(page, 'bookings')).toMatchObject([{ status: 'cancelled', startDate: inDays(36) }])
})

test('the draft survives a reload and is shared by tabs', async ({ page, context }) => {
  await expectDraftSaved(page, context)
})

test('the entered details are saved when the last seat is taken', async ({ page }) => {
  const day = inDays(31)
  await bookAfterSoldOut(page, day, () => takeSeats(page, day))
})

for (const storage of ['blocked', 'full'] as const)
  test(`every simulated method works with ${storage} storage, and the sign-in page shows a warning`, async ({
    page,
  }) => {
    test.slow()
    if (storage === 'blocked') await blockStorage(page)
    else
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
    for (const method of ['eSewa', 'Khalti', 'Card']) {
      await placeBooking(page, { lastName: 'Nowhere' })
      await expect(page.getByText('Your browser does not save this.')).toBeVisible()
      await payBy(page, method)
      await SIMULATED.pay(page)
      await expect(heading(page, 'Payment Successful!')).toBeVisible()
      await page.reload()
      await expect(heading(page, 'Payment Successful!')).toBeVisible()
      await expect(page.getByText('Your browser does not save this.')).toBeVisible()
    }
    await page.goto('/admin/login')
    await fillSignIn(page, { email: 'demo@chautari.example', password: 'chautari-demo' })
    await expect(page.getByRole('alert')).toContainText('cannot store your sign-in')
    await expectAccessible(page)
  })

test('a sold-out day names the nearest free one', async ({ page }) => {
  const start = inDays(30)
  await page.goto('/booking')
  await takeSeats(page, start)
  await page.reload()
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await page.getByRole('radio', { name: 'Explorer' }).check()
  await button(page, 'Continue to dates').click()
  await page.getByLabel('Date', { exact: true }).fill(start)
  await expect(heading(page, 'Nearest available options')).toBeVisible()
  await expect(page.getByRole('button', { name: /no seats left/ })).toBeVisible()
  await expectAccessible(page)
  await button(page, new RegExp(`${formatLongDate(start)}\\s*Kausimaa`)).click()
  await expect(page.getByLabel('Booking summary')).toContainText('NPR 400')
})

test('saved prices are shown and charged after a reload', async ({ page }) => {
  await signIn(page, '/admin/pricing')
  await savePrice(page, 'Dhobighat Hub, Professional, month, NPR', '9,900')
  await expect(page.getByText('Visitors see it now.')).toBeVisible()
  await expectAccessible(page)
  const tables = (await readStored(page, 'location_pricing')) as { locationId: string; prices: unknown }[]
  expect(tables.find(({ locationId }) => locationId === 'dhobighat-hub')).toMatchObject({
    prices: { professional: { monthly: 990_000 } },
  })
  await page.goto('/pricing')
  await expect(page.locator('[data-price="dhobighat-hub/professional/monthly"]').first()).toHaveText('9,900')
  await placeBooking(page)
  await expect(page.getByText('NPR 9,900').filter({ visible: true }).first()).toBeVisible()
})

test('tabs of the staff area receive bookings and the sign-out', async ({ page, context }) => {
  await signIn(page)
  await expect(page.getByText('No bookings found.')).toBeVisible()
  const other = await context.newPage()
  await placeBooking(other, { lastName: 'Toast' })
  // Notifications disappear after seconds, so they are awaited while the other tab pays.
  await Promise.all([
    expect(page.getByRole('status', { name: 'Notifications' })).toContainText('Aarati Toast'),
    payBy(other, 'Bank Transfer'),
  ])
  await expect(heading(other, 'Booking received')).toBeVisible()
  await expect(page.getByRole('row', { name: /Aarati Toast/ })).toBeVisible()
  await other.goto('/admin')
  await expect(other.getByText(/^Oldest from/)).toBeVisible()
  await button(other, 'Logout').first().click()
  await expect(other).toHaveURL(/:\d+\/$/)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await readStored(page, 'admin_session_v1')).toBeNull()
})

test('the assistant calls the model and replaces wrong prices', async ({ page }) => {
  const answers = ['Coffee and tea are included. ', 'Private Office is NPR 58,500 per month.']
  await page.route(`${MODEL}**`, (route) => {
    const text = answers.shift() ?? ''
    const piece = JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' },
      body: `data: ${piece}\r\n\r\n`,
    })
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill('Is there coffee?')
  await field.press('Enter')
  await expect(page.getByText('Coffee and tea are included.').first()).toBeVisible()
  await field.fill('What does the private office cost?')
  await field.press('Enter')
  await expect(page.getByText('NPR 35,000').first()).toBeVisible()
  await expect(page.getByText('58,500')).toHaveCount(0)
})

test('pages name what is unavailable and link to no server route', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByText('You cannot send messages from this page.')).toBeVisible()
  await expect(page.getByText('Sign-up is not available here.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/privacy')
  await expect(page.getByText('what you enter stays in your own browser')).toBeVisible()
  await signIn(page)
  const links = await page
    .locator('a[href^="/admin"]')
    .evaluateAll((all) => [...new Set(all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))])
  for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200)
  for (const gone of ['/admin/people', '/admin/payments', '/api/health', '/sandbox/esewa/trial', '/newsletter/thanks'])
    expect((await page.request.get(gone)).status(), gone).toBe(404)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const screen of ['/admin', '/admin/bookings', '/admin/memberships', '/admin/pricing', '/contact']) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
