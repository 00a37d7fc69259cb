import { codeAt } from '../../support/authenticator.ts'
import { STAFF } from '../../support/staff.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillSignIn,
  heading,
  signIn,
  test,
  uniqueName,
} from '../visitor.ts'

const PASSWORD = 'mango lizard umbrella quartz'

test('a colleague is invited, joins, sets up two-factor sign-in and is disabled', async ({ page, browser }) => {
  const email = `${uniqueName().toLowerCase()}@chautari.example`
  const name = `<img src=x onerror="document.title='ran'"> ${uniqueName()}`
  await signIn(page, '/admin/people')
  await button(page, 'Invite staff').click()
  await page.getByLabel('Email').fill(email)
  await button(page, 'Invite').last().click()
  await expect(page.getByText('Choose at least one location')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Kausimaa' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel(/The same link/).inputValue()
  await button(page, 'Done').click()
  await expect(button(page, 'Invite staff')).toBeFocused()

  const address = `10.9.${Math.floor(Math.random() * 256)}.1`
  const other = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  await other.goto(link)
  await other.getByLabel('Your name').fill(name)
  await other.getByLabel('Password', { exact: true }).fill('passwordpassword')
  await button(other, 'Join').click()
  await expect(other.getByText('too easy to guess')).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(other, 'Join').click()
  await other.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(other, { email, password: PASSWORD })
  await expect(heading(other, 'Dashboard')).toBeVisible()

  await other.goto('/admin/people')
  await expect(heading(other, 'This screen is for the owner.')).toBeVisible()
  await other.goto('/admin/account')
  await button(other, 'Set up').click()
  const key = (await other.locator('.account-key').innerText()).replaceAll(' ', '')
  await other.getByLabel('Enter the six digits').fill(codeAt(key, Date.now()))
  await button(other, 'Turn on').click()
  await expect(heading(other, 'Your backup codes')).toBeFocused()
  const [code = ''] = await other.locator('.account-codes li').allInnerTexts()
  await button(other, 'Sign out everywhere').click()
  await fillSignIn(other, { email, password: PASSWORD })
  await other.getByLabel('Code').fill(code)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/admin\/account$/)
  await expect(other.getByText('9 backup codes are left.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name })).toContainText('Two-factor')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // Simulates the response after 15 minutes.
  const expired = { status: 403, json: { error: { code: 'password_again' } } }
  await page.route('**/api/admin/people/*', (route) => route.fulfill(expired), { times: 1 })
  await button(page, `Change ${name}`).click()
  await button(page, 'Disable').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This account is disabled')).toBeVisible()
  await expect(page).not.toHaveTitle('ran')
  await expect(other.getByText('Your account is disabled')).toBeVisible()
  await expect(heading(other, 'Staff sign-in')).toBeVisible()
  await other.context().close()
})
