import { savePrice } from '../journeys.ts'
import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../visitor.ts'

/** A location that no other test uses. */
const HUB = 'Baluwatar Studios'
const label = (plan: string, period: string) => `${HUB}, ${plan}, ${period}, NPR`

test('prices are edited by keyboard in two tabs, shown on a built page and undone', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/admin/pricing')
  const month = page.getByLabel(label('Professional', 'month'))
  await page.getByLabel('Jhamsikhel Loft, Professional, month, NPR').press('Enter')
  await expect(month).toBeFocused()
  await page.keyboard.type('8000')
  await page.keyboard.press('ArrowRight')
  const year = page.getByLabel(label('Professional', 'year'))
  await expect(year).toBeFocused()
  await button(page, 'Save 1 price').click()
  await expect(year).toBeFocused()
  await page.keyboard.type('90000')
  await page.getByLabel(label('Professional', 'week')).fill('')
  await expect(page.getByText('saves 6,000')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(month).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await savePrice(other, label('Enterprise', 'week'), '4,400')
  await expect(page.getByText('Someone else changed this while you were editing.')).toBeVisible()
  await expect(page.getByText('new, was 4,500')).toBeVisible()
  await other.goto('/locations/baluwatar-studios')
  const shown = other.getByText('Planned prices').locator('xpath=following-sibling::dl')
  await expect(shown).toContainText('9,500')
  await button(page, 'Save 3 prices').click()
  await expect(page.getByText('Saved 3 prices.')).toBeVisible()
  await other.reload()
  await expect(shown).toContainText('8,000')

  await button(page, 'Undo the last change').click()
  await expect(month).toHaveValue('9,500')
  await expect(page.getByText('undid the previous change')).toBeVisible()
})
