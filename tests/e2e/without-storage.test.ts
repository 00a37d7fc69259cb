import { button, expect, inDays, test } from './visitor.ts'

test('the wizard warns once that a browser without storage does not save the choices', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'localStorage', blocked)
    Object.defineProperty(window, 'sessionStorage', blocked)
  })
  await page.goto('/booking?plan=professional&location=dhobighat-hub')
  await expect(page.getByText('Your browser does not save your choices.')).toHaveCount(1)
  await button(page, 'Date and time').click()
  await page.getByLabel('Start date', { exact: true }).fill(inDays(20))
  await button(page, 'Add-ons and notes').click()
  await expect(page.getByText('Your browser does not save your choices.')).toHaveCount(1)
})
