import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { isInstantMethod, PAYMENT_METHODS } from '#domain/payment.ts'

/** A confirmed day pass that was paid by card, on 10 December 2026. */
export const bookingView = (over: Partial<BookingView> = {}): BookingView => ({
  bookingId: 'BK-1796282100000-7K2M',
  customerName: 'Aarati Shrestha',
  status: 'confirmed',
  locationId: 'dhobighat-hub',
  locationName: 'Dhobighat Hub',
  planId: 'explorer',
  planName: 'Explorer',
  billing: 'daily',
  startDate: '2026-12-10',
  endDate: '2026-12-10',
  startTime: null,
  endTime: null,
  seats: 1,
  contact: {
    firstName: 'Aarati',
    lastName: 'Shrestha',
    email: 'aarati@example.com',
    phone: '+9779841234567',
    company: '',
    pan: '',
  },
  notes: '',
  totalAmount: paisa(50_000),
  currency: 'NPR',
  lines: [
    {
      kind: 'plan',
      id: 'explorer',
      label: 'Explorer',
      quantity: 1,
      unitAmount: paisa(50_000),
      amount: paisa(50_000),
    },
  ],
  createdAt: '2026-12-03T07:15:00.000Z',
  placedByStaff: false,
  expiresAt: null,
  extensionsLeft: 0,
  payments: [],
  history: [
    {
      kind: 'payment',
      paymentId: 'payment-1-00000000',
      purpose: 'booking',
      method: 'stripe',
      state: 'confirmed',
      amount: paisa(52_750),
      fee: paisa(2_750),
      at: '2026-12-03T07:20:00.000Z',
      transactionId: 'pi_123',
    },
  ],
  refundAccount: null,
  change: null,
  originalEndDate: null,
  renewal: null,
  linkUntil: '2027-03-10',
  actions: {
    cancel: null,
    move: null,
    renew: null,
    hours: null,
    changeDetails: false,
    resend: false,
    refundAccount: false,
  },
  methods: [],
  now: '2026-12-03T07:30:00.000Z',
  ...over,
})

/** A month at a hot desk that was placed on 1 December 2026 and is not paid yet, as `order()` makes it. */
export const heldBookingView = (over: Partial<BookingView>): BookingView =>
  bookingView({
    status: 'held',
    planId: 'professional',
    planName: 'Professional',
    billing: 'monthly',
    endDate: '2027-01-09',
    startTime: '09:00',
    endTime: '17:00',
    totalAmount: paisa(950_000),
    createdAt: '2026-12-01T04:15:00.000Z',
    expiresAt: '2026-12-01T04:45:00.000Z',
    extensionsLeft: 3,
    methods: PAYMENT_METHODS.map((id) => ({ id, available: true })),
    history: [],
    linkUntil: '2027-04-09',
    now: '2026-12-01T04:15:00.000Z',
    ...over,
  })

/** A move of that booking to a dearer day, which waits for its payment until 13:45 in Kathmandu. */
export const changeView = (over: Partial<NonNullable<BookingView['change']>> = {}) => ({
  changeId: 'change-1',
  kind: 'move' as const,
  minutes: null,
  startDate: '2026-12-20',
  endDate: '2026-12-20',
  startTime: null,
  endTime: null,
  amount: paisa(20_000),
  expiresAt: '2026-12-03T08:00:00.000Z',
  payments: [],
  methods: PAYMENT_METHODS.map((id) =>
    isInstantMethod(id)
      ? { id, available: true }
      : { id, available: false, reason: 'Changes of a booking can only be paid by eSewa, Khalti or card.' },
  ),
  ...over,
})
