import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { npr, paisa, ZERO } from '#domain/money.ts'
import { BookingDrawer } from '#islands/admin/bookings/BookingDrawer.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { day } from '../../domain/business.ts'
import { row, staffSession, withTab } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

withTab()

const PAYMENT: BookingDetail['payments'][number] = {
  paymentId: 'p1',
  purpose: 'booking',
  method: 'esewa',
  state: 'confirmed',
  amount: paisa(60_000),
  fee: ZERO,
  received: null,
  refunded: ZERO,
  refundDue: ZERO,
  transactionId: null,
  reason: null,
  createdAt: '2026-12-01T04:15:00.000Z',
  receipts: [],
}
const CARD = { ...PAYMENT, paymentId: 'p2', purpose: 'difference', method: 'stripe', amount: paisa(16_525) } as const
const DETAIL: BookingDetail = {
  ...row(1, { state: 'confirmed', amount: paisa(60_000) }),
  firstName: 'Nisha',
  lastName: 'Karki',
  pan: '',
  billing: 'daily',
  startTime: null,
  endTime: null,
  seats: 1,
  people: [],
  lines: [
    { kind: 'plan', id: 'explorer', label: 'Explorer', quantity: 1, unitAmount: paisa(60_000), amount: paisa(60_000) },
  ],
  totalAmount: paisa(60_000),
  difference: ZERO,
  totals: { difference: ZERO, hours: ZERO, fee: ZERO, received: paisa(60_000), refunded: ZERO, refundDue: ZERO },
  change: null,
  hourPrice: null,
  started: false,
  notes: '',
  placedBy: null,
  expiresAt: null,
  payments: [PAYMENT],
  membership: null,
  cancellation: {
    freeUntil: '2026-12-09T00:15:00.000Z',
    refund: ZERO,
    paid: ZERO,
    guarantee: false,
    isClosedDay: false,
  },
  timeline: [],
}

async function mountDrawer(over: Partial<BookingDetail> = {}) {
  const detail = { ...DETAIL, ...over }
  const { element } = await mount(
    <BookingDrawer selected={{ state: 'open', id: detail.bookingId, detail }} methods={{ esewa: 'eSewa' }} />,
  )
  return { element, rows: textsOf(element, 'tr'), payments: textsOf(element, '#booking-payments + ul > li') }
}
const price = (rupees: number) => npr(paisa(rupees * 100))

test('the drawer lists the payment of a change of date, and adds it to the total', async () => {
  const { element, rows, payments } = await mountDrawer({
    amount: paisa(76_525),
    payments: [PAYMENT, CARD],
    totals: { ...DETAIL.totals, difference: paisa(15_000), fee: paisa(1_525), received: paisa(76_525) },
  })
  expect(rows).toEqual([
    `Explorer${price(600)}`,
    `Change of date${price(150)}`,
    `Card fee${price(15.25)}`,
    `Total${price(765.25)}`,
    `Received${price(765.25)}`,
  ])
  expect(payments.map((text) => text?.includes('Change of date'))).toEqual([false, true])
  expect(element.querySelector('h2 ~ p')?.textContent ?? element.textContent).toContain(price(765.25))
})

test('the drawer lists the payment of room hours, and adds it to the total', async () => {
  const { rows, payments } = await mountDrawer({
    amount: paisa(76_525),
    payments: [PAYMENT, { ...CARD, purpose: 'hours' }],
    totals: { ...DETAIL.totals, hours: paisa(16_000), fee: paisa(525), received: paisa(76_525) },
  })
  expect(rows).toContain(`Extra meeting-room hours${price(160)}`)
  expect(rows).toContain(`Total${price(765.25)}`)
  expect(payments.map((text) => text?.includes('Meeting-room hours'))).toEqual([false, true])
})

const REFUND_DUE: Partial<BookingDetail> = {
  state: 'cancelled',
  payments: [{ ...PAYMENT, state: 'partly_refunded', refunded: paisa(10_000), refundDue: paisa(50_000) }],
  totals: { ...DETAIL.totals, refunded: paisa(10_000), refundDue: paisa(50_000) },
}

