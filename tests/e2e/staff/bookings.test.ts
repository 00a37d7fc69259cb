import { formatRange } from '#domain/calendar.ts'
import { inDays, placeBooking } from '../../support/booking-client.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdResponses,
  signIn,
  test,
  uniqueName,
  waitForBookings,
} from '../visitor.ts'

test('a walk-in is booked by keyboard, shows markup as text and survives a reload', async ({ page }) => {
  await signIn(page, '/admin/bookings')
  await waitForBookings(page)
  const lastName = uniqueName()
  const markup = `<img src=x onerror="document.title='run'">`
  await page.keyboard.press('n')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(`${markup} ${lastName}`)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByLabel('Name')).toHaveValue(`${markup} ${lastName}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('9841234567')
  // Today cannot be booked after the location has closed.
  const tomorrow = inDays(1)
  await page.getByLabel('Date', { exact: true }).fill(tomorrow)
  await expect(page.getByText(new RegExp(`${formatRange(tomorrow, tomorrow)}, \\d+ seats? free`))).toBeVisible()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(`${markup} ${lastName}`)
  await expect(drawer).toContainText('Cash at the desk')
  await page.getByLabel('Internal note').fill(markup)
  await button(page, 'Add note').click()
  await expect(drawer.getByText(markup).last()).toBeVisible()
  await expectAccessible(page)
  await page.getByText('More actions').click()
  await button(page, 'Edit customer').click()
  await page.getByLabel('Company').fill('Half typed')
  for (const _ of ['the form', 'the drawer']) await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('link', { name: lastName }).click()
  await page.getByText('More actions').click()
  await button(page, 'Edit customer').click()
  await expect(page.getByLabel('Company')).toHaveValue('Half typed')
  await page.reload()
  await expect(drawer).toContainText('Placed by staff')
  await drawer.getByRole('button', { name: 'Cancel', exact: true }).click()
  await button(page, 'Cancel booking').click()
  await page.getByLabel('Reason for cancelling').fill('Went home')
  await button(page, 'Cancel this booking').click()
  await expect(drawer.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 961, 1024)
  expect(await page.title()).not.toBe('run')
})

test('filters set before the list loads are applied, and buttons are disabled until then', async ({ page }) => {
  await signIn(page)
  const release = await holdResponses(page, '**/_astro/Bookings.*.js')
  await page.goto('/admin/bookings?plan=explorer', { waitUntil: 'commit' })
  await page.getByLabel('Status').selectOption({ label: 'Cancelled' })
  const search = page.getByLabel('Search bookings')
  await search.fill('nobody')
  await search.press('Enter')
  await expect(button(page, 'New booking')).toBeDisabled()
  await expect(page).toHaveURL(/\/admin\/bookings\?plan=explorer$/)
  release()
  await expect(page).toHaveURL(/q=nobody&state=cancelled&plan=explorer$/)
  await expect(page.getByText('No booking matches “nobody”.')).toBeVisible()
  await button(page, 'New booking').click()
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible()
})

test('an email address of 130 characters does not widen the tables', async ({ page, baseURL }) => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(61)}.example`
  const lastName = uniqueName()
  await placeBooking(baseURL, { lastName, email, startDate: inDays(63) })
  await signIn(page)
  for (const screen of ['/admin', `/admin/bookings?q=${lastName}`]) {
    await page.goto(screen)
    await expect(page.getByRole('row', { name: lastName })).toBeVisible()
    for (const width of [1440, 1300]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByText(email)).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  }
})

test('the bookings list filters by text and status and shows an empty state', async ({ page, baseURL }) => {
  const lastName = uniqueName()
  await placeBooking(baseURL, { firstName: 'Rohan', lastName, startDate: inDays(60) })
  await signIn(page)
  await expectAccessible(page)
  await page.goto('/admin/bookings')
  await page.getByLabel('Search bookings').fill(lastName.toUpperCase())
  await expect(page.getByRole('row', { name: new RegExp(`Rohan ${lastName}`) })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`, 'i'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await page.getByLabel('Status').selectOption({ label: 'Cancelled' })
  await expect(page.getByText(`No booking matches “${lastName.toUpperCase()}”.`)).toBeVisible()
})

test('a new booking notifies eight open tabs', async ({ page, context, baseURL }) => {
  await signIn(page, '/admin/bookings')
  const tabs = [page]
  for (let number = 1; number < 8; number++) {
    const tab = await context.newPage()
    await tab.goto('/admin/bookings')
    tabs.push(tab)
  }
  for (const tab of tabs) await waitForBookings(tab)
  const lastName = uniqueName()
  await placeBooking(baseURL, { lastName, startDate: inDays(61) })
  await Promise.all(
    tabs.map((tab) => expect(tab.getByRole('status', { name: 'Notifications' })).toContainText(lastName)),
  )
})
