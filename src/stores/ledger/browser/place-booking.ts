import { type CompleteDraft, readBookingInput } from '#contract/booking-input.ts'
import { fail, succeed } from '#contract/failure.ts'
import { buildSoldOutFailure } from '#contract/sold-out.ts'
import { bookingReference } from '#domain/booking.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { fullName } from '#domain/contact.ts'
import { workingHoursToStore } from '#domain/day-pass.ts'
import { periodFor } from '#domain/plan.ts'
import { type Quote, quoteDraft } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { countSeatsTaken } from '#domain/team.ts'
import { environment } from '../../environment.ts'
import type { Ledger } from '../index.ts'
import { type BookingRecord, createBookingRecord, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getClosingTime } from './method-offers.ts'
import { findOwnBooking } from './own-booking.ts'
import { readStoredPrices } from './price-record.ts'
import { withStorageLock } from './record-storage.ts'
import { hasSeats, readCurrentBookings, readDaySeats, toInstant, transitionBooking } from './transitions.ts'

/** Validates and prices the booking by the server's rules. A repeated key returns the original booking. */
export const place: Ledger['place'] = (order, key) =>
  withStorageLock(async () => {
    const { replaces, unanswered = [], ...choices } = order
    const content = JSON.stringify(choices)
    const previous = readCurrentBookings().find((booking) => booking.key === key)
    if (previous) return previous.asked === content ? succeed(toPlacedBooking(previous)) : fail('idempotency_mismatch')
    const catalogue: Catalogue = { ...getBusiness().catalogue, prices: readStoredPrices() }
    const now = environment().now()
    const sales = salesAt(catalogue.locations, now, getBusiness().sameDayCutoffMinutes)
    const input = readBookingInput(order, catalogue, sales)
    if (!input.ok) return input
    const quote = quoteDraft(input.value, catalogue)
    if (!quote?.coverage) return fail('unavailable')
    if (order.totalAmount !== undefined && order.totalAmount !== quote.total)
      return fail('price_changed', { totalAmount: quote.total })
    const booking = buildRecord(input.value, quote, { key, content, now })
    // The visitor's replaced hold counts as free; a rejection leaves it unchanged.
    const replaced = replaces && findOwnBooking(replaces)
    const ownHolds = readCurrentBookings().filter(
      ({ id, key, status }) => status === 'held' && (id === replaced?.id || unanswered.includes(key)),
    )
    for (const hold of ownHolds) transitionBooking(hold, 'cancelled')
    if (!hasSeats(booking)) {
      for (const hold of ownHolds) saveBooking(hold)
      return {
        ok: false,
        failure: await buildSoldOutFailure(input.value, catalogue, sales, readDaySeats),
      }
    }
    saveBooking(booking)
    return succeed(toPlacedBooking(booking))
  })

function buildRecord(
  draft: CompleteDraft,
  { lines, total, coverage }: Quote,
  { key, content, now }: { key: string; content: string; now: number },
): BookingRecord {
  const { locationId, planId, contactInfo } = draft
  const endDate = coverage?.to ?? ''
  const { locations, plans } = getBusiness().catalogue
  return createBookingRecord({
    ...createHold(now, getClosingTime({ locationId, endDate })),
    customerName: fullName(contactInfo),
    email: contactInfo.email,
    phone: contactInfo.phone,
    locationName: locations.find(({ id }) => id === locationId)?.name ?? locationId,
    planName: plans.find(({ id }) => id === planId)?.name ?? planId,
    amount: total,
    locationId,
    planId,
    billing: periodFor(planId, draft.billing),
    startDate: coverage?.from ?? '',
    endDate,
    ...workingHoursToStore(draft),
    seats: countSeatsTaken({ ...draft, planId }),
    periods: coverage?.count ?? 1,
    lines,
    notes: draft.notes,
    company: contactInfo.company,
    pan: contactInfo.pan,
    key,
    asked: content,
  })
}

/** `closesAt` is when the last covered day closes (milliseconds). */
export const createHold = (now: number, closesAt: number) => ({
  id: createReference(now),
  status: 'held' as const,
  createdAt: toInstant(now),
  updatedAt: toInstant(now),
  expiresAt: getHoldEnd(now, closesAt),
  secret: environment().randomId(),
})

/** Retries if the reference is taken. */
function createReference(now: number): string {
  const taken = new Set(readCurrentBookings().map(({ id }) => id))
  for (;;) {
    const random = environment().randomId()
    const id = bookingReference(
      now,
      [0, 2, 4, 6].map((start) => Number.parseInt(random.slice(start, start + 2), 16)),
    )
    if (!taken.has(id)) return id
  }
}

const toPlacedBooking = (booking: BookingRecord) => ({
  bookingId: booking.id,
  secret: booking.secret,
  totalAmount: booking.amount,
  currency: 'NPR' as const,
  lines: booking.lines,
  expiresAt: getHoldEnd(Date.parse(booking.createdAt), getClosingTime(booking)),
})

const getHoldEnd = (placedAt: number, closesAt: number): string =>
  toInstant(Math.min(placedAt + getBusiness().holdMinutes * 60_000, closesAt))
