import { expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { day, time } from '../../domain/business.ts'
import { BOOKING_ID, errorResponse, type Payer } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { finishLoading, openYourBooking, pageHeading, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const CANCEL = `POST /api/bookings/${BOOKING_ID}/cancel`
const ACCOUNT = `PUT /api/bookings/${BOOKING_ID}/refund-account`

let visitor: Payer

const open = async (booking: Partial<BookingView>) => {
  visitor = await openYourBooking(booking)
}
const respond = (call: string, booking: Partial<BookingView>) => {
  visitor.server.overrides[call] = () => ({ status: 200, body: bookingView(booking) })
}
const sent = () => visitor.server.requestsTo(/cancel$|refund-account$/).map(({ body }) => body)
const press = async (name: string) => {
  const buttons = [...document.querySelectorAll('button')]
  await click(buttons.find(({ textContent }) => textContent.startsWith(name.replace(/NPR /, 'NPR\u00a0'))) ?? null)
  await finishLoading()
}

const CANCEL_ACTION = {
  refund: paisa(52_750),
  freeUntil: '2026-12-09T00:15:00.000Z',
  needsAccount: false,
  from: 'now',
} as const
const cancellable = (action: object = {}, booking: Partial<BookingView> = {}): Partial<BookingView> => ({
  ...booking,
  actions: { ...bookingView().actions, cancel: { ...CANCEL_ACTION, ...action } },
})
const ROOM = { roomId: 'r', roomName: 'Walnut room', canCancel: true }
const TIMES = { start: time('10:00'), end: time('18:00') }
/** A room and a guest of today, which stay, and of later days. */
const RESERVED: Partial<BookingView> = {
  rooms: {
    list: ['2026-12-03', '2026-12-20'].map((date) => ({ ...ROOM, ...TIMES, reservationId: date, date: day(date) })),
    balance: { included: [], bought: 90 },
    until: null,
  },
  guests: {
    list: ['2026-12-03', '2026-12-20'].map((date) => ({ guestId: date, date: day(date), name: '', canCancel: true })),
    ...{ included: [], bought: 0, canAdd: true },
  },
}
const REFUND = {
  ...{ kind: 'refund' as const, method: 'esewa' as const, amount: paisa(52_750) },
  ...{ at: '2026-12-03T07:30:00.000Z', updatedAt: '2026-12-03T07:30:00.000Z' },
}

test('shows the exact refund and its limit, and cancels only after a second click', async () => {
  await open(cancellable())
  await press('Cancel booking')
  expect(pageText()).toContain('You will get back NPR 527.50, everything that you paid.')
  expect(pageText()).toContain('The full refund is possible until 9 Dec 2026, 06:00')
  expect(document.activeElement?.textContent).toBe('Cancel this booking?')
  expect(document.activeElement?.localName).toBe('h1')
  expect(pageText()).not.toContain('Where should we send the refund?')
  expect(sent()).toEqual([])
  await press('Do not cancel')
  expect([findButton(document.body, 'Do not cancel'), document.activeElement?.textContent]).toEqual([
    null,
    'Cancel bookingFull refund until 9 Dec 2026, 06:00',
  ])
  await press('Cancel booking')
  respond(CANCEL, { status: 'cancelled', history: [...bookingView().history, { ...REFUND, state: 'requested' }] })
  await press('Cancel and get NPR 527.50 back')
  expect(sent()).toEqual([{ expectedRefund: 52_750 }])
  expect(pageHeading()?.textContent).toBe('This booking was cancelled')
  expect(pageText()).toContain('We refund NPR 527.50. We email you when it is sent.')
  expect(pageText()).toContain('Refund requested')
  expect(document.activeElement).toBe(pageHeading())
})

test.each([
  [cancellable({ refund: paisa(0) }), ['You will get nothing back.', 'A full refund was possible until 9 Dec 2026']],
  [
    cancellable({ refund: paisa(0), from: 'tomorrow' }),
    ['You will get nothing back.', 'The days from tomorrow are released, and your membership ends.'],
  ],
  [
    cancellable({ refund: paisa(0), from: 'tomorrow' }, { renewal: { startDate: '2027-01-10', paid: true } }),
    ['The days from tomorrow are released. The renewal of your membership from 10 Jan 2027', 'To cancel it too'],
  ],
  [
    cancellable({ refund: paisa(0), from: 'tomorrow' }, RESERVED),
    [
      'your membership ends. 1 room reservation is released and 1 announced guest is cancelled.',
      'Nothing is refunded for 1.5 bought hours that are left.',
    ],
  ],
])('says before that nothing is refunded: %#', async (booking, texts) => {
  await open(booking)
  await press('Cancel booking')
  for (const expected of texts) expect(pageText()).toContain(expected)
  expect(findButton(document.body, 'Cancel without a refund')).not.toBeNull()
})

test.each([
  ['held', 'You have not paid, so there is nothing to refund.'],
  ['pending_verification', 'If you have paid, we refund it once we find it.'],
] as const)('does not speak of a lost refund for a booking without a payment (%s)', async (status, text) => {
  await open(cancellable({ refund: paisa(0) }, { status, expiresAt: '2026-12-03T08:00:00.000Z', history: [] }))
  await press('Cancel booking')
  expect(pageText()).toContain(text)
  expect(document.querySelector('form [type=submit]')?.textContent).toBe('Cancel booking')
})

test('moves the focus to the first missing field of the chosen kind', async () => {
  await open(cancellable({ needsAccount: true }))
  await press('Cancel booking')
  await press('Cancel and get NPR 527.50 back')
  expect(document.activeElement?.id).toBe('refund-provider')
  expect(pageText()).toContain('Enter the name of the bank')
  expect(pageText()).toContain('Enter the account number')
  await click(document.querySelector('[value=wallet]'))
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  await press('Cancel and get NPR 527.50 back')
  expect(pageText()).toContain('Enter the name of the wallet')
  expect(pageText()).toContain('Enter the wallet’s phone number or email')
  expect(sent()).toEqual([])
})

test.each([
  ['esewa', 'eSewa'],
  ['khalti', 'Khalti'],
] as const)('starts with the wallet that paid (%s)', async (method, wallet) => {
  const history = bookingView().history.map((entry) => ({ ...entry, method }) as typeof entry)
  await open(cancellable({ needsAccount: true }, { history }))
  await press('Cancel booking')
  expect(document.querySelector<HTMLInputElement>('[value=wallet]')?.checked).toBe(true)
  expect(getField(document.body, '#refund-provider').value).toBe(wallet)
  await click(document.querySelector('[value=bank]'))
  expect(getField(document.body, '#refund-provider').value).toBe('')
})

test('closes and moves the focus to the heading when the rest of a booking is cancelled', async () => {
  const monthly = { startDate: '2026-12-03', endDate: '2027-01-02' }
  await open(cancellable({ refund: paisa(0), from: 'tomorrow' }, monthly))
  await press('Cancel booking')
  respond(CANCEL, cancellable({}, { ...monthly, endDate: '2026-12-03', originalEndDate: '2027-01-02' }))
  await press('Cancel without a refund')
  expect([findButton(document.body, 'Cancel without a refund'), findButton(document.body, 'Do not cancel')]).toEqual([
    null,
    null,
  ])
  expect(pageHeading()?.textContent).toBe('The rest of this booking was cancelled')
  expect(document.activeElement).toBe(pageHeading())
})

test('asks for an account where the refund is not automatic, and shows what to correct', async () => {
  await open(cancellable({ needsAccount: true }))
  await press('Cancel booking')
  await click(document.querySelector('[value=wallet]'))
  await type(getField(document.body, '#refund-provider'), 'eSewa')
  await type(getField(document.body, '#refund-account-number'), 'Nisha')
  await type(getField(document.body, '#refund-name'), 'Nisha Karki')
  visitor.server.overrides[CANCEL] = () =>
    errorResponse(422, 'invalid', { fields: { account: 'Enter a phone number' } })
  await press('Cancel and get NPR 527.50 back')
  const refundTo = { wallet: 'eSewa', account: 'Nisha', name: 'Nisha Karki' }
  expect(sent()).toEqual([{ expectedRefund: 52_750, refundTo }])
  expect(pageText()).toContain('Enter a phone number')
  expect(getField(document.body, '#refund-account-number').getAttribute('aria-invalid')).toBe('true')
  await click(document.querySelector('[value=later]'))
  respond(CANCEL, { status: 'cancelled' })
  await press('Cancel and get NPR 527.50 back')
  expect(sent().at(-1)).toEqual({ expectedRefund: 52_750 })
})

test('shows the new refund if it has changed, and cancels nothing', async () => {
  await open(cancellable())
  await press('Cancel booking')
  const current = bookingView(cancellable({ refund: paisa(0) }))
  visitor.server.overrides[CANCEL] = () => errorResponse(409, 'changed_meanwhile', { current })
  await press('Cancel and get NPR 527.50 back')
  expect(pageText()).toContain('The refund has changed since you opened this page.')
  expect(pageText()).toContain('You will get nothing back.')
  expect(findButton(document.body, 'Cancel without a refund')).not.toBeNull()
})

test('can be repeated after a lost response', async () => {
  await open(cancellable())
  await press('Cancel booking')
  visitor.server.overrides[CANCEL] = () => 'unreachable'
  await press('Cancel and get NPR 527.50 back')
  expect(pageText()).toContain('We could not reach the server.')
  respond(CANCEL, { status: 'cancelled' })
  await press('Cancel and get NPR 527.50 back')
  expect(pageHeading()?.textContent).toBe('This booking was cancelled')
})

test('is not offered for a booking that cannot be cancelled', async () => {
  await open({})
  expect(findButton(document.body, 'Cancel booking')).toBeNull()
})

test('asks for the account of a refund that is due, and changes it until the limit', async () => {
  const due: Partial<BookingView> = {
    status: 'cancelled',
    history: [{ ...REFUND, state: 'due' }],
    actions: { ...bookingView().actions, refundAccount: true },
  }
  await open(due)
  expect(pageHeading()?.textContent).toBe('Where should we send your NPR\u00a0527.50?')
  expect(pageText()).toContain('Refund dueNPR 527.50')
  expect(pageText()).not.toContain('We refund')
  await press('Enter account')
  expect(document.activeElement).toBe(getField(document.body, '[name="refund-kind"]'))
  await press('Back')
  expect(document.activeElement?.textContent).toBe('Enter account')
  await press('Enter account')
  await type(getField(document.body, '#refund-provider'), 'Nabil Bank')
  await type(getField(document.body, '#refund-account-number'), '0110017500123')
  await type(getField(document.body, '#refund-name'), 'Nisha Karki')
  const refundAccount = {
    masked: 'Nabil Bank, •••• 0123',
    name: 'Nisha Karki',
    changeableUntil: '2026-12-04T07:30:00.000Z',
  }
  respond(ACCOUNT, { ...due, refundAccount })
  await press('Save account')
  expect(sent()).toEqual([{ refundTo: { bank: 'Nabil Bank', account: '0110017500123', name: 'Nisha Karki' } }])
  expect(pageText()).toContain('We send your refund to Nabil Bank, •••• 0123, Nisha Karki.')
  expect(document.activeElement?.textContent).toBe('Change account')
  await open({ ...due, refundAccount: { ...refundAccount, changeableUntil: '2026-12-03T07:00:00.000Z' } })
  expect(pageText()).toContain('It can no longer be changed here.')
  expect(findButton(document.body, 'Change account')).toBeNull()
})

test('asks for no account for a refund through the gateway', async () => {
  await open({ status: 'cancelled', history: [{ ...REFUND, method: 'khalti', state: 'due' }] })
  expect(pageText()).toContain('Refund due')
  expect(pageText()).not.toContain('Account for your refund')
})
