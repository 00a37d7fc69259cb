import type { Locator, Page } from '@playwright/test'
import { REJECTED_FORMS } from '../audit/visitor-states.ts'
import {
  button,
  EVERYDAY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  holdResponses,
  test,
} from './visitor.ts'

const fill = async (page: Page, email: string, message: string): Promise<void> => {
  await page.getByLabel('Name').fill('Nisha Karki')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill(message)
}

/** Waits until the script validates the form. */
const waitForScript = (page: Page) => expect(page.locator('#write')).toHaveJSProperty('noValidate', true)

/** Opens a page and returns the newsletter field once the script validates it. */
async function openNewsletter(page: Page, address: string): Promise<Locator> {
  await page.goto(address)
  await expect(page.locator('form:has(#news-email)')).toHaveJSProperty('noValidate', true)
  return page.getByLabel('Newsletter')
}

test('the contact page names phone, email and hubs before its form', async ({ page }) => {
  await page.goto('/contact')
  const items = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(items.slice(0, 5)).toEqual(['Phone', 'Email', 'Visit', 'Your booking', 'Write to us'])
})

test('a contact message with errors can be corrected and is sent once', async ({ page }) => {
  await page.goto('/contact?location=kausimaa')
  await expect(page.getByLabel('About')).toHaveValue('kausimaa')
  await fill(page, 'nisha@', 'Hello')
  await button(page, 'Send message').click()
  const summary = page.locator('#write > .note')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Two things need fixing')
  await expect(page).toHaveTitle(/^Error: Contact/)
  const email = page.getByRole('main').getByLabel('Email')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('Enter an email address like name@example.com')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await summary.getByRole('link', { name: 'Enter an email address' }).click()
  await expect(email).toBeFocused()
  const label = page.locator('label[for=email]')
  expect((await label.boundingBox())?.y).toBeGreaterThan((await page.getByRole('banner').boundingBox())?.height ?? 0)
  await email.fill('nisha@example.com')
  await page.getByLabel('Message').fill('Six of us on the twelfth. Is there parking?')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) calls++
  })
  await button(page, 'Send message').dblclick()
  await expect(heading(page, 'Thank you')).toBeFocused()
  await expect(page.getByText('We reply to nisha@example.com within 24 hours.')).toBeVisible()
  expect(calls).toBe(1)
})

test('the location in the address is preselected and does not replace a choice', async ({ page }) => {
  const about = page.getByLabel('About')
  await page.goto('/contact?location=dhobighat-hub', { waitUntil: 'commit' })
  await about.selectOption('kausimaa')
  await waitForScript(page)
  await expect(about).toHaveValue('kausimaa')
  await page.goto('/contact?location=kausimaa')
  await waitForScript(page)
  await about.selectOption('dhobighat-hub')
  await page.goto('/pricing')
  await page.goBack()
  await waitForScript(page)
  await expect(about).toHaveValue('dhobighat-hub')
})

test('the typed message and address stay when the server does not respond', async ({ page }) => {
  await page.route('**/api/*', (route) => route.fulfill({ status: 405, body: '<h1>Method Not Allowed</h1>' }))
  await page.goto('/contact')
  await waitForScript(page)
  await fill(page, 'nisha@example.com', 'Six of us on the twelfth.')
  await button(page, 'Send message').click()
  await expect(page.getByRole('alert')).toContainText('You can also write to')
  await expect(page.getByLabel('Message')).toHaveValue('Six of us on the twelfth.')
  await page.getByLabel('Newsletter').fill('nisha@example.com')
  await button(page, 'Subscribe').click()
  await expect(page.getByRole('status')).toHaveText('Sign-up is not available here.')
  await page.route('**/api/*', (route) => route.abort())
  await button(page, 'Subscribe').click()
  const failure = 'We could not reach the server. Check your connection and try again.'
  await expect(page.getByRole('status')).toHaveText(failure)
  await expect(page.getByLabel('Newsletter')).toHaveValue('nisha@example.com')
})

