import type { Browser, Page } from '@playwright/test'
import { codeAt } from '../../support/authenticator.ts'
import { STAFF } from '../../support/staff.ts'
import {
  button,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  someName,
  test,
} from '../visitor.ts'

const PASSWORD = 'mango lizard umbrella quartz'

/** Somebody else, at a browser of their own. */
async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.${Math.floor(Math.random() * 256)}.1` },
  })
  return context.newPage()
}

async function enter(page: Page, email: string): Promise<void> {
  // Before it listens, the browser itself would send the form.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
}

test('somebody is invited, joins, sets up a second factor, and is let out again', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const email = `${someName().toLowerCase()}@chautari.example`
  // Stored markup is text wherever it is shown.
  const name = `<img src=x onerror="document.title='ran'"> ${someName()}`
  await signIn(page)
  await page.goto('/admin/people')
  await button(page, 'Invite somebody').click()
  await page.getByLabel('Email').fill(email)
  await button(page, 'Invite').last().click()
  await expect(page.getByText('Choose at least one location')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Kausimaa' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel(/The same link/).inputValue()
  await button(page, 'Done').click()
  await expect(button(page, 'Invite somebody')).toBeFocused()

  const other = await elsewhere(browser)
  await other.goto(link)
  await other.getByLabel('Your name').fill(name)
  await other.getByLabel('Password', { exact: true }).fill('passwordpassword')
  await button(other, 'Join').click()
  await expect(other.getByText('too easy to guess')).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(other, 'Join').click()
  await other.getByRole('link', { name: 'Sign in' }).click()
  await enter(other, email)
  await expect(heading(other, 'Dashboard')).toBeVisible()

  await other.goto('/admin/people')
  await expect(heading(other, 'This screen is for the owner.')).toBeVisible()
  await other.goto('/admin/account')
  await button(other, 'Set it up').click()
  const key = (await other.locator('.account-key').innerText()).replaceAll(' ', '')
  await other.getByLabel('Enter the six digits').fill(codeAt(key, Date.now()))
  await button(other, 'Switch on').click()
  await expect(heading(other, 'Your backup codes')).toBeFocused()
  const [code = ''] = await other.locator('.account-codes li').allInnerTexts()
  await button(other, 'Sign out everywhere').click()
  await enter(other, email)
  await other.getByLabel('Code').fill(code)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/admin\/account$/)
  await expect(other.getByText('9 backup codes are left.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name })).toContainText('Two-factor')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // As if a quarter of an hour had gone by.
  await page.route(
    '**/api/admin/people/*',
    (route) => route.fulfill({ status: 403, json: { error: { code: 'password_again' } } }),
    { times: 1 },
  )
  await button(page, `Change ${name}`).click()
  await button(page, 'Disable').click()
  const again = page.getByRole('dialog', { name: 'Your password again' })
  await again.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This account is disabled')).toBeVisible()
  await expect(page).not.toHaveTitle('ran')
  // Told at once, without a press.
  await expect(other.getByText('Your account is disabled')).toBeVisible()
  await expect(heading(other, 'Staff sign-in')).toBeVisible()
  await other.context().close()
})
