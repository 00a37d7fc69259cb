import { expect, test } from './visitor.ts'

const MAX_SHIFT = 0.005
const LINKS = [
  ['/waiting/confirm#entry=an-entry&token=a-token&location=kausimaa&day=2026-12-10', 'Enter your address again'],
  ['/waiting/leave#entry=an-entry&token=a-token&location=kausimaa&day=2026-12-10', 'Contact us'],
  ['/confirm-email#booking=BK-1795416014836-NLU8&token=a-token', 'Find my booking'],
  ['/stop-reminders#email=aarati%40example.com&token=a-token', 'Contact us'],
] as const

test.use({ viewport: { width: 390, height: 844 } })

test('the page of an emailed link says what to do without the link, and shows nothing as finished', async ({
  page,
}) => {
  for (const [link, action] of LINKS) {
    await page.goto(link.replace(/#.*/, ''))
    const lead = page.locator('#link-status')
    await expect(lead).toContainText(/No\s(email|reminder)\?/)
    await expect(page.getByRole('main').locator('.button:visible')).toHaveText(action)
    await expect(page.locator('.stairs')).not.toHaveAttribute('data-complete')
    const [text, box] = await lead.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [range.getBoundingClientRect().height, element.getBoundingClientRect().height]
    })
    expect(box - text, link).toBeLessThan(10)
  }
})

test('the page of an emailed link does not move while it opens', async ({ page }) => {
  for (const [link] of LINKS) {
    await page.goto('/about')
    await page.goto(link)
    await expect(page).not.toHaveURL(/#/)
    await expect(page.getByRole('main').locator('.button:visible')).toHaveCount(1)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift, link).toBeLessThanOrEqual(MAX_SHIFT)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page of an emailed link has an action and says what it needs', async ({ page }) => {
    for (const [link, action] of LINKS) {
      await page.goto(link)
      await expect(page.getByRole('main').getByRole('link', { name: action })).toBeVisible()
      await expect(page.locator('noscript .note')).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    }
  })
})
