import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { CHANGE_KINDS } from '#domain/booking-change.ts'
import { ATTEMPT_STATES, PAYMENT_PURPOSES, RECORDED_METHODS } from '#domain/payment.ts'
import { BILLINGS, PERIODS } from '#domain/plan.ts'
import { REFUND_STATES } from '#domain/refund.ts'
import { clockTimeSchema, isoDateSchema, paisaSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'
import { methodOfferSchema } from './method-offers.ts'

export const lineItemSchema = z.object({
  kind: z.enum(['plan', 'add_on']),
  id: z.string(),
  label: z.string(),
  quantity: z.int(),
  /** Paisa, like every amount of the API. */
  unitAmount: paisaSchema,
  amount: paisaSchema,
})
export type LineItem = z.output<typeof lineItemSchema>

export const MAX_UNANSWERED_KEYS = 5

/** Idempotency keys of earlier requests without a response; long enough that they cannot be guessed. */
export const unansweredKeysSchema = z
  .array(z.string().check(z.minLength(32), z.maxLength(200)))
  .check(z.maxLength(MAX_UNANSWERED_KEYS))

const MAX_CHOSEN_ROOMS = 8

const text = (max: number) => z.string().check(z.maxLength(max))

/** Accepts ids and choices only: the server prices the booking, and unknown fields are rejected. */
export const placeBooking = endpoint({
  method: 'POST',
  path: '/api/bookings',
  status: 201,
  access: 'anyone',
  input: z.strictObject({
    locationId: text(60),
    planId: text(60),
    billing: z.optional(z.enum(BILLINGS)),
    // Long enough for an instant, which then gets the message of its field.
    startDate: text(40),
    endDate: z.optional(text(40)),
    startTime: z.optional(text(40)),
    endTime: z.optional(text(40)),
    addOns: z.array(text(60)).check(z.maxLength(20)),
    meetingRoomHours: z.int(),
    guestPasses: z.int(),
    /** Seats on each day, from 1 to `MAX_SEATS`; 1 if absent. A Private Office has 4. */
    seats: z.optional(z.int()),
    /** Rooms on the day of a day pass. `meetingRoomHours` is their length, rounded up to whole hours. */
    rooms: z.optional(
      z
        .array(z.strictObject({ roomId: text(60), start: text(40), end: text(40) }))
        .check(z.maxLength(MAX_CHOSEN_ROOMS)),
    ),
    notes: z.optional(text(2_000)),
    contactInfo: z.strictObject({
      firstName: text(200),
      lastName: text(200),
      email: text(300),
      phone: text(60),
      company: z.optional(text(200)),
      pan: z.optional(text(40)),
    }),
    /** The displayed total, only compared: a different price fails with `price_changed`. */
    totalAmount: z.optional(z.int()),
    currency: z.optional(z.literal('NPR')),
    /** An unpaid hold of the same visitor that this booking replaces. */
    replaces: z.optional(z.strictObject({ bookingId: text(60), secret: text(100) })),
    /** Holds placed with these keys are replaced too, because only their sender knows them. */
    unanswered: z.optional(unansweredKeysSchema),
    /** The seat that is held for the visitor, from the link of an offer. Ignored once the offer has ended. */
    offer: z.optional(z.strictObject({ id: text(60), token: text(100) })),
    /** The membership that this booking renews. Requires the secret of one of its bookings as bearer token. */
    renews: z.optional(text(60)),
  }),
  output: z.object({
    bookingId: z.string(),
    secret: z.string(),
    totalAmount: paisaSchema,
    currency: z.literal('NPR'),
    lines: z.array(lineItemSchema),
    expiresAt: z.string(),
  }),
  failures: [
    'invalid',
    'unavailable',
    'sold_out',
    'price_changed',
    'in_flight',
    'idempotency_mismatch',
    'idempotency_missing',
    'too_many',
    'not_found',
    'wrong_state',
    'already_done',
  ],
})

const historyEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment'),
    paymentId: z.string(),
    purpose: z.enum(PAYMENT_PURPOSES),
    method: z.enum(RECORDED_METHODS),
    state: z.enum(ATTEMPT_STATES),
    /** The received amount once paid, else the requested one; includes `fee`. */
    amount: paisaSchema,
    fee: paisaSchema,
    transactionId: z.nullable(z.string()),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('refund'),
    /** `due` before it is requested. */
    state: z.enum(['due', ...REFUND_STATES]),
    amount: paisaSchema,
    method: z.enum(RECORDED_METHODS),
    at: z.string(),
    updatedAt: z.string(),
  }),
])

