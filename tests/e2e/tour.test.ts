import { button, EVERYDAY, expect, expectAccessible, expectNoSidewaysScroll, heading, inDays, test } from './visitor.ts'

test('a visitor books a free tour from a location and gets its link', EVERYDAY, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/locations/kausimaa')
  await page.getByRole('link', { name: 'Schedule Tour' }).first().click()
  await expect(page).toHaveURL(/\/booking#tour$/)
  await expect(heading(page, 'Book a free tour')).toBeFocused()
  await expect(page).toHaveTitle(/^Book a free tour · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /Kausimaa/ })).toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)

  await button(page, 'Book a free tour').click()
  const summary = page.getByRole('region', { name: 'Three things need fixing' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Choose a day and a time' }).click()
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  // Controls below the header are too small to touch.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  await page.getByLabel('Day', { exact: true }).selectOption(inDays(9))
  await page.getByLabel('Time').selectOption('10:30')
  await page.getByLabel('Name').fill('Nisha Rai')
  await page.getByLabel('Phone').fill('9841234567')
  await page.reload()
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(inDays(9))
  await expect(page.getByLabel('Time')).toHaveValue('10:30')
  await button(page, 'Book a free tour').click()
  await expect(heading(page, 'Your tour is booked')).toBeFocused()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^TR-.*\.ics$/)

  await page.reload()
  await expect(heading(page, 'Your tour is booked')).toBeVisible()
  await button(page, 'Copy link').click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/your-booking#TR-\d{13}-\w{4}\.[\w-]+$/)
  await expect(page.getByRole('link', { name: 'Move or cancel the tour' })).toHaveAttribute(
    'href',
    new URL(link).pathname + new URL(link).hash,
  )
})

test('a visitor moves a free tour and cancels it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const booked = await page.request.post('/api/tours', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { locationId: 'kausimaa', date: inDays(9), time: '12:00', name: 'Nisha Rai', phone: '9841234567' },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  const { tourId, secret } = (await booked.json()) as { tourId: string; secret: string }
  await page.goto(`/your-booking#${tourId}.${secret}`)
  await expect(heading(page, 'Your tour')).toBeVisible()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await button(page, 'Move to another time').click()
  await page.getByLabel('Day', { exact: true }).selectOption(inDays(10))
  await page.getByLabel('Time').selectOption('12:30')
  await button(page, 'Move the tour').click()
  await expect(page.getByText('12:30, 30 minutes')).toBeVisible()
  await button(page, 'Cancel the tour').click()
  await button(page, 'Cancel the tour').click()
  await expect(heading(page, 'Your tour is cancelled')).toBeVisible()
})

test('the wizard invites to a tour, and the back button returns to its steps', async ({ page }) => {
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Book a free tour' }).click()
  await expect(heading(page, 'Book a free tour')).toBeVisible()
  await expect(heading(page, 'Choose a plan')).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'Choose a plan')).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(heading(page, 'Book a free tour')).toBeVisible()
  await page.getByRole('link', { name: 'Book a workspace instead' }).click()
  await expect(heading(page, 'Choose a location')).toBeFocused()
})
