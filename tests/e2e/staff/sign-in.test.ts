import { inDays, placeBooking } from '../../support/booking-client.ts'
import { STAFF } from '../../support/staff.ts'
import {
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  fillSignIn,
  heading,
  holdResponses,
  OWNER,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

test('the sign-in page rejects a wrong password and returns to the requested screen', EVERYDAY, async ({ page }) => {
  await page.goto('/admin/bookings')
  await expect(heading(page, 'Staff sign-in')).toBeVisible()
  await fillSignIn(page, { email: `  ${STAFF.email} `, password: 'not this one' })
  await expect(page.getByRole('alert')).toContainText('Invalid credentials')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/bookings/)
})

test('the sign-in form keeps what is typed before its script loads', async ({ page }) => {
  const release = await holdResponses(page, '**/_astro/SignIn.*.js')
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(button(page, 'Sign in')).toBeDisabled()
  release()
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('signing in in one tab signs in the other tabs', async ({ page, context }) => {
  await signIn(page, '/admin/bookings')
  const other = await context.newPage()
  await context.clearCookies()
  await page.reload()
  await other.goto('/admin/memberships')
  await expect(heading(other, 'Staff sign-in')).toBeVisible()
  // Only the form notifies the other tabs.
  await fillSignIn(page, OWNER)
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  await expect(other).toHaveURL(/\/admin\/memberships$/)
  await other.goto('/admin/login?next=/admin/bookings&ended=signed_out')
  await expect(other).toHaveURL(/\/admin\/bookings$/)
})

test('a note is cleared when someone else signs in in another tab', async ({ page, context, baseURL }) => {
  const { bookingId } = await placeBooking(baseURL, { lastName: uniqueName(), startDate: inDays(62) })
  await signIn(page, `/admin/bookings?open=${bookingId}`)
  const note = page.getByLabel('Internal note')
  await note.fill('Wants a locker')
  await context.clearCookies()
  const other = await context.newPage()
  await other.goto('/admin/login')
  await fillSignIn(other, STAFF)
  await expect(heading(other, 'Dashboard')).toBeVisible()
  await expect(note).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-in page states that it needs JavaScript and sends nothing', async ({ page }) => {
    await page.goto('/admin/login')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await expect(page.locator('noscript .note')).toBeVisible()
    await expect(button(page, 'Sign in')).toBeDisabled()
    await page.getByLabel('Email').fill(STAFF.email)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(STAFF.password)
    await password.press('Enter')
    await expect(password).toHaveValue(STAFF.password)
    expect(requests).toEqual([])
    expect(new URL(page.url()).search).toBe('')
  })
})

test('logging out ends the session on the server and opens the landing page', EVERYDAY, async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await signIn(page)
  const stolen = await context.cookies()
  await expect(button(page, 'Logout')).toBeInViewport({ ratio: 1 })
  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/$/)
  await context.addCookies(stolen)
  const response = await page.request.get('/api/admin/bookings')
  expect(response.status()).toBe(401)
})

test('a screen whose scripts load while another tab logs out opens the sign-in page without a reason', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const other = await context.newPage()
  const release = await holdResponses(other, '**/_astro/*.js')
  await other.goto('/admin/bookings', { waitUntil: 'commit' })
  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/$/)
  release()
  await expect(heading(other, 'Staff sign-in')).toBeVisible()
  expect(new URL(other.url()).searchParams.has('ended')).toBe(false)
})
