import { expect, test } from './visitor.ts'

for (const path of ['/booking', '/payment', '/your-booking'])
  test(`the scripts of ${path} load after its first paint`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('astro-island:not([ssr])').first()).toBeAttached()
    const [firstPaint, firstScript] = await page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/_astro\/\w.*\.js$/.test(name))
      return [performance.getEntriesByName('first-paint')[0]?.startTime, scripts[0]?.startTime]
    })
    expect(Number(firstScript)).toBeGreaterThan(Number(firstPaint))
  })
