import { expect, type Page, test } from '@playwright/test'
import * as colors from '#styles/hex-colors.ts'
import { EVERYDAY, expectNoSidewaysScroll } from './visitor.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

test('the mobile menu opens, closes and navigates by keyboard', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const menuButton = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toBeHidden()
  await menuButton.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  expect((await menu.boundingBox())?.height).toBeGreaterThan(PHONE.height - 80)
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link').first()).toBeFocused()
  await expect(menu.getByRole('link', { name: 'WhatsApp' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(menuButton).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await menuButton.click()
  await menu.getByRole('link', { name: 'Locations' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/locations$/)
})

test('an open menu closes when the screen is rotated', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.setViewportSize({ width: 1180, height: 820 })
  await expect(page.locator('nav:popover-open')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'View Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })
  test('the menu opens and the four statistics are shown', EVERYDAY, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    for (const figure of ['3+', '500+', '99.9%', '200+'])
      await expect(page.getByRole('list', { name: 'In numbers' }).getByText(figure, { exact: true })).toBeVisible()
  })

  test('the payment page states that it needs JavaScript and shows no progress', async ({ page }) => {
    for (const address of ['/payment', '/payment/esewa/success']) {
      await page.goto(address)
      await expect(page.locator('noscript > .note', { hasText: 'Paying needs JavaScript' })).toBeInViewport()
      await expect(page.getByText(/^(Loading|Please wait)/)).toBeHidden()
      await expect(page.locator('.late')).toHaveCSS('display', 'none')
    }
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`a page whose scripts do not load, with motion preference ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('shows a notice after a while, and none once the scripts have loaded', async ({ page }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'has not finished loading' })
      const unhydrated = page.locator('astro-island[ssr]')
      for (const address of [
        '/booking',
        '/payment',
        '/payment/esewa/success',
        '/your-booking',
        '/admin/login',
        '/admin',
      ]) {
        await page.route(/\/_astro\/.*\.js$/, (route) => route.abort())
        await page.goto(address)
        await expect(unhydrated).toHaveCount(1)
        await expect(notice, address).toBeHidden()
        await finishAnimations(page)
        await expect(notice, address).toBeInViewport({ ratio: 1 })
        if (!address.startsWith('/admin')) await expect(notice.getByRole('link', { name: '+977' })).toHaveCount(2)
        await page.unrouteAll()
        await page.goto(address)
        await expect(unhydrated).toHaveCount(0)
        // Some of these pages redirect once they have started.
        await expect(page.locator('.late'), address).toHaveCSS('display', 'none')
      }
    })
  })

test('the payment page shows its first state before its scripts load', async ({ page }) => {
  await page.route(/\/_astro\/.*\.js$/, (route) => route.abort())
  const nothingToPay = page.getByRole('heading', { name: 'There is nothing to pay yet' })
  await page.goto('/payment')
  await expect(nothingToPay).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeHidden()
  for (const address of ['/payment?payment=0123456789abcdef', '/payment#booking=TH-1&secret=s']) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    await expect(nothingToPay).toBeHidden()
  }
  await page.evaluate(() => localStorage.setItem('payment-store', '{}'))
  await page.goto('/payment?')
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
})

/** Finishes every CSS animation at once. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })

test(
  'the landing page is laid out completely once it has loaded, and the End key reaches its end',
  EVERYDAY,
  async ({ page }) => {
    await page.goto('/')
    const countSkipped = () =>
      page
        .locator('main > section')
        .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length)
    await expect.poll(countSkipped).toBe(0)
    // A scroll that starts before layout has finished would aim at the old height.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.keyboard.press('End')
    await expect
      .poll(() => page.evaluate(() => document.body.scrollHeight - innerHeight - Math.ceil(scrollY)))
      .toBeLessThan(2)
    await expect(page.getByText(/All rights reserved|©/).first()).toBeInViewport()
  },
)

test('a logo that does not load is replaced by initials and the name', async ({ page }) => {
  await page.goto('/')
  const brand = page.getByRole('banner').getByRole('link', { name: /Chautari/ })
  // The logo is inline and cannot fail to load, so its address is replaced.
  await brand.locator('img').evaluate((image: HTMLImageElement) => image.setAttribute('src', 'data:image/svg+xml,'))
  await expect(brand).toContainText('Chautari')
  const initials = brand.locator('img')
  expect(await initials.evaluate((image) => getComputedStyle(image, '::before').content)).toBe('"CH"')
})

test('every footer link is at least 24 px large and covers no other link', async ({ page }) => {
  await page.goto('/')
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport)
    const links = await page.getByRole('contentinfo').getByRole('link').all()
    expect(links.length).toBeGreaterThan(5)
    const boxes = await Promise.all(links.map((link) => link.boundingBox()))
    for (const [index, box] of boxes.entries()) {
      expect(box?.width, `${index}`).toBeGreaterThanOrEqual(24)
      expect(box?.height, `${index}`).toBeGreaterThanOrEqual(24)
      expect(box && boxes.slice(index + 1).some((other) => other && overlap(box, other)), `${index}`).toBe(false)
    }
  }
})

type Box = Record<'x' | 'y' | 'width' | 'height', number>
/** Ignores half a pixel, because layouts round. */
const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.5 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.5

test('a long status fits into the window of a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of ['/locations', '/booking']) {
    await page.goto(address)
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    const ends = await page.locator('main .tag').evaluateAll((tags) => {
      for (const tag of tags) tag.replaceChildren('Reserved for a team until spring comes')
      return tags.map((tag) => tag.getBoundingClientRect().right)
    })
    expect(ends.length, address).toBeGreaterThan(0)
    expect(Math.max(...ends), address).toBeLessThanOrEqual(320)
    await expectNoSidewaysScroll(page)
  }
})

test('the hero shows its published text and the prices of the price table', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Perfect Workspace Awaits')
  const hero = page.getByRole('region', { name: 'Your Perfect Workspace Awaits' })
  await expect(hero).toContainText(/Day pass from NPR\s400 at Kausimaa\./)
  for (const text of ['New location opening in Baluwatar', '24/7 Access', 'High Speed Reliable Internet'])
    await expect(hero.getByText(text)).toBeVisible()
  await expect(hero.getByRole('link', { name: 'Book a Tour' })).toHaveAttribute('href', '/booking#tour')
  await expect(hero.getByRole('link', { name: 'View Pricing' })).toBeVisible()
  const plan = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Professional' }) })
  await expect(plan).toContainText('9,500')
  await expect(plan.getByRole('link')).toHaveAttribute('href', '/booking?plan=professional')
  await expect(page.getByRole('region', { name: 'What members say' }).getByRole('figure')).toHaveCount(6)
})

test('the hex colors equal the design tokens', EVERYDAY, async ({ page }) => {
  await page.goto('/')
  for (const [name, hex] of Object.entries(colors)) {
    await page.emulateMedia({ colorScheme: name.endsWith('_DARK') ? 'dark' : 'light' })
    const token = `--${name
      .replace(/_DARK$/, '')
      .replaceAll('_', '-')
      .toLowerCase()}`
    const [red = 0, green = 0, blue = 0] = await page.evaluate((token) => {
      const element = document.body.appendChild(document.createElement('i'))
      element.style.color = `var(${token})`
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) return []
      canvas.fillStyle = getComputedStyle(element).color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }, token)
    expect(`#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`, name).toBe(hex)
  }
})

test('a longer business name wraps neither the Book Now button nor the Nepali name on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const header = page.getByRole('banner')
  await header.locator('.brand-name').evaluate((name) => {
    name.textContent = 'Kshitij & Co'
  })
  await header.locator('.brand-native').evaluate((name) => {
    name.textContent = 'क्षितिज द्वार'
  })
  const heightOfText = (selector: string) =>
    header.locator(selector).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().height
    })
  for (const selector of ['.brand-name', '.brand-native', '.button'])
    expect(await heightOfText(selector)).toBeLessThan(36)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
