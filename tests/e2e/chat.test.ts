import type { Page } from '@playwright/test'
import { button, EVERYDAY, expect, expectAccessible, test } from './visitor.ts'

function assistant(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Chautari Assistant' })
  return {
    launcher: page.getByRole('link', { name: 'Ask a question' }),
    panel,
    field: panel.getByLabel('Your question'),
  }
}

test('the assistant answers, keeps the conversation and returns the focus', EVERYDAY, async ({ page }) => {
  await page.goto('/pricing')
  const { launcher, panel, field } = assistant(page)
  await launcher.click()
  await expect(field).toBeFocused()
  const price = panel.getByText('Day Pass at Kausimaa: NPR 400 a day', { exact: true })
  const welcome = "Hi! I'm the assistant. Ask me about memberships, locations, or bookings."
  await expect(panel.getByText(welcome)).toBeVisible()
  await field.fill('What does a day pass cost at Kausimaa?')
  await field.press('Enter')
  await expect(price).toBeVisible()
  await expect(panel.getByText('(offline)')).toBeVisible()
  await expectAccessible(page)
  // Escape closes the panel from the page as well.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(launcher).toBeFocused()

  await page.goto('/about')
  await launcher.click()
  await expect(price).toBeVisible()
  await expect(panel.getByText('(offline)')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Book a day pass' })).toHaveAttribute('href', '/booking?plan=explorer')
  await panel.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('an unfinished question is restored when the assistant opens again', async ({ page }) => {
  await page.goto('/pricing')
  const { launcher, panel, field } = assistant(page)
  await launcher.click()
  await field.fill('Is there parking')
  await button(page, 'Close the assistant').click()
  await expect(panel).toBeHidden()
  await launcher.click()
  await expect(field).toHaveValue('Is there parking')
  await page.goto('/about')
  const valueAtFocus = page.evaluate(
    () =>
      new Promise((done) =>
        document.addEventListener('focusin', ({ target }) => target instanceof HTMLInputElement && done(target.value)),
      ),
  )
  await launcher.click()
  expect(await valueAtFocus).toBe('Is there parking')
  await page.keyboard.type('?')
  await expect(field).toHaveValue('Is there parking?')
  await field.press('Enter')
  await expect(field).toHaveValue('')
})

test('the assistant shows markup as text and answers without the server', async ({ page, faults }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.route('**/api/chat', (route) => route.abort())
  await page.goto('/')
  const { launcher, panel, field } = assistant(page)
  await launcher.click()
  await field.fill('<img src=x onerror=alert(1)> Where are you?')
  await button(page, 'Send').click()
  await expect(panel.getByText('<img src=x onerror=alert(1)> Where are you?')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Dhobighat Hub' })).toHaveAttribute('href', '/locations/dhobighat-hub')
  const box = await panel.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 700 })
  expect(faults).toEqual([])
})
