import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './visitor.ts'

/** A location that nobody books and no other test looks at. */
const HUB = 'Baluwatar Studios'
// There is one list of prices: two who save at once get in each other's way, which is told below.
test.describe.configure({ mode: 'serial' })

const priceOf = (period: string) => `${HUB}, Professional, ${period}, NPR`

test('prices are changed by keyboard, saved together, seen on a page that was built before, and taken back', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.goto('/admin/pricing')
  const month = page.getByLabel(priceOf('month'))
  await expect(month).toHaveValue('9,500')
  await page.getByLabel('Jhamsikhel Loft, Professional, month, NPR').press('Enter')
  await expect(month).toBeFocused()
  await page.keyboard.type('8000')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel(priceOf('year'))).toBeFocused()
  await expect(button(page, 'Save 1 price')).toBeVisible()
  await button(page, 'Save 1 price').click()
  await expect(page.getByLabel(priceOf('year'))).toBeFocused()
  await page.keyboard.type('90000')
  await page.getByLabel(priceOf('week')).fill('')
  await expect(page.getByText('saves 6,000')).toBeVisible()
  await expect(page.getByText('3 prices changed')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(month).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const site = await context.newPage()
  await site.goto('/locations/baluwatar-studios')
  const shown = site.getByText('Planned prices').locator('xpath=following-sibling::dl')
  await expect(shown).toContainText('9,500')
  await button(page, 'Save 3 prices').click()
  await expect(page.getByText('Saved 3 prices.')).toBeVisible()
  await site.reload()
  await expect(shown).toContainText('8,000')
  await site.close()

  await button(page, 'Undo the last change').click()
  await expect(month).toHaveValue('9,500')
  await expect(page.getByText('took the change before it back')).toBeVisible()
})

test('two who edit at once: the second sees what the first did, and loses nothing', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  const label = (period: string) => `${HUB}, Enterprise, ${period}, NPR`
  for (const tab of [page, other]) await tab.goto('/admin/pricing')
  await page.getByLabel(label('month')).fill('18,000')
  await other.getByLabel(label('week')).fill('4,400')
  await button(other, 'Save 1 price').click()
  await expect(other.getByText('Saved 1 price.')).toBeVisible()
  // Before this tab has looked by itself, or after: what was typed here stays, what was saved there shows.
  await button(page, 'Save 1 price').click()
  await expect(page.getByLabel(label('week'))).toHaveValue('4,400')
  const saved = page.getByText('Saved 1 price.')
  await expect(saved.or(button(page, 'Save 1 price'))).toBeVisible()
  if (!(await saved.isVisible())) await button(page, 'Save 1 price').click()
  await expect(saved).toBeVisible()
  await expect(page.getByLabel(label('month'))).toHaveValue('18,000')
})
