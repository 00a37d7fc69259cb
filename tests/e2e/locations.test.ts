import type { Page } from '@playwright/test'
import { button, EVERYDAY, expect, heading, test } from './visitor.ts'

const HUB = '/locations/dhobighat-hub'

test(
  'the photo viewer opens, changes photos and closes by keyboard and restores the address and the focus',
  EVERYDAY,
  async ({ page }) => {
    await page.goto(HUB)
    const viewer = page.getByRole('dialog', { name: 'Photographs of Dhobighat Hub' })
    const photo = page.getByRole('link', { name: 'Meeting room' })
    await photo.focus()
    await page.keyboard.press('Enter')
    await expect(viewer).toBeVisible()
    await expect(page).toHaveURL(`${HUB}#photo-dhobighat-hub-3`)
    await expect(button(page, 'Close the photographs')).toBeFocused()
    await expect(viewer.getByText('2 of 6')).toBeInViewport()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByRole('status')).toContainText('3 of 6')
    await expect(page).toHaveURL(`${HUB}#photo-dhobighat-hub-1`)
    for (let turns = 0; turns < 3; turns++) await page.keyboard.press('ArrowLeft')
    await expect(viewer.getByRole('status')).toContainText('6 of 6')
    // A focused strip could scroll with the arrow keys.
    await viewer.getByRole('img', { name: 'Coffee bar with' }).click()
    for (const number of [1, 2, 3]) {
      await page.keyboard.press('ArrowRight')
      await expect(viewer.getByRole('status')).toContainText(`${number} of 6`)
    }
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(HUB)
    await expect(photo).toBeFocused()

    await photo.click()
    await expect(viewer).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(HUB)
  },
)

test('a photo grows from its place on the page, and at once with reduced motion', async ({ page }) => {
  for (const [reducedMotion, duration] of [
    ['no-preference', '0.22s'],
    ['reduce', '0.001s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    // Before its script has loaded, the link opens the photo without motion.
    await page.goto(HUB, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        const transition = start(update)
        transition.ready.then(() => {
          const { animationDuration } = getComputedStyle(document.documentElement, '::view-transition-group(photo)')
          document.body.dataset.duration = animationDuration
        })
        return transition
      }
    })
    await page.getByRole('link', { name: 'Meeting room' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-duration', duration)
    await expect(page.getByRole('dialog')).toHaveJSProperty('open', true)
  }
})

test('the photo viewer closes with one step back after a reload', async ({ page }) => {
  await page.goto('/locations')
  await page.goto(HUB)
  const viewer = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Meeting room' }).click()
  await expect(viewer).toHaveJSProperty('open', true)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toContainText('3 of 6')
  await page.reload()
  await expect(viewer).toHaveJSProperty('open', true)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(HUB)
  await page.goBack()
  await expect(page).toHaveURL('/locations')
})

test('the photo viewer stays closed when a scroll event follows a step back', async ({ page }) => {
  await page.goto(HUB)
  await page.getByRole('link', { name: 'Meeting room' }).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toHaveJSProperty('open', true)
  await viewer.getByRole('region', { name: 'Photographs' }).evaluate((strip) => {
    history.replaceState(null, '', location.pathname)
    strip.dispatchEvent(new Event('scroll'))
  })
  await expect(page).toHaveURL(HUB)
})

test('the photo viewer opens from the address and closes with the backdrop', async ({ page }) => {
  await page.goto(`${HUB}#photo-dhobighat-hub-4`)
  const viewer = page.getByRole('dialog')
  const large = viewer.getByRole('img', { name: 'Open notebook with handwritten pages' })
  await expect(large).toBeInViewport()
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)
  // The address shows the image without a script; the keys need it.
  await expect(viewer).toHaveJSProperty('open', true)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toContainText('5 of 6')
  await page.mouse.click(20, 300)
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(HUB)
  await page.getByRole('link', { name: 'Meeting room' }).click()
  await viewer.getByText('2 of 6').click()
  await expect(viewer).toBeHidden()
})

test.describe('far from Kathmandu', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })
  test("opening hours follow Kathmandu's time on a page that stays open", async ({ page }) => {
    // Thursday morning in Kathmandu is Wednesday evening in Los Angeles.
    await page.clock.install({ time: '2026-12-10T00:14:00Z' })
    await page.goto(HUB)
    await expect(page.getByRole('rowheader', { name: 'Thursday (today)' })).toBeVisible()
    await expect(page.getByText('Closed, opens at 06:00')).toBeVisible()
    await page.clock.runFor('02:00')
    await expect(page.getByText('Open now, until 22:00')).toBeVisible()
    await page.clock.runFor('16:00:00')
    await expect(page.getByText('Closed, opens tomorrow at 06:00')).toBeVisible()
    await page.clock.runFor('02:00:00')
    await expect(page.getByRole('rowheader', { name: 'Friday (today)' })).toBeVisible()
    await expect(page.locator('tr[aria-current]')).toHaveCount(1)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a photo opens and closes by its address, and no day is marked', async ({ page }) => {
    await page.goto(HUB)
    await expect(page.locator('tr[aria-current]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Coffee bar with' }).click()
    await expect(page.getByText('6 of 6')).toBeInViewport()
    await page.getByRole('link', { name: 'Back to the page' }).click()
    await expect(page.getByText('6 of 6')).toBeHidden()
  })
})

