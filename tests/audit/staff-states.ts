/** How states of staff screens are reached. */
import type { Page } from '@playwright/test'
import { button, click, heading, NOW, type State } from './state.ts'

export const first =
  (selector: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.locator(selector).first().click()
    await page.waitForURL(/open=/)
    for (const name of buttons) await click(page, name)
  }
/** Opens a form of the first booking that is not among its main actions. */
export const moreOf = (selector: string, name: string) => async (page: Page) => {
  await first(selector)(page)
  await page.getByText('More actions').click()
  await click(page, name)
}
export const BOOKING = 'tbody th a'
export const PAYMENT = 'ol button'
/** Of the sample payments that staff verify, the first with a new receipt. */
export const RECEIPT = 'ol li:nth-child(3) button'
export const MEMBERSHIP = 'tbody th button'

export const staff = (name: string, path: string, reach?: State['reach']): State => ({
  name: `admin-${name}`,
  path: `/admin${path}`,
  staff: true,
  reach,
})

/** The payment of a change of date, and a change that waits for one, because sample prices are equal on all days. */
export async function addChanges(page: Page) {
  await page.route(/\/api\/admin\/bookings\/BK-[^/]+$/, async (route) => {
    const response = await route.fetch()
    const detail = await response.json()
    const [payment] = detail.payments
    const paid = {
      ...payment,
      paymentId: 'a-difference',
      purpose: 'difference',
      amount: 50_000,
      fee: 0,
      received: null,
    }
    const expiresAt = new Date(NOW + 30 * 60_000).toISOString()
    const change = { startDate: '2026-12-28', endDate: '2026-12-28', amount: 75_000, expiresAt }
    const totals = { ...detail.totals, difference: 50_000, received: detail.totals.received + 50_000 }
    const amount = detail.amount + 50_000
    await route.fulfill({ response, json: { ...detail, amount, payments: [payment, paid], change, totals } })
  })
}

/** A refund in cash that the desk has still to pay out, of the first payment that waits. */
export async function addCashRefund(page: Page) {
  const addTo = <Item extends { payment: { refundDue: number }; reviewReasons: string[] }>(item: Item): Item => ({
    ...item,
    payment: { ...item.payment, refundDue: item.payment.refundDue - 50_000, unpaidCash: 50_000 },
    reviewReasons: [...item.reviewReasons.filter((reason) => reason !== 'refund_due'), 'cash_refund'],
  })
  await page.route(/\/api\/admin\/payments\/(?!waiting)[^/?]+$/, async (route) => {
    const response = await route.fetch()
    const view = await response.json()
    const at = new Date(NOW - 3_600_000).toISOString()
    const refund = {
      ...{ refundId: 'a-refund', paymentId: view.payment.paymentId, channel: 'cash', state: 'requested' },
      ...{ amount: 50_000, reason: 'A day without power', reference: null, response: null },
      ...{ by: 'Asha Rai', createdAt: at, updatedAt: at },
    }
    const refundable = view.refunds.refundable - refund.amount
    const refunds = { ...view.refunds, channels: ['manual'], refundable, items: [refund] }
    await route.fulfill({ response, json: { ...addTo(view), refunds } })
  })
  await page.route('**/api/admin/payments/waiting*', async (route) => {
    const response = await route.fetch()
    const queue = await response.json()
    const [first, ...others] = queue.items
    await route.fulfill({ response, json: { ...queue, items: [addTo(first), ...others] } })
  })
  await page.reload()
}

export const CLOSED = 'Painting'

/** A closed day today, which a real one would be for all later images. */
export async function closeToday(page: Page) {
  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch()
    const today = await response.json()
    const locations = today.locations.map((location: { hours: object; days: object[] }) => ({
      ...location,
      hours: { ...location.hours, isOpen: false },
      days: location.days.map((day, index) => (index < 3 ? { ...day, closed: CLOSED } : day)),
    }))
    const waiting = { ...today.waiting, closedDayBookings: 16 }
    await route.fulfill({ response, json: { ...today, locations, waiting } })
  })
  await page.route('**/api/admin/day-sheet?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), closed: CLOSED, nextOpenDay: '2026-12-04' } })
  })
  await page.reload()
  await page.getByText(`: ${CLOSED}`).first().waitFor()
}

