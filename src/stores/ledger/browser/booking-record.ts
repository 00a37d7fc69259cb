import * as z from 'zod/mini'
import { lineShape } from '#contract/bookings.ts'
import { readingShape } from '#contract/receipts.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { clockTime, isoDate } from '#domain/calendar.ts'
import { ZERO } from '#domain/money.ts'
import { ATTEMPT_STATES, RECORDED_METHODS } from '#domain/payment.ts'
import { BILLINGS, planId } from '#domain/plan.ts'
import { forget, type Kept, keep, readKept, signal } from './kept.ts'
import { anything, count, idText, instantText, LONG_AGO, locationText, money, readList, text } from './record.ts'

const nullableInstant = z.catch(z.nullable(instantText), null)
const date = z.pipe(
  anything,
  z.transform((value) => isoDate(value) ?? ''),
)
const time = z.pipe(
  anything,
  z.transform((value) => clockTime(value) ?? null),
)
const listOf = <Shape extends z.ZodMiniType>(shape: Shape, idOf: (record: z.output<Shape>) => string) =>
  z.pipe(
    anything,
    z.transform((value) => readList(shape, value, idOf)),
  )

/** What was read on a receipt. The picture itself is not kept: it would fill the storage. */
const receiptShape = z.object({
  receiptId: idText,
  sentAt: instantText,
  reading: z.catch(z.nullable(readingShape), null),
})

const attemptShape = z.object({
  paymentId: idText,
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  amount: money,
  fee: z.catch(money, ZERO),
  transactionId: z.catch(z.nullable(z.string().check(z.maxLength(200))), null),
  createdAt: instantText,
  receipts: listOf(receiptShape, ({ receiptId }) => receiptId),
})
export type AttemptRecord = z.output<typeof attemptShape>

/**
 * A booking as this browser stores it: first the required fields, without which a record is skipped; then what the
 * rules need, which a record written by other code may lack. Money is paisa.
 */
const bookingShape = z.object({
  id: idText,
  customerName: text(),
  email: text(),
  phone: text(60),
  locationName: text(),
  planName: text(),
  amount: money,
  status: z.enum(BOOKING_STATES),
  createdAt: z.catch(instantText, LONG_AGO),

  updatedAt: z.catch(instantText, LONG_AGO),
  /** Rises with every change. */
  version: count(1),
  /** Label or id: a trial has the former. */
  locationId: locationText,
  planId: z.pipe(
    text(60),
    z.transform((label) => planId(label) ?? label),
  ),
  billing: z.catch(z.enum(['daily', ...BILLINGS]), 'monthly'),
  /** First and last day covered; empty where nobody said. */
  startDate: date,
  endDate: date,
  startTime: time,
  endTime: time,
  /** Seats taken on each day; 0 takes none. */
  seats: count(0),
  periods: count(1),
  lines: listOf(lineShape, ({ kind, id }) => `${kind} ${id}`),
  notes: text(2_000),
  company: text(),
  expiresAt: nullableInstant,
  extensions: count(0),
  payments: listOf(attemptShape, ({ paymentId }) => paymentId),
  /** What opens it to the one who made it; empty opens it to nobody. */
  secret: text(100),
  /** The key that it was placed under, and what was asked for then. */
  key: text(200),
  asked: text(10_000),
  /** Cancelled or turned down by staff: money that comes late then waits for their word. */
  endedByStaff: z.catch(z.boolean(), false),
  /** A payment without a booking. */
  trial: z.catch(z.boolean(), false),
})
export type BookingRecord = z.output<typeof bookingShape>

export const readBookingRecord = (stored: unknown): BookingRecord | undefined => bookingShape.safeParse(stored).data

const LIST: Kept = 'bookings'
const HOLDS: Kept = 'booking-holds'

const readUnder = (name: Kept): BookingRecord[] => readList(bookingShape, readKept(name), ({ id }) => id)

/** The bookings list, newest first: bookings that were paid or announced. */
export const bookingList = (): BookingRecord[] => readUnder(LIST)

/** With those that are held and not paid yet, which no list shows: all that may take seats. */
export function allBookings(): BookingRecord[] {
  const list = bookingList()
  return [...readUnder(HOLDS).filter(({ id }) => !list.some((listed) => listed.id === id)), ...list]
}

/** Ended holds are of use for a while: whoever comes back reads what became of theirs, and money may come late. */
const MOST_ENDED = 20

/**
 * Stores a booking. Once it is more than a hold it joins the list, and other tabs are notified. The counters are
 * derived from the list.
 */
export function keepBooking(booking: BookingRecord): void {
  const list = bookingList()
  const holds = readUnder(HOLDS).filter(({ id }) => id !== booking.id)
  const isListed = list.some(({ id }) => id === booking.id)
  if (!isListed && !isMoreThanHold(booking)) {
    keepHolds([booking, ...holds])
    return
  }
  keepBookingList(isListed ? list.map((known) => (known.id === booking.id ? booking : known)) : [booking, ...list])
  if (isListed) return
  if (holds.length > 0) keep(HOLDS, holds)
  else forget(HOLDS)
  signal('booking_new', booking.id)
}

function keepHolds(holds: readonly BookingRecord[]): void {
  const ended = holds.filter(({ status }) => status !== 'held').slice(0, MOST_ENDED)
  keep(
    HOLDS,
    holds.filter((hold) => hold.status === 'held' || ended.includes(hold)),
  )
}

function keepBookingList(list: readonly BookingRecord[]): void {
  keep(LIST, list)
  const confirmed = list.filter(({ status }) => status === 'confirmed')
  keep('bookings_count', list.length)
  keep('bookings_pending', list.filter(({ status }) => status === 'pending_verification').length)
  // In rupees, as the name says.
  keep('bookings_revenue_npr', confirmed.reduce((total, { amount }) => total + amount, 0) / 100)
}

const isMoreThanHold = ({ status }: BookingRecord): boolean =>
  status === 'pending_verification' || status === 'confirmed' || status === 'needs_decision'
