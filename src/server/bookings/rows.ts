import type { CompleteDraft } from '#contract/booking-input.ts'
import type { BookingView, LineItem } from '#contract/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import { MAX_HOLD_EXTENSIONS, toSearchText } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { fullName } from '#domain/contact.ts'
import { ZERO } from '#domain/money.ts'
import { getReceivedAmount, isPaid } from '#domain/payment.ts'
import type { Coverage } from '#domain/period.ts'
import { isDayPass, periodFor, seatsForPlan } from '#domain/plan.ts'
import type { Quote } from '#domain/quote.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { IdempotentRequest } from '../db/idempotency.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { getClosingTime } from './closing-time.ts'
import { listPaymentMethods } from './payment-methods.ts'
import { getRefundDue } from './refund-due.ts'
import { getDayRestrictions } from './unpaid-transfers.ts'

/** What is written for a new booking: the visitor's choices, and the price as it is at this moment. */
export function buildBooking(
  app: App,
  draft: CompleteDraft,
  priced: Quote & { coverage: Coverage },
  request: IdempotentRequest,
  counter?: WalkInOptions,
  network: string | null = null,
): Omit<BookingTable, 'id' | 'search'> {
  const { contactInfo: contact } = draft
  const dayPass = isDayPass(draft.planId)
  const now = app.now()
  const closesAt = getClosingTime(app, { location_id: draft.locationId, end_date: priced.coverage.to })
  return {
    idempotency_key: request.key,
    body_hash: request.bodyHash,
    state: 'held',
    location_id: draft.locationId,
    location_name: findName(app.catalogue.locations, draft.locationId),
    plan_id: draft.planId,
    plan_name: findName(app.catalogue.plans, draft.planId),
    period: periodFor(draft.planId, draft.billing),
    start_date: priced.coverage.from,
    end_date: priced.coverage.to,
    periods: priced.coverage.count,
    start_time: dayPass ? null : draft.startTime,
    end_time: dayPass ? null : draft.endTime,
    seats: seatsForPlan(draft.planId),
    lines: JSON.stringify(priced.lines),
    total_amount: priced.total,
    currency: 'NPR',
    moved_price: null,
    free_until: null,
    notes: draft.notes,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone: contact.phone,
    company: contact.company,
    placed_by: counter?.by ?? null,
    cancelled_by: null,
    expires_at: instant(Math.min(now + (counter?.holdMs ?? app.env.holdMinutes * 60_000), closesAt)),
    extensions: 0,
    transfer_unpaid: 0,
    network,
    email_token: null,
    email_confirmed_at: null,
    version: 1,
    placed_on: kathmanduDate(now),
    method: null,
    kept: ZERO,
    created_at: instant(now),
    updated_at: instant(now),
  }
}

/** A booking as its owner sees it. */
export async function loadBookingView(app: App, booking: BookingTable): Promise<BookingView> {
  const payments = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .select((payment) =>
      payment
        .selectFrom('payment_evidence')
        .select(({ fn }) => fn.max('payment_evidence.created_at').as('at'))
        .whereRef('payment_evidence.payment_id', '=', 'payments.id')
        .as('receipt_at'),
    )
    .where('booking_id', '=', booking.id)
    // What staff took later is no try of its owner to pay it.
    .where('difference_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return {
    bookingId: booking.id,
    customerName: getCustomerName(booking),
    status: booking.state,
    locationId: booking.location_id,
    locationName: booking.location_name,
    planId: booking.plan_id,
    planName: booking.plan_name,
    billing: booking.period,
    startDate: booking.start_date,
    endDate: booking.end_date,
    startTime: booking.start_time,
    endTime: booking.end_time,
    totalAmount: booking.total_amount,
    currency: booking.currency,
    lines: parseLines(booking),
    createdAt: booking.created_at,
    placedByStaff: booking.placed_by !== null,
    expiresAt: booking.expires_at,
    extensionsLeft: countExtensionsLeft(app, booking),
    payments: payments.map((payment) => ({
      paymentId: payment.id,
      method: payment.method,
      state: payment.state,
      amount: getDisplayAmount(payment),
      fee: payment.fee,
      transactionId: payment.provider_reference,
      createdAt: payment.created_at,
      receiptAt: payment.receipt_at,
      ...(getRefundDue(payment) > 0 && { refundDue: getRefundDue(payment) }),
    })),
    methods: listPaymentMethods(app, booking, await getDayRestrictions(app, app.db.read, booking)),
    ...(booking.email_confirmed_at !== null && { emailConfirmed: true }),
    now: instant(app.now()),
  }
}

/** How often its hold can still be extended: not at all once it ends at closing time. */
export function countExtensionsLeft(app: App, booking: BookingTable): number {
  const canGrow =
    booking.state === 'held' &&
    booking.expires_at !== null &&
    booking.expires_at < instant(getClosingTime(app, booking))
  return canGrow ? MAX_HOLD_EXTENSIONS - booking.extensions : 0
}

/** What its payer reads: what came, once it counts as paid, which staff may have taken although it was not what was asked. */
export const getDisplayAmount = ({
  state,
  amount,
  received,
}: Pick<PaymentTable, 'state' | 'amount' | 'received'>): PaymentTable['amount'] =>
  isPaid(state) || state === 'refunded' ? getReceivedAmount({ state, amount, received }) : amount

/** Cut, so that PostgreSQL can keep it in an index whatever the alphabet; the booking's id follows it. */
export const buildSearchText = ({
  id,
  email,
  phone,
  company,
  ...name
}: Pick<BookingTable, 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'company'>): string =>
  `${toSearchText(getCustomerName(name), email, phone, company).trimEnd().slice(0, 600)} ${id.toLowerCase()}`

export const getCustomerName = (booking: Pick<BookingTable, 'first_name' | 'last_name'>): string =>
  fullName({ firstName: booking.first_name, lastName: booking.last_name })

export const parseLines = (booking: Pick<BookingTable, 'lines'>): LineItem[] => JSON.parse(booking.lines)

const findName = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((known) => known.id === id)?.name ?? id

/** A booking that staff take for somebody who stands before them, or calls. */
export interface WalkInOptions {
  /** Id of who takes it. */
  by: string
  /** How long its seats wait for the money. */
  holdMs: number
  /** What was asked for beside the booking's choices: a repeated request must ask for the same. */
  extraInput: string
  /** Keys of its earlier tries that nobody heard of again: where one of them has booked, nothing more is. */
  unanswered: readonly string[]
  /** Part of the same writing: what else is done about it. */
  finish(db: Queries, booking: BookingTable): Promise<Outcome<unknown>>
}