const bookingPaymentSchema = z.object({
  paymentId: z.string(),
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  /** The received amount once paid, else the requested one. */
  amount: paisaSchema,
  fee: paisaSchema,
  transactionId: z.nullable(z.string()),
  createdAt: z.string(),
  /** When its last receipt was uploaded; `null` if none. */
  receiptAt: z.nullable(z.string()),
  /** Paisa that we still have to refund; absent if nothing is due. */
  refundDue: z.optional(paisaSchema),
})

export const bookingChangeSchema = z.object({
  changeId: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** Of the room hours that are bought; `null` for a move. */
  minutes: z.nullable(z.int()),
  /** The booking's own dates if it does not move. */
  startDate: z.string(),
  endDate: z.string(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  /** The difference or the price of the hours in paisa, without a method's fee. */
  amount: paisaSchema,
  expiresAt: z.string(),
  payments: z.array(bookingPaymentSchema),
  /** Every payment method, and whether the change can be paid by it now. */
  methods: z.array(methodOfferSchema),
})

export const bookingRoomsSchema = z.object({
  /** Active reservations, also past ones, in order. */
  list: z.array(
    z.object({
      reservationId: z.string(),
      roomId: z.string(),
      roomName: z.string(),
      date: isoDateSchema,
      start: clockTimeSchema,
      end: clockTimeSchema,
      /** It can still be cancelled by the customer. */
      canCancel: z.boolean(),
    }),
  ),
  /** In minutes. Included ones by the booking's own months, or weeks if it is billed weekly: up to `until`, else the first. */
  balance: z.object({
    included: z.array(z.object({ from: isoDateSchema, to: isoDateSchema, minutes: z.int(), left: z.int() })),
    bought: z.int(),
  }),
  /** The last day that can be reserved now; `null` if none can. */
  until: z.nullable(isoDateSchema),
})

export const closedDaysSchema = z.array(z.object({ from: isoDateSchema, to: isoDateSchema, reason: z.string() }))

export const bookingGuestsSchema = z.object({
  /** Also past ones, in order; the name can be empty. */
  list: z.array(z.object({ guestId: z.string(), date: isoDateSchema, name: z.string(), canCancel: z.boolean() })),
  /** Included guest days by the booking's own months, or weeks if it is billed weekly. */
  included: z.array(z.object({ from: isoDateSchema, to: isoDateSchema, guests: z.int(), left: z.int() })),
  /** Bought passes that are left. */
  bought: z.int(),
  /** A guest day is left, and the booking is confirmed and not over. */
  canAdd: z.boolean(),
})

export const bookingSchema = z.object({
  bookingId: z.string(),
  customerName: z.string(),
  status: z.enum(BOOKING_STATES),
  locationId: z.string(),
  locationName: z.string(),
  planId: z.string(),
  planName: z.string(),
  billing: z.enum(PERIODS),
  /** First and last day covered. */
  startDate: z.string(),
  endDate: z.string(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  totalAmount: paisaSchema,
  currency: z.literal('NPR'),
  lines: z.array(lineItemSchema),
  createdAt: z.string(),
  /** The customer's browser has no draft of it. */
  placedByStaff: z.boolean(),
  /** `null` once confirmed or ended. */
  expiresAt: z.nullable(z.string()),
  extensionsLeft: z.int(),
  /** Payments of the booking's own price. */
  payments: z.array(bookingPaymentSchema),
  /** Every payment method, and whether this booking can be paid by it now. */
  methods: z.array(methodOfferSchema),
  /** Why a held booking cannot be paid by any method: its first day was closed. Absent otherwise. */
  unpayable: z.optional(z.string()),
  /** The customer has confirmed the email address, or staff have sent them a payment link. */
  emailConfirmed: z.optional(z.literal(true)),
  /** A bank transfer of a held booking is rejected until then. */
  needsEmailConfirmed: z.optional(z.literal(true)),
  seats: z.int(),
  contact: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    company: z.string(),
    pan: z.string(),
  }),
  notes: z.string(),
  /** Payments that may hold money, of every purpose, and refunds; oldest first. */
  history: z.array(historyEntrySchema),
  /** Where the customer wants to receive a refund; `null` without a refund by hand or a proposal. */
  refundAccount: z.nullable(z.object({ masked: z.string(), name: z.string(), changeableUntil: z.string() })),
  /** The latest move to dearer dates, or purchase of room hours, that waits for its payment. */
  change: z.nullable(bookingChangeSchema),
  /** The last day before the customer ended it early; `null` if it was not shortened. */
  originalEndDate: z.nullable(z.string()),
  /** The next period of its membership, if it is booked: `paid` once it is confirmed. */
  renewal: z.nullable(z.object({ startDate: z.string(), paid: z.boolean() })),
  /** The last day on which this link works; `null` while a refund is open. */
  linkUntil: z.nullable(z.string()),
  /** What the customer can do now; `null` or `false` for what is not possible. */
  actions: z.object({
    cancel: z.nullable(
      z.object({
        /** Paisa that are refunded if it is cancelled now. */
        refund: paisaSchema,
        freeUntil: z.string(),
        /** Part of the refund cannot be sent to the payer automatically. */
        needsAccount: z.boolean(),
        /** `tomorrow` for a booking that has started: today stays booked. */
        from: z.enum(['now', 'tomorrow']),
      }),
    ),
    move: z.nullable(
      z.object({
        until: z.string(),
        /** Moves that remain; `null` without a limit, as for a day pass on a closed day. */
        left: z.nullable(z.int()),
        earliest: z.string(),
        latest: z.string(),
      }),
    ),
    renew: z.nullable(
      z.object({
        membershipId: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        /** Paisa at today's price; `null` if it is no longer sold. */
        amount: z.nullable(paisaSchema),
        full: z.boolean(),
      }),
    ),
    /** Buy more room hours; `pricePerHour` is today's price in paisa. */
    hours: z.nullable(z.object({ pricePerHour: paisaSchema })),
    changeDetails: z.boolean(),
    resend: z.boolean(),
    /** Name the account for a refund that is due and cannot be sent through its gateway. */
    refundAccount: z.boolean(),
  }),
  /** The server's clock, so that a countdown does not trust the browser's. */
  now: z.string(),
  /** Marks a trial payment without a booking. */
  trial: z.optional(z.literal(true)),
  /** Days of the booking on which its location is closed; absent in the browser edition. */
  closedDays: z.optional(closedDaysSchema),
  /** Its meeting rooms; absent where none can be reserved, for a payment link and in the browser edition. */
  rooms: z.optional(bookingRoomsSchema),
  /**
   * The name of the person on each seat, or an empty text; absent for one seat, for a payment link and in the browser
   * edition.
   */
  people: z.optional(z.array(z.string())),
  /** Absent for a day pass, where no guests are included or bought, for a payment link and in the browser edition. */
  guests: z.optional(bookingGuestsSchema),
})
export type BookingView = z.output<typeof bookingSchema>

