import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillWizard,
  heading,
  test,
  uniqueName,
} from './visitor.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a company enters its PAN, changes it before the payment and downloads the bill', async ({ page }) => {
    await page.goto('/booking')
    await fillWizard(page, { lastName: uniqueName() })
    await page.getByLabel('Company').fill('Himal & Co')
    await page.getByLabel(/^PAN/).fill('60123456')
    await button(page, 'Proceed to Payment').click()
    await page.getByRole('link', { name: 'A PAN has nine digits. Check it, or leave it empty' }).press('Enter')
    await expect(page.getByLabel(/^PAN/)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('601-234 567')
    await button(page, 'Proceed to Payment').click()
    await expect(heading(page, 'Complete Your Payment')).toBeVisible()

    await page.goto('/your-booking')
    await expect(page.getByText('You get your bill when your booking is confirmed.')).toBeVisible()
    await expect(page.getByText('It is made out to Himal & Co, PAN 601234567.')).toBeVisible()
    await button(page, 'Change company or PAN').click()
    await expect(page.getByLabel('Company')).toBeFocused()
    await page.getByLabel(/^PAN/).fill('६०१२३४५६८')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await button(page, /^Save$/).click()
    await expect(page.getByText('It is made out to Himal & Co, PAN 601234568.')).toBeVisible()

    await page.goto('/payment')
    await button(page, /^Pay NPR 9,500 with eSewa/).click()
    await button(page, /^Pay NPR/).click()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    const download = page.waitForEvent('download')
    await button(page, /^Download TEST-DHO-R-/).click()
    expect((await download).suggestedFilename()).toMatch(/^TEST-DHO-R-\d{4}-\d{5}\.pdf$/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await page.getByRole('link', { name: 'View Booking' }).click()
    await expect(button(page, /^Download TEST-DHO-R-/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
  })
})
