import type { Page } from '@playwright/test'
import {
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  openDates,
  test,
} from './visitor.ts'

const CONFIRM = '/waiting/confirm#entry=an-entry&token=of-nothing'
const OF_DAY = '&location=kausimaa&day=2026-12-10'
const SUBMIT = 'Join the waiting list'

test.describe('without JavaScript, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('a visitor joins the waiting list of a location that is not open', EVERYDAY, async ({ page }) => {
    await page.goto('/locations/jhamsikhel-loft')
    await page.locator('summary', { hasText: 'Tell me when it is available' }).click()
    const form = page.getByRole('form', { name: 'Tell me when it is available' })
    await form.getByLabel('Email').fill('nisha@example.com')
    await form.getByLabel('Phone').fill('9841234567')
    await button(page, SUBMIT).click()
    await expect(page).toHaveURL('/waiting/sent#jhamsikhel-loft')
    await expect(heading(page, 'Check your email')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Jhamsikhel Loft' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Locations' })).toBeHidden()
  })

  test('a visitor joins the waiting list of a plan that cannot be booked', async ({ page }) => {
    await page.goto('/locations/kausimaa')
    await page.locator('summary', { hasText: 'Tell me when Private Office is available' }).click()
    await page
      .getByRole('form', { name: 'Tell me when Private Office is available' })
      .getByLabel('Email')
      .fill('nisha@example.com')
    await button(page, SUBMIT).click()
    await expect(page).toHaveURL('/waiting/sent#kausimaa')
  })

  test('an invalid phone number returns the form with what was typed', async ({ page }) => {
    await page.goto('/locations/baluwatar-studios')
    await page.locator('summary', { hasText: 'Tell me when it opens' }).click()
    const form = page.getByRole('form', { name: 'Tell me when it opens' })
    await form.getByLabel('Email').fill('nisha@example.com')
    await form.getByLabel('Phone').fill('12')
    await button(page, SUBMIT).click()
    await expect(heading(page, 'You are not on the waiting list yet')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('One thing needs fixing')).toBeVisible()
    await expect(main.getByLabel('Location')).toHaveValue('baluwatar-studios')
    await expect(main.getByLabel('Email')).toHaveValue('nisha@example.com')
    await main.getByLabel('Phone').fill('')
    await button(page, SUBMIT).click()
    await expect(page).toHaveURL('/waiting/sent#baluwatar-studios')
  })

  test('what is available leads to booking it', async ({ page }) => {
    await page.goto('/waiting/available#kausimaa')
    await expect(heading(page, 'Available now')).toBeVisible()
    await expect(page.locator('.stairs')).toHaveAttribute('data-complete')
    const main = page.getByRole('main')
    await expect(main.getByRole('link')).toHaveText('Book at Kausimaa')
    await expect(main.getByRole('link')).toHaveAttribute('href', '/booking?location=kausimaa')
    await page.goto('/waiting/available')
    await expect(main.getByRole('link')).toHaveText('Book now')
  })
})

test('the forms are used by keyboard and are accessible', async ({ page }) => {
  for (const [path, name] of [
    ['/locations/jhamsikhel-loft', 'Tell me when it is available'],
    ['/locations/kausimaa', 'Tell me when Private Office is available'],
  ] as const) {
    await page.goto(path)
    await page.locator('summary', { hasText: name }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name })
    await expect(form).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await form.getByLabel('Email').focus()
    await page.keyboard.type('nisha@example.com')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/waiting\/sent#/)
    await expectAccessible(page)
  }
})

test('an email address is confirmed by a click, and the token leaves the address', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/waiting/confirm', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: {} })
  })
  const response = await page.goto(CONFIRM + OF_DAY)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page).toHaveURL(/\/waiting\/confirm$/)
  await expect(page.locator('#link-status')).toContainText('when you can book at Kausimaa on 10 Dec 2026.')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expectNoSidewaysScroll(page, 320, 390)
  await expectAccessible(page)
  expect(sent).toEqual([])
  await button(page, 'Join the waiting list').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'You are on the waiting list')).toBeFocused()
  await expect(page.locator('#link-status')).toContainText('email you when you can book at Kausimaa on 10 Dec 2026.')
  await expect(page.locator('#link-status')).toContainText('we hold it for you for up to 12 hours.')
  await expect(page.locator('.stairs')).toHaveAttribute('data-complete')
  await expect(page.getByRole('link', { name: 'View Locations' })).toBeVisible()
  expect(sent).toEqual([{ entry: 'an-entry', token: 'of-nothing' }])
  await expectAccessible(page)
})

