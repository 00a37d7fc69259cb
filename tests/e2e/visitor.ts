import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { Buyers } from '../support/buyer.ts'
import { staffOf } from '../support/staff.ts'

/** Every test is a visitor with an address of their own; a page that logs an error or breaks its own policy fails. */
export const test = base.extend<{ address: string; faults: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern
  address: async ({}, use) => use(`10.${part()}.${part()}.${part()}`),
  context: async ({ context, address }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    await use(context)
  },
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', ({ message }) => void faults.push(message))
      page.on('console', (message) => {
        // Refused calls are part of what is tested; the browser logs each of them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

const part = (): number => Math.floor(Math.random() * 256)

export const inDays = (days: number): IsoDate => addDays(kathmanduDate(Date.now()), days)

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name })

export interface Wishes {
  location?: string
  plan?: string
  start?: IsoDate
  /** Only of `book`. */
  billing?: 'annual'
  lastName?: string
}

/** Steps 1 to 3 with the pointer; ends on the contact step, filled in. */
export async function fillWizard(page: Page, wishes: Wishes = {}): Promise<void> {
  const { location = 'Dhobighat Hub', plan = 'Professional', start = inDays(20), lastName = 'Shrestha' } = wishes
  // Not `check()`, which looks at once: what is chosen while the page wakes up shows a moment later.
  for (const name of [location, plan]) {
    const radio = page.getByRole('radio', { name })
    // A click in the moment in which the page starts can be lost: a known fault that this does not test.
    await expect(async () => {
      await radio.click()
      await expect(radio).toBeChecked({ timeout: 5_000 })
    }).toPass()
  }
  await button(page, 'Date and time').click()
  await page.getByLabel(plan === 'Explorer' ? 'Date' : 'Start date', { exact: true }).fill(start)
  await button(page, 'Add-ons and notes').click()
  await expect(heading(page, 'Anything to go with the desk?')).toBeFocused()
  await button(page, 'Contact info').click()
  await expect(heading(page, 'Who is the booking for?')).toBeFocused()
  await page.getByLabel('First name').fill('Aarati')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').fill('aarati@example.com')
  await page.getByLabel('Phone').fill('9841234567')
}

/** A booking as the wizard sends it, and its payment screen. The wizard has tests of its own. */
export async function book(page: Page, wishes: Wishes = {}): Promise<void> {
  const { location = 'Dhobighat Hub', plan = 'Professional', start = inDays(20), lastName = 'Shrestha' } = wishes
  const billing = wishes.billing && { billing: wishes.billing }
  const contactInfo = { firstName: 'Aarati', lastName, email: 'aarati@example.com', phone: '9841234567' }
  const answer = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: Buyers.choices({ locationId: idOf(location), planId: idOf(plan), startDate: start, contactInfo, ...billing }),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { bookingId, secret } = (await answer.json()) as { bookingId: string; secret: string }
  // As where the browser keeps nothing: the address brings the booking.
  await page.goto(`/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  // The heading stands before anything listens; what the address brought is kept once it is gone from there.
  await expect(page).toHaveURL(/\/payment$/)
  await expect(heading(page, 'Complete Your Payment')).toBeVisible()
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** A name that no other test uses. */
export const someName = (): string => `T${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

/** Whom `signIn` signs in. */
export const OWNER = staffOf(Number(process.env.TEST_PARALLEL_INDEX))

/** Past the door, which has tests of its own, to a screen of the staff area. */
export async function signIn(page: Page, screen = '/admin'): Promise<void> {
  const answer = await page.request.post('/api/admin/session', { data: OWNER })
  expect(answer.status()).toBe(200)
  await page.goto(screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Past what the page is built with: the list has been read, and what happens from here on is news. */
export const bookingsRead = (page: Page): Promise<void> =>
  expect(page.getByText(/^(The first )?[\d,]+( of (more than )?[\d,]+)?( bookings?)?$/).first()).toBeAttached()

/** Keeps back what the page asks of an address; gives the way to let it come. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: awaited, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await awaited
    await route.continue()
  })
  return resolve
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** What the scheme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Nothing that a machine can find: everything in the light, what colours decide in the dark as well. A list that is read
 * anew is paler meanwhile: what counts is what stays.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect
    .poll(() => violations(new AxeBuilder({ page }).withTags(RULES)), { message: `${page.url()} light` })
    .toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect
    .poll(() => violations(new AxeBuilder({ page }).withRules(COLOURS)), { message: `${page.url()} dark` })
    .toEqual([])
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  // Without a second page for each look: no page of ours has a frame to look into.
  const { violations: found } = await builder.setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, page.url()).toBeLessThanOrEqual(0)
}