test('the contact form cannot be changed while it is being sent', async ({ page }) => {
  const release = await holdResponses(page, '**/api/contact', (route) => route.abort())
  await page.goto('/contact')
  await waitForScript(page)
  await fill(page, 'nisha@example.com', 'Six of us on the twelfth.')
  const message = page.getByLabel('Message')
  await message.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending…')).toBeVisible()
  await message.focus()
  await page.keyboard.type(' Or seven.')
  await expect(message).toHaveValue('Six of us on the twelfth.')
  release()
  await expect(page.locator('#write > .note')).toBeFocused()
  await message.focus()
  await page.keyboard.type(' Or seven.')
  await expect(message).toHaveValue('Six of us on the twelfth. Or seven.')
  await expect(button(page, 'Send message')).toBeEnabled()
})

test('the newsletter form validates an address and subscribes it', async ({ page }) => {
  // The landing page shows other news as well.
  const field = await openNewsletter(page, '/')
  await field.fill('nisha@')
  await field.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Enter an email address like name@example.com')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('nisha@')
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/api/newsletter') ? 1 : 0))
  await field.fill('user@localhost')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toBe(0)
  await field.fill('nisha@example.com')
  await button(page, 'Subscribe').click()
  await expect(page.getByRole('status')).toHaveText('Thank you. We will send our news to nisha@example.com.')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})

test('the newsletter form names the submitted address and keeps what is typed during the request', async ({ page }) => {
  const release = await holdResponses(page, '**/api/newsletter')
  const field = await openNewsletter(page, '/about')
  await field.fill('nisha@example.com')
  await field.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Sending…')
  await field.fill('rohan@example.com')
  release()
  await expect(page.getByRole('status')).toHaveText('Thank you. We will send our news to nisha@example.com.')
  await expect(field).toHaveValue('rohan@example.com')
})

for (const { name, path, reach } of REJECTED_FORMS)
  test(`the form ${name} and the page it falls back to are accessible`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
    await reach?.(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320, 390)
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact form is sent, and an error returns it with the typed message', EVERYDAY, async ({ page }) => {
    await page.goto('/contact?location=kausimaa')
    await page.getByLabel('About').selectOption('kausimaa')
    await fill(page, 'nisha@example', 'Six of us & <b>one</b> "guest".')
    await button(page, 'Send message').click()
    await expect(heading(page, 'Your message was not sent')).toBeVisible()
    const summary = page.locator('#write > .note')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('One thing needs fixing')
    const email = page.getByRole('main').getByLabel('Email')
    await expect(email).toHaveAccessibleDescription('Enter an email address like name@example.com')
    await expect(page.locator('#write .field-bad')).toHaveCount(1)
    await expect(page.getByLabel('About')).toHaveValue('kausimaa')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Six of us & <b>one</b> "guest".')
    await expect(page.getByLabel('Newsletter')).toHaveValue('')
    await email.fill('nisha@example.com')
    await button(page, 'Send message').click()
    await expect(heading(page, 'Your message was sent')).toBeVisible()
  })

  test('the newsletter form subscribes an address', async ({ page }) => {
    await page.goto('/about')
    const field = page.getByLabel('Newsletter')
    await field.fill('user@localhost')
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
    await field.fill('nisha@example.com')
    await button(page, 'Subscribe').click()
    await expect(page.getByText('We will send our news to your email address.')).toBeVisible()
  })

  test('an invalid address returns the newsletter form with what was typed', async ({ page }) => {
    await page.goto('/about')
    const field = page.getByLabel('Newsletter')
    await field.evaluate((input: HTMLInputElement) => input.form?.setAttribute('novalidate', ''))
    await field.fill('nisha@')
    await field.press('Enter')
    await expect(heading(page, 'You are not subscribed yet')).toBeVisible()
    const email = page.getByRole('main').getByLabel('Email')
    await expect(email).toHaveValue('nisha@')
    await expect(email).toHaveAccessibleDescription('Enter an email address like name@example.com')
    await email.fill('nisha@example.com')
    await email.press('Enter')
    await expect(page.getByText('We will send our news to your email address.')).toBeVisible()
  })
})
