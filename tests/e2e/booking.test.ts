import { BookingClient } from '../support/booking-client.ts'
import { bookAfterSoldOut, expectDraftSaved } from './journeys.ts'
import {
  blockStorage,
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  fillWizard,
  heading,
  holdResponses,
  inDays,
  openDates,
  test,
  uniqueName,
} from './visitor.ts'

test('choosing a location or a plan moves no card', async ({ page }) => {
  await page.goto('/booking')
  const measure = () =>
    page.locator('.booking-choices label').evaluateAll((cards) =>
      cards.map((card) => {
        const { x, y } = card.querySelector('b')?.getBoundingClientRect() ?? {}
        return { card: card.getBoundingClientRect().toJSON(), text: { x, y } }
      }),
    )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 2_400 })
    const before = await measure()
    for (const name of ['Dhobighat Hub', 'Kausimaa', 'Professional', 'Explorer']) {
      await page.getByRole('radio', { name }).check()
      expect(await measure(), `${name} at ${width} px`).toEqual(before)
    }
  }
})

test('a price that depends on the location is a range until one is chosen', async ({ page }) => {
  await page.goto('/booking')
  const plan = page.locator('label', { hasText: 'Professional' })
  await expect(plan).toContainText('8,000–9,500')
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await expect(plan).toContainText(/NPR\s*9,500/)
})

test('wizard steps are accessible and show errors beside the fields and in a list of links', async ({ page }) => {
  await page.goto('/booking')
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await page.getByRole('radio', { name: 'Professional' }).check()
  await expectAccessible(page)
  await button(page, 'Continue to dates').click()
  await page.getByLabel('Start date').fill(inDays(90))
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue to add-ons').click()
  await expectAccessible(page)
  await button(page, 'Continue to details').click()
  await page.getByLabel('First name').fill('Aarati')
  await page.getByLabel('Last name').fill('Shrestha')
  await page.getByLabel('Email').fill('aarati@khetbari')
  await button(page, 'Proceed to Payment').click()
  const summary = page.getByRole('region', { name: 'Two things need fixing' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter a phone number' }).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/name@example.com/)
})

test(
  'the draft survives a reload, the back button and a second tab, and is cleared by the reset button',
  EVERYDAY,
  async ({ page, context }) => {
    await expectDraftSaved(page, context)
  },
)

test('the back button shows the previous step from its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/booking')
  await fillWizard(page)
  for (const name of ['Would you like any add-ons?', 'When would you like to start?', 'Choose a location']) {
    await page.mouse.wheel(0, 5_000)
    // A busy machine would still scroll after the step has changed.
    await expect
      .poll(() => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1))
      .toBe(true)
    await page.goBack()
    await expect(heading(page, name)).toBeFocused()
    await page.waitForTimeout(200)
    await expect(heading(page, name)).toBeInViewport({ ratio: 1 })
  }
})

test('links to earlier steps are at least 24 px high', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/booking')
  await fillWizard(page)
  const links = page.getByRole('navigation', { name: 'Progress' }).getByRole('link')
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test('an invalid stored draft is ignored', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of ['booking-store', 'payment-store']) localStorage.setItem(key, '{"planId":{"a":1},"startDate":7}')
  })
  await page.goto('/booking')
  await page.getByRole('radio', { name: 'Kausimaa' }).check()
  await page.goto('/payment')
  await expect(page.getByText(/nothing to pay/i)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /book/i }).first()).toHaveAttribute('href', '/booking')
})

for (const days of [-3, 3])
  test(`the calendar uses the server's date when the visitor's clock is ${days} days off`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    await openDates(page, 'plan=professional&location=dhobighat-hub')
    const start = page.getByRole('textbox', { name: 'Start date' })
    // Bookings for today close an hour before the location.
    await expect(start).toHaveAttribute('min', new RegExp(`${inDays(0)}|${inDays(1)}`))
    await expect(page.locator('[data-today=true]:not([data-hidden])')).toHaveAttribute('data-day', inDays(0))
    await start.fill(inDays(-1))
    await start.blur()
    await expect(start).toHaveAttribute('aria-invalid', 'true')
    await start.fill(inDays(1))
    await expect(start).not.toHaveAttribute('aria-invalid', 'true')
  })

