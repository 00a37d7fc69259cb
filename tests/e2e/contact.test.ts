import type { Locator, Page } from '@playwright/test'
import { button, expect, expectNoSidewaysScroll, heading, holdBack, test } from './visitor.ts'

const fill = async (page: Page, email: string, message: string): Promise<void> => {
  await page.getByLabel('Name').fill('Nisha Karki')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill(message)
}

/** The field for the news, once a page listens: its script comes last, and until then the browser says what is wrong. */
async function news(page: Page, address: string): Promise<Locator> {
  await page.goto(address)
  await expect(page.locator('form.news')).toHaveJSProperty('noValidate', true)
  return page.getByLabel('News from the ledge')
}

test('a message with mistakes is mended and sent, once', async ({ page }) => {
  await page.goto('/contact?location=kausimaa')
  await expect(page.getByLabel('About')).toHaveValue('kausimaa')
  await fill(page, 'nisha@', 'Hello')
  await button(page, 'Send message').click()
  const summary = page.locator('#write > .note')
  await expect(summary).toBeFocused()
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

test('the address proposes a location, and takes back none that was chosen', async ({ page }) => {
  const about = page.getByLabel('About')
  const awake = () => expect(page.locator('#write')).toHaveJSProperty('noValidate', true)
  await page.goto('/contact?location=dhobighat-hub', { waitUntil: 'commit' })
  await about.selectOption('kausimaa')
  await awake()
  await expect(about).toHaveValue('kausimaa')
  await page.goto('/contact?location=kausimaa')
  await awake()
  await about.selectOption('dhobighat-hub')
  await page.goto('/pricing')
  await page.goBack()
  await awake()
  await expect(about).toHaveValue('dhobighat-hub')
})

test('what was typed stays where nothing answers', async ({ page }) => {
  await page.route('**/api/*', (route) => route.fulfill({ status: 405, body: '<h1>Method Not Allowed</h1>' }))
  await page.goto('/contact')
  await expect(page.locator('#write')).toHaveJSProperty('noValidate', true)
  await fill(page, 'nisha@example.com', 'Six of us on the twelfth.')
  await button(page, 'Send message').click()
  await expect(page.getByRole('alert')).toContainText('What you typed is still here')
  await expect(page.getByLabel('Message')).toHaveValue('Six of us on the twelfth.')
  await page.getByLabel('News from the ledge').fill('nisha@example.com')
  await button(page, 'Subscribe').click()
  await expect(page.getByRole('status')).toHaveText('Sign-up is not available here.')
  await page.route('**/api/*', (route) => route.abort())
  await button(page, 'Subscribe').click()
  await expect(page.getByRole('status')).toHaveText('That did not reach us. Please try again in a moment.')
  await expect(page.getByLabel('News from the ledge')).toHaveValue('nisha@example.com')
})

test('nothing can be changed while a message is on its way: what is sent is all that was typed', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/contact', async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/contact')
  await expect(page.locator('#write')).toHaveJSProperty('noValidate', true)
  await fill(page, 'nisha@example.com', 'Six of us on the twelfth.')
  const message = page.getByLabel('Message')
  await message.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending…')).toBeVisible()
  await message.focus()
  await page.keyboard.type(' Or seven.')
  await expect(message).toHaveValue('Six of us on the twelfth.')
  answer()
  await expect(page.locator('#write > .note')).toBeFocused()
  await message.focus()
  await page.keyboard.type(' Or seven.')
  await expect(message).toHaveValue('Six of us on the twelfth. Or seven.')
  await expect(button(page, 'Send message')).toBeEnabled()
})

test('the news take an address, and say what is wrong with one', async ({ page }) => {
  // Where other news stand on the page as well.
  const field = await news(page, '/')
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
  await expect(page.getByRole('status')).toHaveText('Thank you. Our news will come to nisha@example.com.')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})

test('the news name the address that was sent, and leave what was typed meanwhile', async ({ page }) => {
  const letCome = await holdBack(page, '**/api/newsletter')
  const field = await news(page, '/about')
  await field.fill('nisha@example.com')
  await field.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Sending…')
  await field.fill('rohan@example.com')
  letCome()
  await expect(page.getByRole('status')).toHaveText('Thank you. Our news will come to nisha@example.com.')
  await expect(field).toHaveValue('rohan@example.com')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is sent, or comes back with what was typed', async ({ page }) => {
    await page.goto('/contact')
    await fill(page, 'nisha@example', 'Six of us on the twelfth.')
    await button(page, 'Send message').click()
    await expect(heading(page, 'Not sent yet')).toBeVisible()
    await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Message')).toHaveValue('Six of us on the twelfth.')
    await page.getByRole('main').getByLabel('Email').fill('nisha@example.com')
    await button(page, 'Send message').click()
    await expect(heading(page, 'Thank you')).toBeVisible()
  })

  test('an address is taken for the news', async ({ page }) => {
    await page.goto('/about')
    const field = page.getByLabel('News from the ledge')
    await field.fill('user@localhost')
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
    await field.fill('nisha@example.com')
    await button(page, 'Subscribe').click()
    await expect(page.getByText('Our news will come to your address.')).toBeVisible()
  })
})
