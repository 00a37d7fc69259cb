import type { Page } from '@playwright/test'
import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { waitUntilSettled } from '../audit/site.ts'
import { shift, watchShifts } from '../audit/weight.ts'
import { BookingClient } from '../support/booking-client.ts'
import {
  book,
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  payBy,
  test,
} from './visitor.ts'

/** Books with the API and returns the link as it is emailed. */
async function newLink(
  page: Page,
  choices: Record<string, unknown> = {},
): Promise<{ bookingId: string; link: string }> {
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', startDate: inDays(30), ...choices }),
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { bookingId, secret } = (await response.json()) as { bookingId: string; secret: string }
  return { bookingId, link: `/your-booking#${bookingId}.${secret}` }
}

test('opens from a link and removes the fragment', EVERYDAY, async ({ page, browser }) => {
  const { bookingId, link } = await newLink(page)
  const response = await page.goto(link)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(heading(page, 'Complete your payment')).toBeVisible()
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /WhatsApp/ }).first()).toHaveAttribute('href', new RegExp(bookingId))
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  await expect(button(page, /^Pay NPR/)).toBeHidden()
  await expect(page.getByText('Find another booking')).toBeHidden()
  await expect(page.getByText(`SAMPLE. ${TEST_MODE_NOTE}`)).toBeVisible()
  await expect(page.getByText(/^PAN \d{9}, /)).toBeVisible()
  await page.emulateMedia({ media: null })

  await page.reload()
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  // On another device.
  const other = await browser.newPage()
  await other.goto(link)
  await expect(other.getByText(bookingId, { exact: true })).toBeVisible()
  await other.close()
})

for (const width of [390, 820, 1440])
  test(`a booking does not move while it loads, at ${width} px`, async ({ page, browser }) => {
    const { link } = await newLink(page, { planId: 'professional', seats: 2 })
    const other = await browser.newPage({ viewport: { width, height: 1100 } })
    await watchShifts(other)
    // What loads beside the booking arrives after it.
    await other.route(/\/api\/(site|closures)|\/_astro\/\w*(Sections|Bills)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await other.goto(link)
    await expect(heading(other, 'People')).toBeVisible()
    await expect(heading(other, 'Bills')).toBeVisible()
    await waitUntilSettled(other)
    expect((await shift(other, 0.005)).broken).toEqual([])
    await other.close()
  })

test('a forgotten booking does not return with the history of the browser', async ({ page }) => {
  const { bookingId, link } = await newLink(page)
  await page.goto(link)
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  await page.goto('/contact')
  await page.goto('/your-booking')
  await button(page, 'Forget this booking on this device').click()
  await expect(heading(page, 'Find your booking')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(heading(page, 'Find your booking')).toBeVisible()
  await expect(page.getByText(bookingId, { exact: true })).toHaveCount(0)
  const left = await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]))
  expect(left).not.toContain(link.split('.').at(-1))
})

test('another link opened on the page replaces the booking shown', async ({ page }) => {
  const [first, second] = [await newLink(page), await newLink(page)]
  await page.goto(first.link)
  await expect(page.getByText(first.bookingId, { exact: true })).toBeVisible()
  await page.goto(second.link)
  await expect(page.getByText(second.bookingId, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/your-booking$/)
})

test('a link leaves an unpaid booking of the browser to be paid, and can be paid itself', async ({ page }) => {
  await book(page)
  const { bookingId, link } = await newLink(page)
  await page.goto(link)
  await expect(page.getByText('You also have a booking in this browser that is not paid yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Complete its payment' }).click()
  await expect(button(page, /^Pay NPR 9,500/).first()).toBeVisible()
  await page.goBack()
  await button(page, /^Pay NPR/).click()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByText('Kausimaa', { exact: true })).toBeVisible()
  await payBy(page, 'Bank transfer')
  await expect(heading(page, 'Booking received')).toBeVisible()
  await page.getByRole('link', { name: 'View Booking' }).click()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
})

