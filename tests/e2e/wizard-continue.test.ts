import { button, expect, expectAccessible, fillWizard, inDays, openDates, test } from './visitor.ts'

test('Continue shows on a phone what is missing and moves the focus there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/booking?plan=professional')
  await expect(page.getByRole('heading', { name: 'Your plan' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Professional' })).toBeInViewport()
  const next = button(page, /^Continue/)
  await expect(next).toHaveCount(1)
  await expect(page.getByText('NPR 0')).toBeHidden()
  await page.mouse.wheel(0, 900)
  // The page has stopped moving.
  let before = -1
  await expect
    .poll(async () => {
      const [last, now] = [before, await page.evaluate(() => scrollY)]
      before = now
      return now > 0 && now === last
    })
    .toBe(true)
  await next.click()
  const summary = page.getByRole('region', { name: 'One thing needs fixing' })
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Choose a location' }).click()
  await expect(page.getByRole('radio', { name: 'Dhobighat Hub' })).toBeFocused()
  await expect(page.getByText('Choose a location', { exact: true }).last()).toBeInViewport({ ratio: 1 })

  await page.getByRole('radio', { name: 'Dhobighat Hub' }).click()
  await expect(page.getByRole('region', { name: 'Total' }).getByText('9,500')).toBeVisible()
  await next.click()
  await expect(page.getByLabel('Start date', { exact: true })).toBeVisible()
  await next.click()
  await summary.getByRole('link', { name: 'Choose a start date' }).click()
  await expect(page.locator('[data-day] button:focus')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Start date', { exact: true })).toHaveAccessibleDescription(/start date/i)
})

test('the last step proceeds to payment from the bar on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/booking')
  await fillWizard(page)
  await expect(button(page, 'Proceed to Payment')).toHaveCount(1)
  await button(page, 'Proceed to Payment').click()
  await expect(page).toHaveURL(/\/payment$/)
})

test('step 3 names the meeting-room hours that the plan includes', async ({ page }) => {
  await openDates(page, 'location=dhobighat-hub&plan=professional')
  await page.getByLabel('Start date', { exact: true }).fill(inDays(20))
  await button(page, 'Continue to add-ons').click()
  await expect(page.getByText('8 hours a month are included in Professional.')).toBeVisible()
})
