import type { Page } from '@playwright/test'
import { Buyers, inDays } from '../support/buyer.ts'
import { STAFF } from '../support/staff.ts'
import {
  bookingsRead,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  holdBack,
  OWNER,
  signIn,
  someName,
  test,
} from './visitor.ts'

test('a wrong password is refused, a screen without a session leads to the door and back', async ({ page }) => {
  await page.goto('/admin/bookings')
  await expect(heading(page, 'Staff sign-in')).toBeVisible()
  await page.getByLabel('Email').fill(`  ${STAFF.email} `)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('Invalid credentials')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/bookings/)
})

test('what is typed at the door before the page listens is there when it does', async ({ page }) => {
  const letCome = await holdBack(page, '**/_astro/SignIn.*.js')
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(button(page, 'Sign in')).toBeDisabled()
  letCome()
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/admin$/)
})

/** Past the door by hand, as nothing but a hand tells the other tabs. */
async function enterByHand(page: Page, { email, password }: typeof STAFF): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

test('signed in again in one tab, the other tab goes on by itself, and so does a door that is opened', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, '/admin/bookings')
  const other = await context.newPage()
  await context.clearCookies()
  await page.reload()
  await other.goto('/admin/memberships')
  await expect(heading(other, 'Staff sign-in')).toBeVisible()
  await enterByHand(page, OWNER)
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  await expect(other).toHaveURL(/\/admin\/memberships$/)
  await other.goto('/admin/login?next=/admin/bookings&ended=signed_out')
  await expect(other).toHaveURL(/\/admin\/bookings$/)
})

test('what one person half typed is gone when another signs in in the next tab', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  const buyers = new Buyers(baseURL ?? '', 4)
  const contactInfo = { firstName: 'Puja', lastName: someName(), email: 'puja@example.com', phone: '9841234567' }
  const { body } = await buyers.place(Buyers.choices({ startDate: inDays(62), contactInfo }))
  buyers.leave()
  await signIn(page, `/admin/bookings?open=${body.bookingId}`)
  const note = page.getByLabel('Internal note')
  await note.fill('Wants a locker')
  await context.clearCookies()
  const other = await context.newPage()
  await other.goto('/admin/login')
  await enterByHand(other, STAFF)
  await expect(heading(other, 'Dashboard')).toBeVisible()
  await expect(note).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-in says what it needs and sends nothing', async ({ page }) => {
    await page.goto('/admin/login')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await expect(page.locator('noscript .note')).toBeVisible()
    await expect(button(page, 'Sign in')).toBeDisabled()
    await page.getByLabel('Email').fill(STAFF.email)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(STAFF.password)
    await password.press('Enter')
    await expect(password).toHaveValue(STAFF.password)
    expect(asked).toEqual([])
    expect(new URL(page.url()).search).toBe('')
  })
})

test('after logout the session is gone on the server, and one is home', async ({ page, context }) => {
  await signIn(page)
  const stolen = await context.cookies()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/$/)
  await context.addCookies(stolen)
  const answer = await page.request.get('/api/admin/bookings')
  expect(answer.status()).toBe(401)
})

test('search, filter, empty state', { tag: '@long' }, async ({ page, baseURL }) => {
  const buyers = new Buyers(baseURL ?? '', 4)
  const lastName = someName()
  await buyers.place(
    Buyers.choices({
      startDate: inDays(60),
      contactInfo: { firstName: 'Rohan', lastName, email: 'rohan@example.com', phone: '9841234567' },
    }),
  )
  buyers.leave()
  await signIn(page)
  await expectAccessible(page)
  await page.goto('/admin/bookings')
  await page.getByLabel('Search bookings').fill(lastName.toUpperCase())
  await expect(page.getByRole('row', { name: new RegExp(`Rohan ${lastName}`) })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`, 'i'))
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByLabel('Status').selectOption({ label: 'Cancelled' })
  await expect(page.getByText('No bookings found.')).toBeVisible()
})

test('eight open tabs all hear of a booking', { tag: '@long' }, async ({ page, context, baseURL }) => {
  await signIn(page, '/admin/bookings')
  const tabs = [page]
  for (let number = 1; number < 8; number++) {
    const tab = await context.newPage()
    await tab.goto('/admin/bookings')
    tabs.push(tab)
  }
  for (const tab of tabs) await bookingsRead(tab)
  const lastName = someName()
  const buyers = new Buyers(baseURL ?? '', 4)
  await buyers.place(
    Buyers.choices({
      startDate: inDays(61),
      contactInfo: { firstName: 'Meera', lastName, email: 'meera@example.com', phone: '9841234567' },
    }),
  )
  buyers.leave()
  await Promise.all(tabs.map((tab) => expect(tab.getByRole('status', { name: 'News' })).toContainText(lastName)))
})
