import { button, expect, expectAccessible, expectNoSidewaysScroll, heading, test } from './visitor.ts'

const LINK = '/stop-reminders#email=aarati%40example.com&token=of-nothing'

test('reminders are stopped by a click, and the token leaves the address', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/reminders/stop', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { stopped: true } })
  })
  const response = await page.goto(LINK)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page).toHaveURL(/\/stop-reminders$/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByText('to aarati@example.com?')).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390)
  await expectAccessible(page)
  expect(sent).toEqual([])
  await button(page, 'Stop reminders').click()
  await expect(heading(page, 'Reminders are stopped')).toBeFocused()
  await expect(page.locator('.stairs')).toHaveAttribute('data-complete')
  await expect(page.getByRole('main').getByRole('link', { name: 'Find my booking' })).toBeVisible()
  expect(sent).toEqual([{ email: 'aarati@example.com', token: 'of-nothing' }])
  await expectAccessible(page)
})

test('an invalid link stops nothing', async ({ page }) => {
  await page.goto(LINK)
  await button(page, 'Stop reminders').click()
  await expect(heading(page, 'This link does not work')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
  await page.goto('/stop-reminders')
  await expect(heading(page, 'Stop all our reminders')).toBeVisible()
  await expect(page.getByText('have a link that stops them.')).toBeVisible()
  await expect(button(page, 'Stop reminders')).toBeHidden()
})
