import { unzipSync } from 'fflate'
import { inDays } from '../../support/booking-client.ts'
import { bookAndPay, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../visitor.ts'

test('managers read the accounts of a month and download its registers', async ({ page }) => {
  await bookAndPay(page, /^Pay NPR/, inDays(45))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/admin/accounts')
  const methods = page.getByRole('table', { name: 'By method' })
  await expect(methods.getByRole('rowheader', { name: 'eSewa' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820, 1440)

  const download = async (role: 'link' | 'button', name: RegExp) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()])
    return Buffer.concat(await Array.fromAsync(await file.createReadStream()))
  }
  expect((await download('link', /^CSV.*Sales register/)).toString()).toContain('TEST-KAU-R-')
  expect(Object.keys(unzipSync(await download('button', /^Excel.*Sales register/)))).toContain('xl/workbook.xml')
})

test('a fiscal year lists its months, and stays chosen after a reload', async ({ page }) => {
  await bookAndPay(page, /^Pay NPR/, inDays(46))
  await signIn(page, '/admin/accounts')
  const period = page.getByLabel('Month or fiscal year')
  await period.selectOption({ index: 48 })
  await expect(page).toHaveURL(/period=Fiscal/)
  await page.reload()
  await expect(period.locator('option:checked')).toContainText('Fiscal year')
  for (const name of ['By month, Bikram Sambat', 'By month, AD'])
    await expect(page.getByRole('table', { name }).getByRole('rowheader').first()).toBeVisible()
  await expectAccessible(page)
})

test('an AD month can be chosen, and an Excel file that the server rejects shows why', async ({ page }) => {
  await signIn(page, '/admin/accounts')
  const period = page.getByLabel('Month or fiscal year')
  await period.locator('optgroup').nth(1).locator('option').first().waitFor({ state: 'attached' })
  await period.selectOption({ index: 24 })
  await expect(page).toHaveURL(/period=[A-Z][a-z]{2}\+20\d\d/)
  const message = 'This table has more than 5,000 rows. Download it as CSV.'
  await page.route('**/export/refunds.xlsx*', (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'invalid', message } } }),
  )
  await page.getByRole('button', { name: /^Excel.*Refunds/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expectAccessible(page)
})

test('managers create, follow and download the file of a month', async ({ page }) => {
  await bookAndPay(page, /^Pay NPR/, inDays(47))
  await signIn(page, '/admin/accounts')
  const files = page.getByRole('region', { name: 'Month for the accountant' })
  const ready = files.getByRole('listitem').filter({ hasText: 'Ready' })
  await files.getByRole('button', { name: 'Create the file' }).click()
  await expect(ready.first()).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), ready.getByRole('link').first().click()])
  expect(file.suggestedFilename()).toMatch(/^accounts-.*\.zip$/)
  const names = Object.keys(unzipSync(Buffer.concat(await Array.fromAsync(await file.createReadStream()))))
  expect(names).toContain('README.txt')
  expect(names.some((name) => /^bills\/TEST-KAU-R-\d+-\d+\.pdf$/.test(name))).toBe(true)
})
