import * as z from 'zod/mini'
import { lineItemSchema } from '#contract/bookings.ts'
import { readingSchema } from '#contract/receipts.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { clockTime, isoDate } from '#domain/calendar.ts'
import { ZERO } from '#domain/money.ts'
import { ATTEMPT_STATES, RECORDED_METHODS } from '#domain/payment.ts'
import { BILLINGS, planId } from '#domain/plan.ts'
import {
  anyField,
  countField,
  idField,
  instantField,
  LONG_AGO,
  locationField,
  moneyField,
  readList,
  textField,
} from './record-fields.ts'
import { deleteKey, readJson, type StorageKey, signalTabs, writeJson } from './record-storage.ts'

const nullableInstant = z.catch(z.nullable(instantField), null)
const dateField = z.pipe(
  anyField,
  z.transform((value) => isoDate(value) ?? ''),
)
const timeField = z.pipe(
  anyField,
  z.transform((value) => clockTime(value) ?? null),
)
const listField = <Shape extends z.ZodMiniType>(shape: Shape, idOf: (record: z.output<Shape>) => string) =>
  z.pipe(
    anyField,
    z.transform((value) => readList(shape, value, idOf)),
  )

/** What was read on a receipt. The picture itself is not kept: it would fill the storage. */
const receiptSchema = z.object({
  receiptId: idField,
  sentAt: instantField,
  reading: z.catch(z.nullable(readingSchema), null),
})

const attemptSchema = z.object({
  paymentId: idField,
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  amount: moneyField,
  fee: z.catch(moneyField, ZERO),
  transactionId: z.catch(z.nullable(z.string().check(z.maxLength(200))), null),
  createdAt: instantField,
  receipts: listField(receiptSchema, ({ receiptId }) => receiptId),
})
export type AttemptRecord = z.output<typeof attemptSchema>

/**
 * A booking as this browser stores it: first the required fields, without which a record is skipped; then what the
 * rules need, which a record written by other code may lack. Money is paisa.
 */
const bookingSchema = z.object({
  id: idField,
  customerName: textField(),
  email: textField(),
  phone: textField(60),
  locationName: textField(),
  planName: textField(),
  amount: moneyField,
  status: z.enum(BOOKING_STATES),
  createdAt: z.catch(instantField, LONG_AGO),

  updatedAt: z.catch(instantField, LONG_AGO),
  /** Rises with every change. */
  version: countField(1),
  /** Label or id: a trial has the former. */
  locationId: locationField,
  planId: z.pipe(
    textField(60),
    z.transform((label) => planId(label) ?? label),
  ),
  billing: z.catch(z.enum(['daily', ...BILLINGS]), 'monthly'),
  /** First and last day covered; empty where nobody said. */
  startDate: dateField,
  endDate: dateField,
  startTime: timeField,
  endTime: timeField,
  /** Seats taken on each day; 0 takes none. */
  seats: countField(0),
  periods: countField(1),
  lines: listField(lineItemSchema, ({ kind, id }) => `${kind} ${id}`),
  notes: textField(2_000),
  company: textField(),
  expiresAt: nullableInstant,
  extensions: countField(0),
  payments: listField(attemptSchema, ({ paymentId }) => paymentId),
  /** What opens it to the one who made it; empty opens it to nobody. */
  secret: textField(100),
  /** The key that it was placed under, and what was asked for then. */
  key: textField(200),
  asked: textField(10_000),
  /** Cancelled or turned down by staff: money that comes late then waits for their word. */
  endedByStaff: z.catch(z.boolean(), false),
  /** A payment without a booking. */
  trial: z.catch(z.boolean(), false),
})
export type BookingRecord = z.output<typeof bookingSchema>

export const parseBookingRecord = (stored: unknown): BookingRecord | undefined => bookingSchema.safeParse(stored).data

const LIST_KEY: StorageKey = 'bookings'
const HOLDS_KEY: StorageKey = 'booking-holds'

const readBookings = (name: StorageKey): BookingRecord[] => readList(bookingSchema, readJson(name), ({ id }) => id)

/** The bookings list, newest first: bookings that were paid or announced. */
export const readBookingList = (): BookingRecord[] => readBookings(LIST_KEY)

/** With those that are held and not paid yet, which no list shows: all that may take seats. */
export function readAllBookings(): BookingRecord[] {
  const list = readBookingList()
  return [...readBookings(HOLDS_KEY).filter(({ id }) => !list.some((listed) => listed.id === id)), ...list]
}

/** Ended holds are of use for a while: whoever comes back reads what became of theirs, and money may come late. */
const MAX_ENDED_HOLDS = 20

/**
 * Stores a booking. Once it is more than a hold it joins the list, and other tabs are notified. The counters are
 * derived from the list.
 */
export function saveBooking(booking: BookingRecord): void {
  const list = readBookingList()
  const holds = readBookings(HOLDS_KEY).filter(({ id }) => id !== booking.id)
  const isListed = list.some(({ id }) => id === booking.id)
  if (!isListed && !isMoreThanHold(booking)) {
    saveHolds([booking, ...holds])
    return
  }
  saveBookingList(isListed ? list.map((known) => (known.id === booking.id ? booking : known)) : [booking, ...list])
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