export async function addDays(page: Page, reason: string) {
  await click(page, 'Add days')
  await page.getByLabel('Reason, shown to visitors').fill(reason)
  await click(page, 'Save 1 change')
}

/** Closes today without storing it. */
export async function closeBookedDays(page: Page) {
  await addDays(page, CLOSED)
  await heading(page, /affected$/)
}

/** Shows the bookings that closing today would meet as those of a closed day. */
export async function listClosedDayBookings(page: Page) {
  const rejected = page.waitForResponse((response) => response.status() === 409)
  await closeBookedDays(page)
  const { current } = (await (await rejected).json()).error
  const closure = { id: current.affected[0].closureId, locationId: null, reason: CLOSED, hours: null }
  const day = new Date(NOW).toISOString().slice(0, 10)
  await page.route('**/api/admin/closures', async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    const closures = [{ ...closure, from: day, to: day }, ...list.closures]
    await route.fulfill({ response, json: { ...list, ...current, closures } })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await click(page, 'Discard')
  await page.reload()
  await heading(page, new RegExp(CLOSED))
}

/** A planned change, and a block of seats that are booked, without storing them. */
export async function listSeats(page: Page) {
  await page.route('**/api/admin/capacity?*', async (route) => {
    const response = await route.fetch()
    const capacity = await response.json()
    const changes = [
      { from: '2026-11-20', seats: 40, reason: 'Two more desks', by: 'Sita Rai' },
      { from: '2027-01-10', seats: 36, reason: 'Renovation of the upper floor', by: 'Sita Rai' },
    ]
    const days = ['2026-12-10', '2026-12-11']
    const block = {
      id: 'a-block',
      from: '2026-12-10',
      to: '2026-12-12',
      seats: 4,
      reason: 'New carpet',
      by: 'Sita Rai',
    }
    const blocks = [
      { ...block, short: days.map((date) => ({ date, seats: 3, booked: 3 })) },
      { ...block, id: 'another', from: '2026-12-20', to: '2026-12-20', seats: 1, reason: 'Broken chair', short: [] },
    ]
    const short = [{ date: '2027-01-12', seats: 36, taken: 38, short: 2 }]
    await route.fulfill({ response, json: { ...capacity, changes, blocks, short } })
  })
  await page.reload()
  await page.getByText('New carpet').waitFor()
}

/** Some blocked seats today and tomorrow, which real ones would be for all later images. */
export async function blockToday(page: Page) {
  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch()
    const today = await response.json()
    const locations = today.locations.map((location: { seats: number; days: object[] }) => ({
      ...location,
      days: location.days.map((day, index) => (index < 3 ? { ...day, blocked: 8 } : day)),
    }))
    await route.fulfill({ response, json: { ...today, locations } })
  })
  await page.reload()
  await page.getByText('8 blocked').first().waitFor()
}

export async function writeMailing(page: Page) {
  // Its name is shorter on phones.
  await click(page, /^Email (all|everyone who comes)$/)
  await page.getByLabel('Subject').fill('No water in the morning')
  await page.getByLabel('Message').fill('The water is off from 06:00 to 10:00.\n\nCoffee is free that morning.')
}

export async function previewMailing(page: Page) {
  await writeMailing(page)
  await click(page, 'Preview')
  await button(page, /^Email \d/).waitFor()
  // The port of the server differs between runs.
  await page.getByText('/your-booking').evaluate((text) => {
    text.textContent = text.textContent?.replace(/:\d+\/your-booking/, '/your-booking') ?? ''
  })
}

export async function search(page: Page, text?: string) {
  await page.getByText('seats taken').first().waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill(text ?? '')
  if (text) await page.getByRole('option', { name: text }).first().waitFor()
}
