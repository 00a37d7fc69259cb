import { expect, test } from './visitor.ts'

test('booking without JavaScript leads to the contact form and shows no controls', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/booking')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'contact form' })).toHaveAttribute('href', '/contact')
  await expect(main.locator('noscript a[href^="tel:"]')).toBeVisible()
  await expect(main.locator('noscript a[href*="wa.me"]')).toBeVisible()
  await expect(main.getByRole('radio')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await context.close()
})
