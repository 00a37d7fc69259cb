import type { Page } from '@playwright/test'
import {
  announcesTransfer,
  awaitsVerification,
  type EsewaPlace,
  keepsDraft,
  losesLastSeat,
  paysWithEsewaAtSecondTry,
  savesPrice,
} from '../../e2e/journeys.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillWizard,
  heading,
  inDays,
  test as visitor,
} from '../../e2e/visitor.ts'

/** As everywhere, and whoever asks an API or anybody but this host fails. */
const test = visitor.extend<{ alone: string[] }>({
  alone: [
    async ({ context, baseURL }, use) => {
      const asked: string[] = []
      context.on('request', (request) => {
        const { origin, pathname, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && (origin !== baseURL || pathname.startsWith('/api')))
          asked.push(request.url())
      })
      await use(asked)
      expect(asked.filter((address) => !address.startsWith(MODEL))).toEqual([])
    },
    { auto: true },
  ],
})

const MODEL = 'https://generativelanguage.googleapis.com/'

async function placed(page: Page, wishes: Parameters<typeof fillWizard>[1] = {}): Promise<void> {
  await page.goto('/booking')
  await fillWizard(page, wishes)
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

async function paid(page: Page, method: string): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  await page
    .getByRole('button', { name: /^(Pay|Continue|Show|Announce|Confirm|Get)/ })
    .first()
    .click()
}

async function enter(page: Page, screen = '/admin'): Promise<void> {
  await page.goto(screen)
  await expect(heading(page, 'Staff sign-in')).toBeVisible()
  // Before it listens, the browser itself would post the form, to a host that takes none.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.getByLabel('Email').fill(' demo@chautari.example ')
  await page.getByLabel('Password', { exact: true }).fill('chautari-demo')
  await button(page, 'Sign in').click()
  await expect(page.getByRole('navigation', { name: 'Staff area' }).first()).toBeVisible()
}

const kept = (page: Page, name: string) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), name)

test('four steps, a transfer, received; staff confirm, and a membership begins', async ({ page, context }) => {
  await placed(page, { lastName: 'Whole' })
  await expect(page.getByText('NPR 9,500').first()).toBeVisible()
  await announcesTransfer(page)
  await page.reload()
  await expect(heading(page, 'Booking received')).toBeVisible()
  expect(await kept(page, 'bookings')).toMatchObject([
    {
      id: expect.stringMatching(/^BK-\d{13}-\w{4}$/),
      customerName: 'Aarati Whole',
      status: 'pending_verification',
      amount: 950_000,
    },
  ])

  const staff = await context.newPage()
  await enter(staff, '/admin/bookings')
  await expect(staff.getByText('Demo edition: data stays in this browser')).toBeVisible()
  await awaitsVerification(staff, 'Whole')
  await staff
    .getByRole('button', { name: /Aarati Whole/ })
    .or(staff.getByRole('link', { name: /Aarati Whole/ }))
    .first()
    .click()
  await button(staff, 'Confirm by hand').click()
  await expectAccessible(staff)
  await staff.getByLabel('The money').selectOption('bank_transfer')
  await staff.getByLabel('Transaction in the account').fill('TRF-2026-77')
  await staff.getByLabel('Why it is confirmed by hand').fill('Seen in the account')
  await staff.locator('.booking-form button[type=submit]').click()
  await expect(staff.locator('.booking .tag').first()).toHaveText('Confirmed')
  await expect
    .poll(() => kept(page, 'memberships'))
    .toMatchObject([{ status: 'active', billingCycle: 'monthly', autoRenew: false }])
  await expect.poll(() => kept(page, 'bookings_revenue_npr')).toBe(9_500)

  await staff.goto('/admin/memberships')
  await staff.getByLabel(/^Status of/).selectOption('suspended')
  await expect(staff.getByText('Aarati Whole is suspended now.')).toBeVisible()
  expect(await kept(page, 'memberships')).toMatchObject([{ status: 'suspended' }])
  await staff.getByRole('button', { name: 'Aarati Whole', exact: true }).click()
  await expect(heading(staff, 'Aarati Whole')).toBeFocused()
  await expectAccessible(staff)
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
})

