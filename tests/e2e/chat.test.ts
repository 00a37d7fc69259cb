import { button, expect, expectAccessible, test } from './visitor.ts'

test('the assistant answers, keeps what was said, and gives the focus back', async ({ page }) => {
  await page.goto('/pricing')
  const launcher = page.getByRole('link', { name: 'Ask a question' })
  await launcher.click()
  const panel = page.getByRole('dialog', { name: 'Chautari Assistant' })
  const field = panel.getByLabel('Your question')
  await expect(field).toBeFocused()
  await expect(
    panel.getByText("Hi! I'm the assistant. Ask me about memberships, locations, or bookings."),
  ).toBeVisible()
  await field.fill('What does a day pass cost at Kausimaa?')
  await field.press('Enter')
  await expect(panel.getByRole('listitem').getByText('Day Pass: NPR 400 a day')).toBeVisible()
  await expect(panel.getByText('(offline)')).toBeVisible()
  await expectAccessible(page)
  // Whoever has gone on reading the page closes it from there.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(launcher).toBeFocused()

  await page.goto('/about')
  await launcher.click()
  await expect(panel.getByRole('listitem').getByText('Day Pass: NPR 400 a day')).toBeVisible()
  await expect(panel.getByText('(offline)')).toBeVisible()
  await panel.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('what is typed is text, and with no server the page answers by itself', async ({ page, faults }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.route('**/api/chat', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  const panel = page.getByRole('dialog', { name: 'Chautari Assistant' })
  await panel.getByLabel('Your question').fill('<img src=x onerror=alert(1)> Where are you?')
  await button(page, 'Send').click()
  await expect(panel.getByText('<img src=x onerror=alert(1)> Where are you?')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Dhobighat Hub' })).toHaveAttribute('href', '/locations/dhobighat-hub')
  const box = await panel.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 700 })
  expect(faults).toEqual([])
})