test('an invalid link changes nothing, and a lost connection can be tried again', async ({ page }) => {
  await page.goto(CONFIRM)
  await button(page, 'Join the waiting list').click()
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter your address again' })).toHaveAttribute('href', '/locations')
  await expect(page.locator('.stairs')).not.toHaveAttribute('data-complete')
  await page.goto('/waiting/leave#entry=an-entry&token=of-nothing')
  await page.route('**/api/waiting/leave', (route) => route.abort())
  await button(page, 'Leave the waiting list').click()
  await expect(page.getByText('We could not reach the server.')).toBeVisible()
  await page.unroute('**/api/waiting/leave')
  await button(page, 'Leave the waiting list').click()
  await expect(heading(page, 'This link does not work')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
  await page.goto('/waiting/leave')
  await expect(heading(page, 'Leave the waiting list')).toBeVisible()
  await expect(page.getByText('To leave, open the link in our emails')).toBeVisible()
})

test('an invalid link and one that leaves the list lead to where the visitor can join again', async ({ page }) => {
  for (const [subject, address] of [
    ['location=kausimaa&day=2027-01-10', '/booking?plan=explorer&location=kausimaa&start=2027-01-10#step-2'],
    ['location=jhamsikhel-loft', '/locations/jhamsikhel-loft'],
  ] as const) {
    await page.goto('/about')
    await page.goto(`${CONFIRM}&${subject}`)
    await button(page, 'Join the waiting list').click()
    await expect(page.getByRole('link', { name: 'Enter your address again' })).toHaveAttribute('href', address)
    await page.route('**/api/waiting/leave', (route) => route.fulfill({ json: {} }))
    await page.goto(`/waiting/leave#entry=an-entry&token=of-nothing&${subject}`)
    await button(page, 'Leave the waiting list').click()
    await expect(page.getByRole('link', { name: 'Join again' })).toHaveAttribute('href', address)
  }
})

test.describe('a full day', () => {
  const day = inDays(305)
  /** As if all seats of the day were taken. */
  const fill = (page: Page) =>
    page.route('**/api/availability*', async (route) => {
      const response = await route.fetch()
      const { days, ...body } = await response.json()
      const filled = days.map((each: { date: string; seats: number }) =>
        each.date === day ? { ...each, taken: each.seats } : each,
      )
      await route.fulfill({ response, json: { ...body, days: filled } })
    })

  test('offers the waiting list in the booking form, by keyboard on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await fill(page)
    const sent: unknown[] = []
    await page.route('**/api/waiting', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ status: 202, json: {} })
    })
    await openDates(page, `plan=day-pass&location=kausimaa&start=${day}`)
    await expectAccessible(page)
    await page.getByText('Email me if a seat opens').focus()
    await page.keyboard.press('Enter')
    const section = page.getByRole('group').filter({ hasText: 'Email me if a seat opens' })
    await expectNoSidewaysScroll(page, 320, 390, 820)
    await section.getByLabel('Email').focus()
    await page.keyboard.press('Enter')
    await expect(section.getByText('Enter an email address like name@example.com')).toBeVisible()
    await expect(section.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('nisha@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Check your email' })).toBeFocused()
    await expect(section).toHaveCount(0)
    expect(sent).toEqual([{ locationId: 'kausimaa', day, email: 'nisha@example.com', phone: '' }])
    await expectAccessible(page)
    await expect(page).toHaveURL(/#step-2$/)
    await button(page, 'Use another email address').click()
    await expect(page.locator('#sold-out')).toBeFocused()
    await expect(section.getByText('Email me if a seat opens')).toBeVisible()
  })

  test('is free for a visitor who opens the link of an offer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await fill(page)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await page.route('**/api/offers/an-offer', (route) =>
      route.fulfill({ json: { locationId: 'kausimaa', date: day, expiresAt, state: 'open' } }),
    )
    await page.goto(`/booking?plan=explorer&location=kausimaa&start=${day}#offer=an-offer.a-token`)
    await expect(page).toHaveURL(/\/booking#step-2$/)
    await expect(page.getByText('We hold a seat for you')).toBeVisible()
    await expect(page.getByText('No seats left on')).toBeHidden()
    await expectAccessible(page)
    await button(page, 'Continue to add-ons').click()
    await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
  })

  test('is reported when the offer has ended', async ({ page }) => {
    await fill(page)
    await page.goto(`/booking?plan=explorer&location=kausimaa&start=${day}#offer=an-offer.a-token`)
    await expect(page.getByRole('region', { name: 'The seat is no longer held for you' })).toBeVisible()
    await expect(page.getByText('Email me if a seat opens')).toBeVisible()
    await expectAccessible(page)
  })
})