/** Every seat of Dhobighat Hub on one day, as other bookings of this browser have them. */
const takeSeats = (page: Page, day: string): Promise<void> =>
  page.evaluate((day) => {
    const booking = (index: number) => ({
      id: `BK-1796000000000-F${String(index).padStart(3, '0')}`,
      customerName: 'Somebody Else',
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

/** Chosen on our own page, in the gateway's place. */
const SIMULATED: EsewaPlace = {
  arrived: (page) => expect(page.getByText('Simulated', { exact: true })).toBeVisible(),
  refuse: (page) => button(page, 'Simulate a refusal').click(),
  pay: (page) => button(page, 'Simulate a payment').click(),
}

test('a gateway is simulated and says so; refused is failed, paid is confirmed and stays so', async ({ page }) => {
  await placed(page, { lastName: 'Gateway' })
  await paysWithEsewaAtSecondTry(page, SIMULATED)
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expect(await kept(page, 'bookings')).toMatchObject([{ status: 'confirmed' }])
})

test('choices outlive a reload, and tabs share them', async ({ page, context }) => {
  await keepsDraft(page, context)
})

test('the last seat goes while somebody types, and nothing that they typed is lost', async ({ page }) => {
  const day = inDays(31)
  await losesLastSeat(page, day, () => takeSeats(page, day))
})

for (const storage of ['blocked', 'full'] as const)
  test(`storage that is ${storage}: every simulated way ends and outlives a reload, and staff are told at the door`, async ({
    page,
  }) => {
    // Three bookings, each from the wizard's first step.
    test.slow()
    await page.addInitScript((state) => {
      if (state === 'blocked')
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError')
            },
          })
      else
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
    }, storage)
    for (const method of ['eSewa', 'Khalti', 'Card']) {
      await placed(page, { lastName: 'Nowhere' })
      await expect(page.getByText('Your browser does not keep this.')).toBeVisible()
      await paid(page, method)
      await SIMULATED.pay(page)
      await expect(heading(page, 'Payment Successful!')).toBeVisible()
      await page.reload()
      await expect(heading(page, 'Payment Successful!')).toBeVisible()
      await expect(page.getByText('Your browser does not keep this.')).toBeVisible()
    }
    await page.goto('/admin/login')
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.getByLabel('Email').fill('demo@chautari.example')
    await page.getByLabel('Password', { exact: true }).fill('chautari-demo')
    await button(page, 'Sign in').click()
    await expect(page.getByRole('alert')).toContainText('keeps nothing for the next page')
    await expectAccessible(page)
  })

test('a day without a seat is sold out, and the nearest free one is named', async ({ page }) => {
  const start = inDays(30)
  await page.goto('/booking')
  await takeSeats(page, start)
  await page.reload()
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await page.getByRole('radio', { name: 'Explorer' }).check()
  await button(page, 'Date and time').click()
  await page.getByLabel('Date', { exact: true }).fill(start)
  await expect(heading(page, 'Nearest that works')).toBeVisible()
  await expect(page.getByRole('button', { name: /no seats left/ })).toBeVisible()
  await expectAccessible(page)
  await button(page, /Keep the dates at Kausimaa/).click()
  await expect(page.getByLabel('Booking summary')).toContainText('NPR 400')
})

test('prices that staff save are what visitors see and pay, also after a reload', async ({ page }) => {
  await enter(page, '/admin/pricing')
  await savesPrice(page, 'Dhobighat Hub, Professional, month, NPR', '9,900')
  await expect(page.getByText('New bookings and the public pages have it now.')).toBeVisible()
  await expectAccessible(page)
  const tables = (await kept(page, 'location_pricing')) as { locationId: string; prices: unknown }[]
  expect(tables.find(({ locationId }) => locationId === 'dhobighat-hub')).toMatchObject({
    prices: { professional: { monthly: 990_000 } },
  })
  await page.goto('/pricing')
  await expect(page.locator('[data-price="dhobighat-hub/professional/monthly"]').first()).toHaveText('9,900')
  await placed(page)
  await expect(page.getByText('NPR 9,900').first()).toBeVisible()
})

test('tabs of the staff area hear of each other, and of a logout', async ({ page, context }) => {
  await enter(page)
  await expect(page.getByText('No bookings found.')).toBeVisible()
  const other = await context.newPage()
  await placed(other, { lastName: 'Toast' })
  // What is new is shown for some seconds: looked for while the other tab is still at it.
  await Promise.all([
    expect(page.getByRole('status', { name: 'News' })).toContainText('Aarati Toast'),
    paid(other, 'Bank Transfer'),
  ])
  await expect(heading(other, 'Booking received')).toBeVisible()
  await expect(page.getByRole('row', { name: /Aarati Toast/ })).toBeVisible()
  await other.goto('/admin')
  await expect(other.getByText(/^Oldest from/)).toBeVisible()
  await button(other, 'Logout').first().click()
  await expect(other).toHaveURL(/:\d+\/$/)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await kept(page, 'admin_session_v1')).toBeNull()
})

test('the assistant asks the model from here, and compares what it says', async ({ page }) => {
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

test('the pages say what is not here, and lead nowhere that needs a server', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByText('Messages cannot be sent from this page.')).toBeVisible()
  await expect(page.getByText('Sign-up is not available here.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/privacy')
  await expect(page.getByText('what you enter stays in your own browser')).toBeVisible()
  await enter(page)
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