test('an unavailable location has a disabled button with the reason instead of a link', async ({ page }) => {
  await page.goto('/locations/jhamsikhel-loft')
  await expect(heading(page, 'Jhamsikhel Loft')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Reserved for 6 months' })).toBeDisabled()
  await expect(main.getByRole('link', { name: 'Book Now', exact: true })).toHaveCount(0)
  await main.getByRole('link', { name: 'Locations that you can book now' }).click()
  await expect(heading(page, 'Locations that you can book now')).toBeInViewport()
})

test('opening the waiting list of a location moves neither its name nor its description', async ({ page }) => {
  await page.goto('/locations/jhamsikhel-loft')
  const texts = [heading(page, 'Jhamsikhel Loft'), page.getByText('A tall room with steel windows')]
  const read = async () => [await texts[0]?.boundingBox(), await texts[1]?.boundingBox()]
  const before = await read()
  const opener = page.locator('summary')
  await opener.click()
  await expect(page.getByRole('form', { name: 'Tell me when it is available' })).toBeVisible()
  await expect(opener.locator('.button')).toBeHidden()
  expect(await read()).toEqual(before)
})

test('the page of a location that is not open yet waits for its opening', async ({ page }) => {
  await page.goto('/locations/baluwatar-studios')
  await expect(page.locator('summary', { hasText: 'Tell me when it opens' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What it will have' })).not.toContainText('reserved')
})

test('the page of a location lists its rooms, with the price of those that can be booked', async ({ page }) => {
  await page.goto(HUB)
  const rooms = page.getByRole('region', { name: 'Rooms' })
  await expect(rooms).toContainText(
    /A meeting room is NPR\s800 per hour\. Professional includes 8 meeting-room hours a month\./,
  )
  await expect(rooms.getByRole('listitem').filter({ hasText: 'Walnut room' })).toContainText(
    /8 seats, wall screen, whiteboard, video calls\s*Can be booked 08:00–20:00\./,
  )
  await expect(rooms.getByRole('listitem').filter({ hasText: 'Phone booth' })).toContainText(
    'Cannot be booked: use it when it is free.',
  )
  await expect(rooms.getByRole('link')).toHaveAttribute('href', '/booking?location=dhobighat-hub')
  await page.goto('/locations/jhamsikhel-loft')
  await expect(rooms).toContainText('Mezzanine room')
  await expect(rooms).not.toContainText(/NPR|Can be booked/)
  await page.goto('/locations/baluwatar-studios')
  await expect(rooms).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test(
    'the page of a location books from a bar with the price and the free seats of today',
    EVERYDAY,
    async ({ page }) => {
      await page.clock.install()
      await page.route('/api/prices/figures', async (route) => {
        const response = await route.fetch()
        const texts = { 'kausimaa/free': '12 seats free today', 'kausimaa/explorer/daily': '450' }
        await route.fulfill({ response, json: { ...(await response.json()), ...texts } })
      })
      await page.goto('/locations/kausimaa')
      await page.clock.runFor(500)
      const bar = page.locator('.foot-bar')
      await expect(bar).toHaveText(/^\s*Day pass NPR\s450\s*12 seats free today\s*Book Now\s*$/)
      for (const text of ['Rooms', 'Getting here']) {
        await heading(page, text).scrollIntoViewIfNeeded()
        await expect(bar).toBeInViewport({ ratio: 1 })
      }
      const book = bar.getByRole('link', { name: 'Book Now' })
      const [button, assistant] = [await book.boundingBox(), await page.getByLabel('Ask a question').boundingBox()]
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(assistant?.x ?? 0)
      await expect(book).toHaveAttribute('href', '/booking?location=kausimaa')
      await page.unrouteAll({ behavior: 'wait' })
      await page.goto('/locations/jhamsikhel-loft')
      await expect(heading(page, 'Jhamsikhel Loft')).toBeVisible()
      await expect(bar).toHaveCount(0)
    },
  )
})

test('the page of a location names what it does not have, and how many photographs open', async ({ page }) => {
  await page.goto('/locations/kausimaa')
  const inside = page.getByRole('region', { name: 'What you get here' })
  const missing = inside.getByRole('heading', { name: 'Not here' }).locator('+ ul').getByRole('listitem')
  await expect(missing).toHaveText(['24/7 access', 'Event space', 'Parking'])
  await expect(inside.getByText('Every monthly plan')).toBeVisible()
  await expect(inside.getByText('Enterprise', { exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Take A Tour' })).toContainText('4 photographs')
})

test('the page of a location shows it on a map and says how to get there', async ({ page }) => {
  await page.goto('/locations/kausimaa')
  const way = page.getByRole('region', { name: 'Getting here' })
  const map = way.getByRole('img', { name: 'Map of the valley with the Ring Road, three rivers and Kausimaa' })
  await map.scrollIntoViewIfNeeded()
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360)
  for (const [name, text] of [
    ['Street', 'Tridevi Marg, Thamel'],
    ['On foot', '5 min from the Garden of Dreams'],
    ['Parking', 'None here. The nearest car park is four minutes away'],
    ['At the door', /^Enter through the courtyard/],
  ] as const)
    await expect(way.locator('dt', { hasText: name }).locator('+ dd')).toHaveText(text)
  await expect(way.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=Tridevi+Marg%2C+Kathmandu',
  )
})

test('the index of locations names their area and day pass', async ({ page }) => {
  await page.goto('/locations')
  const index = page.getByRole('navigation', { name: 'Locations on this page' })
  await expect(index.getByRole('link', { name: /Dhobighat, Lalitpur\s*Day pass NPR\s*500/ })).toBeVisible()
  await expect(index.getByRole('link', { name: /Jhamsikhel, Lalitpur/ })).toContainText(/Day pass NPR\s*500/)
  await expect(index.getByRole('link', { name: /Baluwatar, Kathmandu/ })).not.toContainText('Day pass')
})

test('the map of all locations is also a list with links to maps', async ({ page }) => {
  await page.goto('/locations')
  const map = page.getByRole('region', { name: 'On the map' })
  await map.scrollIntoViewIfNeeded()
  const image = map.getByRole('img')
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360)
  const places = map.getByRole('listitem')
  await expect(places).toHaveCount(4)
  await expect(places.nth(3)).toContainText('Baluwatar Marg. 6 min walk from Nepal Rastra Bank.')
  await expect(places.nth(0).getByRole('link', { name: 'Open Dhobighat Hub in maps' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/.*Dhobighat/,
  )
})

test('an announced location shows planned hours and a tour', async ({ page }) => {
  await page.goto('/locations')
  await expect(page.getByRole('article', { name: 'Baluwatar Studios' })).toContainText('Mon–Fri, planned')
  await page.goto('/locations/baluwatar-studios')
  await expect(page.getByRole('heading', { name: 'Take A Tour' })).toBeVisible()
  await expect(page.getByText('Not open yet. Planned staffed hours')).toBeVisible()
})

/** Replaces what the server says about the closures of the hub. */
const setClosures = (page: Page, status: string, closures: string) =>
  page.route('/api/prices/figures', async (route) => {
    const response = await route.fetch()
    const texts = { 'dhobighat-hub/status': status, 'dhobighat-hub/closures': closures }
    await route.fulfill({ response, json: { ...(await response.json()), ...texts } })
  })

test('the page of a location says that it is closed today, and moves no line of its facts', async ({ page }) => {
  await setClosures(page, '', '')
  await page.goto(HUB)
  const usual = page.locator('[data-now]')
  await expect(usual).toHaveText(/^(Open now, until|Closed, opens) /)
  await expect(page.locator('[data-price="dhobighat-hub/closures"]')).toBeHidden()
  const facts = page.getByRole('list').filter({ has: usual })
  const box = await facts.boundingBox()
  await setClosures(page, 'Closed today: Tihar', 'Closed 8 Nov (Tihar)')
  await page.reload()
  await expect(facts).toContainText('Closed today: Tihar')
  await expect(usual).toBeHidden()
  await expect(page.getByRole('region', { name: 'Opening hours' })).toContainText('Closed today: Tihar')
  await expect(page.getByText('Closed 8 Nov (Tihar)')).toBeVisible()
  expect(await facts.boundingBox()).toEqual(box)
})