test('asks for a reference when opened bare, and answers alike for any', async ({ page }) => {
  await page.goto('/your-booking')
  await expect(heading(page, 'Find your booking')).toBeVisible()
  // Until then the form is posted.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await button(page, 'Email me the link').click()
  await expect(page.getByText('Enter your booking reference or your email address')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Booking reference or email').fill('nobody@')
  await button(page, 'Email me the link').click()
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible()
  for (const text of ['BK-1796282100000-XXXX', 'nobody@example.com']) {
    await page.getByLabel('Booking reference or email').fill(text)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`If we have a current booking for ${text}`)).toBeVisible()
  }
  await expectNoSidewaysScroll(page, 320, 390)
})

test('forgets the booking on a shared device, which its link opens again', async ({ page }) => {
  const { bookingId, link } = await newLink(page)
  await page.goto(link)
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  await page.goto('/your-booking')
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
  await button(page, 'Forget this booking on this device').click()
  await expect(heading(page, 'Find your booking')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'Find your booking')).toBeVisible()
  await page.goto('/payment')
  await expect(page.getByText(bookingId)).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByText(bookingId, { exact: true })).toBeVisible()
})

test('shows a link that opens nothing as such, with the form', async ({ page }) => {
  await page.goto('/your-booking#BK-1796282100000-XXXX.an-invented-secret')
  await expect(heading(page, 'This link does not open a booking')).toBeVisible()
  await expect(page).toHaveURL(/\/your-booking$/)
  await expect(page.getByLabel('Booking reference or email')).toBeVisible()
  await expectAccessible(page)
})

test.describe('before the script has loaded', () => {
  test.beforeEach(({ page }) => page.route(/\/_astro\/YourBooking\./, () => undefined))

  test('shows the form of a page opened bare, which can be sent', async ({ page }) => {
    await page.goto('/your-booking', { waitUntil: 'commit' })
    await expect(page.getByText('Loading your booking')).toBeHidden()
    await page.getByLabel('Booking reference or email').fill('BK-1796282100000-XXXX')
    await button(page, 'Email me the link').click()
    await expect(page).toHaveURL(/\/your-booking\/sent$/)
  })

  test('shows that the booking of a link, or of this browser, is loading', async ({ page }) => {
    const form = page.getByLabel('Booking reference or email')
    await page.goto('/your-booking#BK-1796282100000-XXXX.a-secret', { waitUntil: 'commit' })
    await expect(page.getByText('Loading your booking')).toBeVisible()
    await expect(form).toBeHidden()
    await book(page)
    await page.goto('/your-booking', { waitUntil: 'commit' })
    await expect(page.getByText('Loading your booking')).toBeVisible()
    await expect(form).toBeHidden()
  })
})

test('the planned account pages lead to it', async ({ page }) => {
  for (const path of ['/login', '/reset-password', '/dashboard/profile', '/dashboard/bookings']) {
    await page.goto(path)
    await expect(page.getByText('Coming soon...')).toBeVisible()
    await expect(page.getByText('You do not need an account.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Find my booking')
  }
  await page.getByRole('main').getByRole('link', { name: 'Find my booking' }).click()
  await expect(page).toHaveURL(/\/your-booking$/)
})

test('the planned page for a new account leads to the booking form', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByText('You do not need an account.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Book a seat' }).click()
  await expect(page).toHaveURL(/\/booking$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('sends the form without JavaScript', async ({ page }) => {
    await page.goto('/your-booking')
    await expect(page.getByText('Loading your booking')).toBeHidden()
    await page.getByLabel('Booking reference or email').fill('BK-1796282100000-XXXX')
    await button(page, 'Email me the link').click()
    await expect(page).toHaveURL(/\/your-booking\/sent$/)
    await expect(heading(page, 'Check your email')).toBeVisible()
    await page.goBack()
    await page.getByLabel('Booking reference or email').fill('nobody@')
    await button(page, 'Email me the link').click()
    await expect(page).toHaveURL(/\/your-booking\/sent$/)
    await page.goBack()
    await page.getByLabel('Booking reference or email').fill(' ')
    await button(page, 'Email me the link').click()
    await expect(heading(page, 'The link was not sent')).toBeVisible()
    await expect(page.getByText('One thing needs fixing')).toBeVisible()
    await expect(page.getByLabel('Booking reference or email')).toHaveAttribute('aria-invalid', 'true')
  })
})
