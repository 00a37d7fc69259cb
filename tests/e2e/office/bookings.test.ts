import { Buyers, inDays } from '../../support/buyer.ts'
import {
  bookingsRead,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  someName,
  test,
} from '../visitor.ts'

test('a walk-in is booked by the keyboard, its markup stays text, and its booking survives a reload', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/bookings')
  await bookingsRead(page)
  const lastName = someName()
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
  await expect(page.getByText(/seats? free/)).toBeVisible()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(`${markup} ${lastName}`)
  await expect(drawer).toContainText('Cash at the desk')
  await page.getByLabel('Internal note').fill(markup)
  await button(page, 'Add note').click()
  await expect(drawer.getByText(markup).last()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Edit customer').click()
  await page.getByLabel('Company').fill('Half typed')
  for (const _ of ['the form', 'the drawer']) await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('link', { name: lastName }).click()
  await button(page, 'Edit customer').click()
  await expect(page.getByLabel('Company')).toHaveValue('Half typed')
  await page.reload()
  await expect(drawer).toContainText('Placed by staff')
  await button(page, 'Cancel booking').click()
  await page.getByLabel('Why it is cancelled').fill('Went home')
  await button(page, 'Cancel this booking').click()
  await expect(drawer.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  for (const width of [320, 961, 1024]) {
    await page.setViewportSize({ width, height: 640 })
    await expectNoSidewaysScroll(page)
  }
  expect(await page.title()).not.toBe('run')
})

test('what is chosen before a list listens is looked for, Enter takes nothing away, and buttons wait', {
  tag: '@long',
}, async ({ page }) => {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await signIn(page)
  await page.route('**/_astro/Bookings.*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/bookings?plan=explorer', { waitUntil: 'commit' })
  await page.getByLabel('Status').selectOption({ label: 'Cancelled' })
  const words = page.getByLabel('Search bookings')
  await words.fill('nobody')
  await words.press('Enter')
  await expect(button(page, 'New booking')).toBeDisabled()
  await expect(page).toHaveURL(/\/admin\/bookings\?plan=explorer$/)
  letCome()
  await expect(page).toHaveURL(/q=nobody&state=cancelled&plan=explorer$/)
  await expect(page.getByText('No bookings found.')).toBeVisible()
  await button(page, 'New booking').click()
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible()
})

test('an address of 130 letters pushes no table off the screen', { tag: '@long' }, async ({ page, baseURL }) => {
  const buyers = new Buyers(baseURL ?? '', 4)
  const email = `${'a'.repeat(60)}@${'b'.repeat(61)}.example`
  const lastName = someName()
  const contactInfo = { firstName: 'Asha', lastName, email, phone: '9841234567' }
  await buyers.place(Buyers.choices({ startDate: inDays(63), contactInfo }))
  buyers.leave()
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
