import * as z from 'zod/mini'
import { lineItemSchema } from '#contract/bookings.ts'
import { readingSchema } from '#contract/receipts.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import { ZERO } from '#domain/money.ts'
import { ATTEMPT_STATES, RECORDED_METHODS } from '#domain/payment.ts'
import { PERIODS } from '#domain/plan.ts'
import * as field from './record-fields.ts'
import { deleteKey, readJson, type StorageKey, signalTabs, writeJson } from './record-storage.ts'

const nullableInstant = z.catch(z.nullable(field.instant), null)
const dateField = field.read((value) => parseIsoDate(value) ?? '')
const timeField = field.read((value) => parseClockTime(value) ?? null)
const listField = <Schema extends z.ZodMiniType>(schema: Schema, idOf: (record: z.output<Schema>) => string) =>
  field.read((value) => field.readList(schema, value, idOf))

/** A receipt's reading. Its image would fill the storage. */
const receiptSchema = z.object({
  receiptId: field.id,
  sentAt: field.instant,
  reading: z.catch(z.nullable(readingSchema), null),
})

const attemptSchema = z.object({
  paymentId: field.id,
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  amount: field.money,
  fee: z.catch(field.money, ZERO),
  transactionId: z.catch(z.nullable(z.string().check(z.maxLength(200))), null),
  createdAt: field.instant,
  receipts: listField(receiptSchema, ({ receiptId }) => receiptId),
  /** When its refund was promised; null without a promise. */
  refundDueAt: nullableInstant,
})
export type AttemptRecord = z.output<typeof attemptSchema>

/** Required fields, without which a record is skipped, then optional ones. Amounts in paisa. */
const bookingSchema = z.object({
  id: field.id,
  customerName: field.text(),
  email: field.text(),
  phone: field.text(60),
  locationName: field.text(),
  planName: field.text(),
  amount: field.money,
  status: z.enum(BOOKING_STATES),
  createdAt: z.catch(field.instant, field.EPOCH),

  updatedAt: z.catch(field.instant, field.EPOCH),
  /** Increases with every change. */
  version: field.count(1),
  /** Label or id: a trial has the former. */
  locationId: field.location,
  planId: field.plan,
  billing: z.catch(z.enum(PERIODS), 'monthly'),
  /** Empty if unknown. */
  startDate: dateField,
  endDate: dateField,
  startTime: timeField,
  endTime: timeField,
  /** Seats per day; 0 for plans without a seat. */
  seats: field.count(0),
  periods: field.count(1),
  lines: listField(lineItemSchema, ({ kind, id }) => `${kind} ${id}`),
  notes: field.text(2_000),
  company: field.text(),
  pan: field.text(9),
  expiresAt: nullableInstant,
  extensions: field.count(0),
  payments: listField(attemptSchema, ({ paymentId }) => paymentId),
  /** The customer's secret; empty if the booking cannot be opened. */
  secret: field.text(100),
  /** Idempotency key and the request that it was used for. */
  key: field.text(200),
  asked: field.text(10_000),
  /** Empty if the customer never moved it. */
  firstStartDate: dateField,
  /** Moves by the customer. */
  customerMoves: field.count(0),
  /** Cancelled or rejected by staff: a late payment then needs their decision. */
  endedByStaff: z.catch(z.boolean(), false),
  /** A late payment is then refunded. */
  cancelledByCustomer: z.catch(z.boolean(), false),
  /** The last day before the customer ended it early; empty if it was not shortened. */
  originalEndDate: dateField,
  /** Only as it is shown, because no refund is sent here. */
  refundAccount: z.catch(
    z.nullable(z.object({ masked: field.text(), name: field.text(), changeableUntil: field.instant })),
    null,
  ),
  /** A payment without a booking. */
  trial: z.catch(z.boolean(), false),
})
export type BookingRecord = z.output<typeof bookingSchema>

export const parseBookingRecord = (stored: unknown): BookingRecord | undefined => bookingSchema.safeParse(stored).data

/** Fills missing fields with their defaults. */
export const createBookingRecord = (
  fields: Pick<BookingRecord, 'id' | 'amount' | 'status'> & Partial<BookingRecord>,
): BookingRecord => bookingSchema.parse(fields)

const LIST_KEY: StorageKey = 'bookings'
const HOLDS_KEY: StorageKey = 'booking-holds'

const readBookings = (name: StorageKey): BookingRecord[] =>
  field.readList(bookingSchema, readJson(name), ({ id }) => id)

/** Bookings that are more than a hold, newest first. */
export const readBookingList = (): BookingRecord[] => readBookings(LIST_KEY)

/** Includes unpaid holds, which lists do not show. */
export function readAllBookings(): BookingRecord[] {
  const list = readBookingList()
  return [...readBookings(HOLDS_KEY).filter(({ id }) => !list.some((listed) => listed.id === id)), ...list]
}

/** Ended holds stay stored for returning visitors and late payments. */
const MAX_ENDED_HOLDS = 20

/** Stores a booking. More than a hold is added to the list, notifies other tabs and updates the counters. */
export function saveBooking(booking: BookingRecord): void {
  const list = readBookingList()
  const holds = readBookings(HOLDS_KEY).filter(({ id }) => id !== booking.id)
  const isListed = list.some(({ id }) => id === booking.id)
  if (!isListed && !isMoreThanHold(booking)) {
    saveHolds([booking, ...holds])
    return
  }
  saveBookingList(isListed ? list.map((listed) => (listed.id === booking.id ? booking : listed)) : [booking, ...list])
  if (isListed) return
  if (holds.length > 0) writeJson(HOLDS_KEY, holds)
  else deleteKey(HOLDS_KEY)
  signalTabs('booking_new', booking.id)
}

function saveHolds(holds: readonly BookingRecord[]): void {
  const ended = holds.filter(({ status }) => status !== 'held').slice(0, MAX_ENDED_HOLDS)
  writeJson(
    HOLDS_KEY,
    holds.filter((hold) => hold.status === 'held' || ended.includes(hold)),
  )
}

function saveBookingList(list: readonly BookingRecord[]): void {
  writeJson(LIST_KEY, list)
  const confirmed = list.filter(({ status }) => status === 'confirmed')
  writeJson('bookings_count', list.length)
  writeJson('bookings_pending', list.filter(({ status }) => status === 'pending_verification').length)
  // In rupees, as the name says.
  writeJson('bookings_revenue_npr', confirmed.reduce((total, { amount }) => total + amount, 0) / 100)
}

const isMoreThanHold = ({ status }: BookingRecord): boolean =>
  status === 'pending_verification' || status === 'confirmed' || status === 'needs_decision'