export const readBooking = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}',
  access: 'customer',
  output: bookingSchema,
  failures: ['not_found'],
})

/** Shown when holds take more than half of a day: none of them is extended. */
export const HOLD_CROWDED =
  'Too many seats on these dates are on hold, so we cannot hold yours longer. Pay before the time ends.'

export const extendHold = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/hold',
  access: 'customer',
  output: z.object({ expiresAt: z.string(), extensionsLeft: z.int() }),
  failures: ['not_found', 'no_more_extensions'],
})

/** Emails the links of the current bookings of a customer. The response never depends on a match. */
export const findBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/find',
  status: 202,
  access: 'anyone',
  form: { sent: '/your-booking/sent', unsent: '/your-booking/unsent' },
  // One of the two. The field of a plain form is `reference`, and a value with an `@` is an email address.
  input: z.strictObject({ reference: z.optional(text(300)), email: z.optional(text(300)) }),
  failures: ['invalid'],
})

const emailConfirmationPath = '/api/bookings/{id}/email-confirmation'

/** Sends the link that confirms the email address of a booking; at most one per minute. */
export const requestEmailConfirmation = endpoint({
  method: 'POST',
  path: emailConfirmationPath,
  access: 'customer',
  input: z.strictObject({}),
  output: z.object({
    email: z.string(),
    /** Until when the seats are held: the first request extends the hold. */
    expiresAt: z.string(),
  }),
  failures: ['not_found', 'not_payable', 'too_many'],
})

/** Confirms the email address. The token comes from the email and grants nothing else. */
export const confirmEmail = endpoint({
  method: 'PUT',
  path: emailConfirmationPath,
  access: 'anyone',
  input: z.strictObject({ token: text(100) }),
  output: z.object({ confirmed: z.literal(true) }),
  failures: ['not_found', 'too_many'],
})