test('the link of a plan selects it, and shows why it is unavailable', async ({ page }) => {
  await page.goto('/booking?plan=hot-desk')
  await expect(page.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/booking?plan=private-office')
  await expect(page.getByText('Private Office: Reserved')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Private Office' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Jhamsikhel Loft' })).toBeDisabled()
})

test('a sold-out day offers alternatives and keeps the entered details', EVERYDAY, async ({ page, baseURL }) => {
  const day = inDays(200)
  const buyers = new BookingClient(baseURL ?? '', 10)
  await bookAfterSoldOut(page, day, async () => {
    for (let seat = 0; seat < 30; seat++) await buyers.place(BookingClient.request({ startDate: day }))
    buyers.close()
  })
})

test('a day pass shows its hours after a day is chosen', async ({ page }) => {
  await openDates(page, 'plan=day-pass&location=kausimaa')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expect(page.getByText('Access is valid')).toHaveCount(0)
  await page.getByLabel('Date', { exact: true }).fill(inDays(9))
  await expect(page.getByText('Access is valid for the chosen date from 10:00 AM to 6:00 PM.')).toBeVisible()
})

test('the start and end times are those of the location before a day is chosen', async ({ page }) => {
  await openDates(page, 'plan=professional&location=kausimaa')
  const start = page.getByLabel('Start time')
  await expect(start).toHaveValue('10:00')
  await expect(start.getByRole('option').first()).toHaveText('10:00')
  await expect(page.getByLabel('End time')).toHaveValue('17:00')
})

test('a first step that is sent before the scripts load continues when they have loaded', async ({ page }) => {
  const release = await holdResponses(page, '**/*.js')
  await page.goto('/booking', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Kausimaa' }).check()
  await page.getByRole('radio', { name: 'Explorer' }).check()
  await button(page, 'Continue to dates').press('Enter')
  release()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expect(page.getByLabel('Booking summary')).toContainText('Kausimaa')
  await expect(page.getByLabel('Booking summary')).toContainText('Explorer')
})

test('a double click on Proceed to Payment creates one booking', EVERYDAY, async ({ page }) => {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/bookings'))
      keys.push(request.headers()['idempotency-key'])
  })
  await page.goto('/booking')
  await fillWizard(page, { lastName: uniqueName() })
  await button(page, 'Proceed to Payment').dblclick()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
})

test('add-ons and counters add up to the total', async ({ page }) => {
  await openDates(page, 'plan=professional&location=dhobighat-hub')
  await page.getByLabel('Start date').fill(inDays(15))
  await button(page, 'Continue to add-ons').click()
  const hours = page.getByRole('group', { name: /Meeting-room hours/i })
  await expect(hours.getByRole('button').first()).toBeDisabled()
  await hours.getByRole('button').last().click()
  await hours.getByRole('button').last().click()
  await page.getByRole('checkbox', { name: /Virtual office/i }).check()
  await expect(page.getByLabel('Booking summary')).toContainText('14,100')
  await expect(page.getByLabel('Booking summary')).toContainText('Includes all taxes and fees')
})

test('the wizard warns once that a browser without storage does not save the choices', async ({ page }) => {
  await blockStorage(page)
  await page.goto('/booking?plan=professional&location=dhobighat-hub')
  await expect(page.getByText('Your browser does not save your choices.')).toHaveCount(1)
  await button(page, 'Continue to dates').click()
  await page.getByLabel('Start date', { exact: true }).fill(inDays(20))
  await button(page, 'Continue to add-ons').click()
  await expect(page.getByText('Your browser does not save your choices.')).toHaveCount(1)
})

test('booking and payment work without browser storage', async ({ page }) => {
  await blockStorage(page)
  let placed = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/bookings') && response.status() === 201) placed++
  })
  await page.goto('/booking')
  await fillWizard(page)
  await button(page, 'Proceed to Payment').click()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  await expect(page).toHaveURL(/\/payment$/)
  await page.reload()
  await button(page, /with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expect(placed).toBe(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the booking page leads to the contact form and shows no controls', async ({ page }) => {
    await page.goto('/booking')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'contact form' })).toHaveAttribute('href', '/contact')
    await expect(main.locator('noscript a[href^="tel:"]')).toBeVisible()
    await expect(main.locator('noscript a[href*="wa.me"]')).toBeVisible()
    await expect(main.locator('noscript p').last()).toContainText('To book a free tour, call')
    await expect(main.getByRole('radio')).toHaveCount(0)
    await expect(main.getByRole('button')).toHaveCount(0)
  })
})
