import { Buyers } from '../support/buyer.ts'
import { keepsDraft, losesLastSeat } from './journeys.ts'
import { button, expect, expectAccessible, fillWizard, heading, inDays, someName, test } from './visitor.ts'

test('every step is accessible, and errors stand beside the fields and in a summary that leads to them', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/booking')
  await page.getByRole('radio', { name: 'Dhobighat Hub' }).check()
  await page.getByRole('radio', { name: 'Professional' }).check()
  await expectAccessible(page)
  await button(page, 'Date and time').click()
  await page.getByLabel('Start date').fill(inDays(90))
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Add-ons and notes').click()
  await expectAccessible(page)
  await button(page, 'Contact info').click()
  await page.getByLabel('First name').fill('Aarati')
  await page.getByLabel('Last name').fill('Shrestha')
  await page.getByLabel('Email').fill('aarati@khetbari')
  await button(page, 'Proceed to Payment').click()
  const summary = page.getByRole('region', { name: 'Two things need fixing before payment' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter a phone number' }).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/name@example.com/)
})

test('the draft survives a reload, the back button and a second tab; reset empties it', async ({ page, context }) => {
  await keepsDraft(page, context)
})

test('back shows the step before from its top', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/booking')
  await fillWizard(page)
  for (const name of ['Anything to go with the desk?', 'When do you want to sit down?', 'Choose a location']) {
    await page.mouse.wheel(0, 5_000)
    await page.waitForTimeout(100)
    await page.goBack()
    await expect(heading(page, name)).toBeFocused()
    await page.waitForTimeout(200)
    await expect(heading(page, name)).toBeInViewport({ ratio: 1 })
  }
})

test('steps behind the visitor are large enough to hit', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/booking')
  await fillWizard(page)
  const links = page.getByRole('navigation', { name: 'Progress' }).getByRole('link')
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test('a stored draft that is none does no harm', async ({ page }) => {
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
  test(`days are the server’s where the visitor’s clock is ${days} days off`, { tag: '@long' }, async ({ page }) => {
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    await page.goto('/booking?plan=professional&location=dhobighat-hub')
    await button(page, 'Date and time').click()
    const start = page.getByRole('textbox', { name: 'Start date' })
    // The sales for today end an hour before closing.
    await expect(start).toHaveAttribute('min', new RegExp(`${inDays(0)}|${inDays(1)}`))
    await expect(page.locator('[data-today=true]')).toHaveAttribute('data-day', inDays(0))
    await start.fill(inDays(-1))
    await start.blur()
    await expect(start).toHaveAttribute('aria-invalid', 'true')
    await start.fill(inDays(1))
    await expect(start).not.toHaveAttribute('aria-invalid', 'true')
  })

test('the link of a plan chooses it; one that cannot be booked says so', async ({ page }) => {
  await page.goto('/booking?plan=hot-desk')
  await expect(page.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/booking?plan=private-office')
  await expect(page.getByText('Private Office: Reserved')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Private Office' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Jhamsikhel Loft' })).toBeDisabled()
})

test('a sold-out day is told with ways out, and what was entered is kept', async ({ page, baseURL }) => {
  const day = inDays(200)
  const buyers = new Buyers(baseURL ?? '', 10)
  await losesLastSeat(page, day, async () => {
    for (let seat = 0; seat < 30; seat++) await buyers.place(Buyers.choices({ startDate: day }))
    buyers.leave()
  })
})

test('a day pass tells the hours of the day that was chosen, and none before', async ({ page }) => {
  await page.goto('/booking?plan=day-pass&location=kausimaa')
  await button(page, 'Date and time').click()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expect(page.getByText('Access is valid')).toHaveCount(0)
  await page.getByLabel('Date', { exact: true }).fill(inDays(9))
  await expect(page.getByText('Access is valid for the chosen date from 10:00 AM to 6:00 PM.')).toBeVisible()
})

test('hours on offer are those of the location, also before a day is chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/booking?plan=professional&location=kausimaa')
  await button(page, 'Date and time').click()
  const start = page.getByLabel('Start time')
  await expect(start).toHaveValue('10:00')
  await expect(start.getByRole('option').first()).toHaveText('10:00')
  await expect(page.getByLabel('End time')).toHaveValue('17:00')
})

test('a choice that is sent before anything listens is chosen again', { tag: '@long' }, async ({ page }) => {
  // Scripts that never arrive, until they do.
  await page.route('**/*.js', () => {})
  await page.goto('/booking', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Kausimaa' }).check()
  await page.getByRole('radio', { name: 'Explorer' }).check()
  await button(page, 'Date and time').press('Enter')
  await expect(page).toHaveURL(/\/booking\?location=kausimaa&plan=explorer/)
  await page.unroute('**/*.js')
  await page.reload()
  await expect(page.locator('[data-live]')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Kausimaa' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Explorer' })).toBeChecked()
})

test('a double click makes one booking', async ({ page }) => {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/bookings'))
      keys.push(request.headers()['idempotency-key'])
  })
  await page.goto('/booking')
  await fillWizard(page, { lastName: someName() })
  await button(page, 'Proceed to Payment').dblclick()
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
})

test('add-ons and counters build the total', async ({ page }) => {
  await page.goto('/booking?plan=professional&location=dhobighat-hub')
  await button(page, 'Date and time').click()
  await page.getByLabel('Start date').fill(inDays(15))
  await button(page, 'Add-ons and notes').click()
  const hours = page.getByRole('group', { name: /Meeting-room hours/i })
  await expect(hours.getByRole('button').first()).toBeDisabled()
  await hours.getByRole('button').last().click()
  await hours.getByRole('button').last().click()
  await page.getByRole('checkbox', { name: /Virtual office/i }).check()
  await expect(page.getByLabel('Booking summary')).toContainText('14,100')
  await expect(page.getByLabel('Booking summary')).toContainText('Includes all taxes and fees')
})
