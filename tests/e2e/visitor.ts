import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import type { saveClosures } from '#contract/admin/closures.ts'
import type { Input } from '#contract/endpoint.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { staffOf } from '../support/staff.ts'

/** Assigns each test its own address, and fails it when a page logs an error or violates its policy. */
export const test = base.extend<{ address: string; faults: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern
  address: async ({}, use) => use(`10.${randomByte()}.${randomByte()}.${randomByte()}`),
  context: async ({ context, address }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    await use(context)
  },
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', ({ message }) => void faults.push(message))
      page.on('console', (message) => {
        // The browser logs every rejected request.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
export { expect, inDays }

/** Marks a test that `npm test` runs. `npm run test:heavy` runs all. */
export const EVERYDAY = { tag: '@everyday' }

const randomByte = (): number => Math.floor(Math.random() * 256)

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name })

export interface BookingOptions {
  location?: string
  plan?: string
  start?: IsoDate
  /** Used by `book` only. */
  billing?: 'annual'
  lastName?: string
}

let chosenStarts = 0
/** Alternates between two months: all tests together book more seats than one month has. */
const chooseStart = (): IsoDate => inDays(chosenStarts++ % 2 === 0 ? 20 : 51)

/** Fills in the first three steps and the contact step. */
export async function fillWizard(page: Page, options: BookingOptions = {}): Promise<void> {
  const { location = 'Dhobighat Hub', plan = 'Professional', start = chooseStart(), lastName = 'Shrestha' } = options
  // `check()` fails when the choice is shown a moment later, while the page starts.
  for (const name of [location, plan]) {
    const radio = page.getByRole('radio', { name })
    // A click while the page starts can be lost, which is a known fault.
    await expect(async () => {
      await radio.click()
      await expect(radio).toBeChecked({ timeout: 5_000 })
    }).toPass()
  }
  await button(page, 'Continue to dates').click()
  await page.getByLabel(plan === 'Explorer' ? 'Date' : 'Start date', { exact: true }).fill(start)
  await button(page, 'Continue to add-ons').click()
  await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
  await button(page, 'Continue to details').click()
  await expect(heading(page, 'Who is the booking for?')).toBeFocused()
  await page.getByLabel('First name').fill('Aarati')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').fill('aarati@example.com')
  await page.getByLabel('Phone').fill('9841234567')
}

/** Creates a booking with the API and opens its payment page. */
export async function book(page: Page, options: BookingOptions = {}): Promise<void> {
  const { location = 'Dhobighat Hub', plan = 'Professional', start = chooseStart(), lastName = 'Shrestha' } = options
  const billing = options.billing && { billing: options.billing }
  const contactInfo = { firstName: 'Aarati', lastName, email: 'aarati@example.com', phone: '9841234567' }
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({
      locationId: idOf(location),
      planId: idOf(plan),
      startDate: start,
      contactInfo,
      ...billing,
    }),
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { bookingId, secret } = (await response.json()) as { bookingId: string; secret: string }
  // The address carries the booking, as in a browser without storage.
  await page.goto(`/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  // The page removes the booking from the address once it has started.
  await expect(page).toHaveURL(/\/payment$/)
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

/** Chooses a payment method on the payment page and submits it. */
export async function payBy(page: Page, method: string): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  await button(page, /^(Pay|Continue|Show|Announce|Confirm|Get)/)
    .first()
    .click()
}

/** Books a day pass at Kausimaa, and pays it with this choice of eSewa's sandbox. */
export async function bookAndPay(
  page: Page,
  choice: RegExp,
  startDate = inDays(40),
): Promise<{ bookingId: string; link: string }> {
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', startDate }),
  })
  const { bookingId, secret } = (await response.json()) as { bookingId: string; secret: string }
  const link = `/your-booking#${bookingId}.${secret}`
  await page.goto(link)
  await button(page, /^Pay NPR/).click()
  await button(page, /^Pay/).first().click()
  await chooseOutcome(page, choice)
  await expect(page).toHaveURL(/\/payment\/esewa\/success/)
  return { bookingId, link }
}

/** Ends a payment on a page of the sandbox, whose less usual outcomes are closed at first. */
export async function chooseOutcome(page: Page, outcome: RegExp): Promise<void> {
  await page.getByText('Other outcomes').click()
  await button(page, outcome).click()
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** Returns a last name that no other test uses. */
export const uniqueName = (): string => `T${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

/** The account that `signIn` uses. */
export const OWNER = staffOf(Number(process.env.TEST_PARALLEL_INDEX))

/** Signs in with the API and opens a staff screen. */
export async function signIn(page: Page, screen = '/admin'): Promise<void> {
  const response = await page.request.post('/api/admin/session', { data: OWNER })
  expect(response.status()).toBe(200)
  await page.goto(screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Adds entries to the list of closed days, also of days with bookings. */
export async function closeDays(browser: Browser, ...added: Input<typeof saveClosures>['closures']): Promise<void> {
  const staff = await browser.newPage()
  await signIn(staff)
  const headers = { origin: new URL(staff.url()).origin }
  // Another test may change the list between the calls.
  await expect(async () => {
    const { version, closures } = await (await staff.request.get('/api/admin/closures')).json()
    const save = (affected?: string) =>
      staff.request.put('/api/admin/closures', {
        data: { version, closures: [...closures, ...added], affected },
        headers,
      })
    const saved = await save()
    const { error } = await saved.json()
    const response = error?.code === 'has_bookings' ? await save(error.current.key) : saved
    expect(response.ok(), await response.text()).toBe(true)
  }).toPass()
  await staff.close()
}

/** Fills in and sends the sign-in form. */
export async function fillSignIn(page: Page, { email, password }: typeof OWNER): Promise<void> {
  // The browser would submit the form before the page has started.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** Waits until the list has loaded, so that later bookings show a notification. */
export const waitForBookings = (page: Page): Promise<void> =>
  expect(page.getByText(/^(The first )?[\d,]+( of (more than )?[\d,]+)?( bookings?)?$/).first()).toBeAttached()

/** Opens the second step of the wizard for the choices of an address. */
export async function openDates(page: Page, choices: string): Promise<void> {
  await page.goto(`/booking?${choices}`)
  await button(page, 'Continue to dates').click()
}

/** Presses Tab until an element with this name has the focus. Returns how often. */
export async function tabTo(page: Page, name: RegExp): Promise<number> {
  for (let presses = 1; presses <= 60; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement
      // Its text is that of the whole page.
      if (focused === document.body) return ''
      return [focused.getAttribute('aria-label'), focused.labels?.[0]?.textContent, focused.textContent]
        .join(' ')
        .trim()
    })
    if (name.test(label)) return presses
  }
  throw new Error(`${name} cannot be reached with the Tab key`)
}

export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })

/** Holds responses from an address until the returned function is called. */
export async function holdResponses(
  page: Page,
  address: string,
  handle = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await handle(route)
  })
  return resolve
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs all rules in the light scheme and the color rules in the dark one, and polls while a list reloads. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect
    .poll(() => violations(new AxeBuilder({ page }).withTags(RULES)), { message: `${page.url()} light` })
    .toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect
    .poll(() => violations(new AxeBuilder({ page }).withRules(COLOR_RULES)), { message: `${page.url()} dark` })
    .toEqual([])
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  // Legacy mode opens no second page, which only frames would need.
  const { violations: found } = await builder.setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Checks the page at these widths, then in the window as it was. */
export async function expectNoSidewaysScroll(page: Page, ...widths: number[]): Promise<void> {
  const window = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    await expectNoSidewaysScroll(page)
  }
  if (window && widths.length > 0) await page.setViewportSize(window)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, page.url()).toBeLessThanOrEqual(0)
}
