import {
  book,
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

test('a manager finds a bill, downloads it and corrects its buyer', async ({ page, browser, baseURL }) => {
  const lastName = uniqueName()
  await book(page, { lastName })
  await button(page, /^Pay NPR 9,500 with eSewa/).click()
  await button(page, /^Pay NPR/).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()

  const staff = await browser.newPage(baseURL ? { baseURL } : {})
  await signIn(staff, `/admin/bills?q=${lastName}`)
  await expect(staff.getByRole('row')).toHaveCount(2)
  await expectAccessible(staff)
  await expectNoSidewaysScroll(staff, 320, 390, 820)
  await staff
    .getByRole('row', { name: new RegExp(lastName) })
    .getByRole('button')
    .press('Enter')
  const drawer = staff.getByRole('complementary')
  await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused()
  await expectAccessible(staff)
  const download = staff.waitForEvent('download')
  await button(staff, 'Download').click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await button(staff, 'Correct the buyer').click()
  await drawer.getByLabel('Name of the buyer').fill(`${lastName} & Co`)
  await drawer.getByLabel(/^PAN/).fill('601-234 567')
  await drawer.getByLabel('Reason').fill('The company books it')
  await expectAccessible(staff)
  await expectNoSidewaysScroll(staff, 320)
  await button(staff, 'Issue a corrected bill').click()
  await expect(drawer).toContainText('601234567')
  await expect(staff.getByRole('row')).toHaveCount(4)
  await staff.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await button(staff, 'Print the bills of a day').press('Enter')
  const form = staff.getByRole('form', { name: 'Print the bills of a day' })
  await form.getByLabel('Location').selectOption('Dhobighat Hub')
  await expectAccessible(staff)
  await expectNoSidewaysScroll(staff, 320)
  const print = staff.waitForEvent('download')
  await button(staff, 'Download for printing').click()
  expect((await print).suggestedFilename()).toMatch(/^bills-dhobighat-hub-\d{4}-\d\d-\d\d\.pdf$/)
})

test('an owner reads the settings of bills', async ({ page }) => {
  await signIn(page, '/admin/bills')
  await page.getByText('Settings of bills').press('Enter')
  await expect(page.getByRole('definition').filter({ hasText: 'Booking invoices' })).toBeVisible()
  await expectAccessible(page)
})
