/** How states of public pages are reached. */
import type { Page } from '@playwright/test'
import { BookingClient } from '../support/booking-client.ts'
import { click, heading, NOW, radio, type State } from './state.ts'

/** The first day of bookings. */
export const START = '2026-12-22'

export async function wizard(page: Page, step: number, plan = 'Professional') {
  await page.locator('[data-live]').waitFor()
  await radio(page, 'Dhobighat Hub')
  await radio(page, plan)
  if (step > 1) {
    await click(page, 'Continue to dates')
    await page.getByRole('grid').first().waitFor()
  }
  if (step > 2) {
    await fillStart(page, plan)
    await click(page, 'Continue to add-ons')
  }
  if (step > 3) await click(page, 'Continue to details')
}

const fillStart = (page: Page, plan = 'Professional') =>
  page.getByLabel(plan === 'Explorer' ? 'Date' : 'Start date', { exact: true }).fill(START)

export async function dates(page: Page) {
  await wizard(page, 2)
  await fillStart(page)
}

const CONTACT = { 'First name': 'Aarati', 'Last name': 'Shrestha', Email: 'aarati@example.com', Phone: '9841234567' }

export async function contact(page: Page) {
  await wizard(page, 4)
  for (const [label, text] of Object.entries(CONTACT)) await page.getByLabel(label).fill(text)
}

interface Choices {
  locationId?: string
  startDate?: string
}

export async function book(page: Page, next: (page: Page) => Promise<unknown>, choices: Choices = {}) {
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ planId: 'professional', startDate: START, ...choices }),
  })
  if (!response.ok()) throw new Error(`No booking: ${response.status()} ${await response.text()}`)
  const { bookingId, secret } = await response.json()
  await page.goto(`/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  await page.waitForURL(/\/payment$/)
  await next(page)
}

export const pays = (name: string, next: (page: Page) => Promise<unknown>, choices?: Choices): State => ({
  name: `payment-${name}`,
  path: '/about',
  reach: (page) =>
    book(
      page,
      async () => {
        await heading(page, 'Complete Your Payment')
        await next(page)
      },
      choices,
    ),
})

/** In a later month, because the other states take the seats of the first. */
export const atEsewa = (name: string, clicked: RegExp, title: string): State =>
  pays(
    name,
    async (page) => {
      await click(page, /with eSewa/)
      await heading(page, 'Pay with eSewa')
      await page.getByText('Other outcomes').click()
      await click(page, clicked)
      await heading(page, title)
    },
    { startDate: '2027-01-25' },
  )

/** The booking's own page, at the location whose seats the other states leave free. */
export const own = (
  name: string,
  title: string,
  pay: (page: Page) => Promise<unknown>,
  next: (page: Page) => Promise<unknown> = async () => {},
): State => ({
  name: `your-booking-${name}`,
  path: '/about',
  reach: (page) =>
    book(
      page,
      async () => {
        await heading(page, 'Complete Your Payment')
        await pay(page)
        await page.goto('/your-booking')
        await heading(page, title)
        await next(page)
      },
      { locationId: 'kausimaa' },
    ),
})

/** Two widths fill a time. */
export async function bookTour(page: Page, time: string) {
  await radio(page, 'Kausimaa')
  await page.getByLabel('Day', { exact: true }).selectOption('2026-12-10')
  await page.getByLabel('Time').selectOption(time)
  await page.getByLabel('Name').fill('Nisha Rai')
  await page.getByLabel('Phone').fill('9841234567')
  await click(page, 'Book a free tour')
  await heading(page, 'Your tour is booked')
}

export async function payInSandbox(page: Page) {
  await click(page, /with eSewa/)
  await heading(page, 'Pay with eSewa')
  await click(page, /^Pay NPR/)
  await heading(page, 'Payment Successful!')
}

/** The first free time of the only room. */
export const chooseTime = (page: Page) => page.getByLabel('Time').selectOption({ index: 1 })

/** Adds a move to dearer dates to the booking, because prices do not change between two states. */
export async function addChange(page: Page) {
  await page.route(/\/api\/bookings\/BK-[^/]+$/, async (route) => {
    const response = await route.fetch()
    const booking = await response.json()
    const dates = { startDate: '2026-12-28', endDate: '2027-01-27', startTime: null, endTime: null }
    const expiresAt = new Date(NOW + 30 * 60_000).toISOString()
    const change = {
      changeId: 'a-change',
      kind: 'move',
      ...dates,
      amount: 50_000,
      expiresAt,
      payments: [],
      methods: booking.methods,
    }
    await route.fulfill({ response, json: { ...booking, change } })
  })
}

/** The response to an invalid form that was sent without a script: submit() passes over the form's script. */
const rejected = (page: string, typed: Record<string, string>): State => ({
  name: `${page}-rejected`,
  path: `/${page}/unsent`,
  reach: async (page) => {
    const form = page.getByRole('main').locator('form')
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
    await form.evaluate((form: HTMLFormElement) => form.submit())
    await form.locator('[aria-invalid="true"]').first().waitFor()
  },
})

export const REJECTED_FORMS: readonly State[] = [
  rejected('contact', { Name: 'Aarati Shrestha', Email: 'aarati@', Message: 'Six of us on 12 December.' }),
  rejected('newsletter', { Email: 'aarati@' }),
  rejected('waiting', { Email: 'aarati@', Phone: '9841234567' }),
  rejected('your-booking', {}),
]

/** The booking form as it opens from the page of a membership's booking. */
export const RENEWAL: State = {
  name: 'booking-2-renewal',
  path: '/about',
  reach: async (page) => {
    const choices = { locationId: 'dhobighat-hub', planId: 'professional', billing: 'monthly', startDate: START }
    const terms = { membershipId: 'a-membership', secret: 'its-secret', startDate: START, endDate: '2027-01-21' }
    const prefill = JSON.stringify({ draft: choices, renewal: terms })
    await page.evaluate((text) => sessionStorage.setItem('booking-prefill', text), prefill)
    await page.goto('/booking#step-2')
    await heading(page, 'Renew your membership')
  },
}

export async function ask(page: Page, question?: string) {
  await page.getByRole('link', { name: 'Ask a question' }).click()
  const panel = page.getByRole('dialog', { name: 'Chautari Assistant' })
  const field = panel.getByLabel('Your question')
  await field.fill(question ?? '')
  if (!question) return
  await field.press('Enter')
  await panel.getByText('(offline)').waitFor()
}
