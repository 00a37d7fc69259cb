import type { CompleteDraft } from '#contract/booking-input.ts'
import type { LineItem } from '#contract/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import { MAX_HOLD_EXTENSIONS, toSearchText } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { fullName } from '#domain/contact.ts'
import { workingHoursToStore } from '#domain/day-pass.ts'
import { ZERO } from '#domain/money.ts'
import { getReceivedAmount, isPaid } from '#domain/payment.ts'
import type { Coverage } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import type { Quote } from '#domain/quote.ts'
import { countSeatsTaken } from '#domain/team.ts'
import type { App } from '../app.ts'
import { type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { IdempotentRequest } from '../db/idempotency.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { getClosingTime } from './closing-time.ts'

export function buildBooking(
  app: App,
  draft: CompleteDraft,
  quote: Quote & { coverage: Coverage },
  request: IdempotentRequest,
  {
    walkIn,
    network,
    renews,
    closesAt,
    heldUntil,
  }: {
    walkIn: WalkInOptions | undefined
    network: string | null
    renews: string | null
    closesAt: Instant
    /** The earliest end of the hold, in milliseconds. */
    heldUntil: number
  },
): Omit<Booking, 'id' | 'search'> {
  const { contactInfo: contact } = draft
  const { startTime, endTime } = workingHoursToStore(draft)
  const now = app.now()
  return {
    idempotency_key: request.key,
    body_hash: request.bodyHash,
    state: 'held',
    location_id: draft.locationId,
    location_name: findName(app.catalogue.locations, draft.locationId),
    plan_id: draft.planId,
    plan_name: findName(app.catalogue.plans, draft.planId),
    period: periodFor(draft.planId, draft.billing),
    start_date: quote.coverage.from,
    end_date: quote.coverage.to,
    periods: quote.coverage.count,
    start_time: startTime,
    end_time: endTime,
    seats: countSeatsTaken(draft),
    lines: JSON.stringify(quote.lines),
    total_amount: quote.total,
    currency: 'NPR',
    moved_price: null,
    free_until: null,
    notes: draft.notes,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone: contact.phone,
    company: contact.company,
    pan: contact.pan,
    placed_by: walkIn?.by ?? null,
    cancelled_by: null,
    expires_at: instant(
      Math.min(Math.max(now + (walkIn?.holdMs ?? app.env.holdMinutes * 60_000), heldUntil), Date.parse(closesAt)),
    ),
    extensions: 0,
    transfer_unpaid: 0,
    network,
    email_token: null,
    email_confirmed_at: null,
    version: 1,
    placed_on: kathmanduDate(now),
    secret_version: 0,
    first_start_date: quote.coverage.from,
    customer_moves: 0,
    cancelled_by_customer: 0,
    original_end_date: null,
    renews,
    closes_at: closesAt,
    method: null,
    net_received: ZERO,
    created_at: instant(now),
    updated_at: instant(now),
  }
}

/** Zero once the hold ends at closing time. */
export function countExtensionsLeft(app: App, booking: Booking): number {
  const canExtend =
    booking.state === 'held' &&
    booking.expires_at !== null &&
    booking.expires_at < instant(getClosingTime(app, booking))
  return canExtend ? MAX_HOLD_EXTENSIONS - booking.extensions : 0
}

/** The received amount once paid, which may differ from the requested one. */
export const getDisplayAmount = ({
  state,
  amount,
  received,
}: Pick<Payment, 'state' | 'amount' | 'received'>): Payment['amount'] =>
  isPaid(state) || state === 'refunded' ? getReceivedAmount({ state, amount, received }) : amount

/** Truncated to fit a PostgreSQL index; the booking's id follows. */
export const buildSearchText = ({
  id,
  email,
  phone,
  company,
  ...name
}: Pick<Booking, 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'company'>): string =>
  `${toSearchText(getCustomerName(name), email, phone, company).trimEnd().slice(0, 600)} ${id.toLowerCase()}`

export const getCustomerName = (booking: Pick<Booking, 'first_name' | 'last_name'>): string =>
  fullName({ firstName: booking.first_name, lastName: booking.last_name })

export const parseLines = (booking: Pick<Booking, 'lines'>): LineItem[] => JSON.parse(booking.lines)

/** `Guest passes × 2`. The label of the plan contains the seats, so its number is that of the periods. */
export const formatLine = ({ kind, label, quantity }: LineItem, { periods }: Pick<Booking, 'periods'>): string =>
  `${label} × ${kind === 'plan' ? periods : quantity}`

export type BookingAuditEntry = Pick<NewAuditEntry, 'action' | 'before' | 'after' | 'reason'>

export const recordBookingAuditEntry = (
  app: App,
  db: Queries,
  by: Staff,
  booking: Booking,
  entry: BookingAuditEntry,
): Promise<void> =>
  recordAuditEntry(
    db,
    { by, subject: 'booking', subjectId: booking.id, label: getCustomerName(booking), ...entry },
    app.now(),
  )

/** A booking that staff make for a customer. */
export interface WalkInOptions {
  /** Staff id. */
  by: string
  holdMs: number
  /** Input beside the booking's choices: a repeated request must match. */
  extraInput: string | readonly string[]
  /** Keys of earlier attempts with an unknown outcome; if one has booked, this one does not. */
  unanswered: readonly string[]
  /** Runs in the same transaction. */
  finish(db: Queries, booking: Booking): Promise<Outcome<unknown>>
}