test('a cancelled booking has what was received, refunded and is due', async () => {
  $session.set({ state: 'open', user: staffSession() })
  const { element, rows, payments } = await mountDrawer(REFUND_DUE)
  expect(rows.slice(1)).toEqual([
    `Total${price(600)}`,
    `Received${price(600)}`,
    `Refunded or being refunded${price(100)}`,
    `Refund due to the customer${price(500)}`,
  ])
  const decision = element.querySelector('table + a')
  expect(decision?.textContent).toBe(`Decide on refund ${price(500)}`)
  expect(decision?.getAttribute('href')).toBe(`/admin/payments?open=${PAYMENT.paymentId}`)
  expect(textsOf(element, '.tag')).toContain('Refund due')
  expect(payments.join()).not.toContain('to refund')
})

test('a cancelled booking names who cancelled it, and when', async () => {
  const event = {
    kind: 'audit',
    action: 'booking_cancelled',
    at: '2026-11-30T14:21:00.000Z',
    before: null,
    after: null,
    reason: null,
  } as const
  const mountBy = async (by: string | null) =>
    (await mountDrawer({ ...REFUND_DUE, timeline: [{ ...event, by }] })).element.textContent
  expect(await mountBy(null)).toContain('Cancelled by the customer, 30 Nov 2026, 20:06.')
  expect(await mountBy('Asha Rai')).toContain('Cancelled by Asha Rai, 30 Nov 2026, 20:06.')
})

test('only a booking that needs a decision can be moved instead of refunded', async () => {
  $session.set({ state: 'open', user: staffSession() })
  const { element } = await mountDrawer({ ...REFUND_DUE, state: 'needs_decision' })
  expect(element.querySelector('table + a')?.textContent).toBe(`Move or refund ${price(500)}`)
})

test('the front desk sees a refund that is due without a link to decide on it', async () => {
  $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
  const { element, rows } = await mountDrawer(REFUND_DUE)
  expect(rows).toContain(`Refund due to the customer${price(500)}`)
  expect(element.querySelector('table + a')).toBeNull()
})

test('a cancelled booking without a refund has none due, and an unpaid one has no such line', async () => {
  const late = await mountDrawer({ state: 'cancelled' })
  expect(late.rows.slice(2)).toEqual([`Received${price(600)}`, `Refund due to the customer${price(0)}`])
  const unpaid = await mountDrawer({ state: 'cancelled', totals: { ...DETAIL.totals, received: ZERO } })
  expect(unpaid.rows.at(-1)).toBe(`Total${price(600)}`)
})

test('the drawer of a team names its people and counts the others', async () => {
  const { element } = await mountDrawer({ seats: 5, people: ['Nisha Karki', '', 'Maya Tamang', '', ''] })
  expect(element.textContent).toContain('Nisha Karki, Maya Tamang, 3\u00a0not\u00a0named')
  const unnamed = await mountDrawer({ seats: 5, people: ['', '', '', '', ''] })
  expect(unnamed.element.textContent).toContain('People5\u00a0not\u00a0named')
  expect((await mountDrawer()).element.textContent).not.toContain('not\u00a0named')
})

test('an open change has its dates, amount and deadline', async () => {
  const change = {
    startDate: day('2026-12-20'),
    endDate: day('2026-12-20'),
    amount: paisa(15_000),
    expiresAt: '2026-12-01T04:45:00.000Z',
  }
  const { element, rows } = await mountDrawer({ change })
  const text = element.querySelector('.note')?.textContent
  for (const part of ['20 Dec 2026', '1 Dec 2026', '10:30']) expect(text).toContain(part)
  expect(rows.slice(-2)).toEqual([`Total with the new date${price(750)}`, `To pay for the new date${price(150)}`])
  expect((await mountDrawer()).element.querySelector('.note')).toBeNull()
})

test('an open change of date is marked as not paid', async () => {
  const dates = { startDate: day('2026-12-28'), endDate: day('2026-12-28') }
  const { element } = await mountDrawer({
    change: { ...dates, amount: paisa(15_000), expiresAt: '2026-12-01T04:30:00.000Z' },
  })
  expect(element.textContent).toContain(
    'The customer is changing the date to 28 Dec 2026. It is not paid yet. You need not do anything: the customer pays online. Both dates are held until 1 Dec 2026, 10:15.',
  )
})
