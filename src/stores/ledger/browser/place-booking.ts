import { type CompleteDraft, readBookingInput, toQuoteChoices } from '#contract/booking-input.ts'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { buildSoldOutFailure } from '#contract/sold-out.ts'
import { bookingReference } from '#domain/booking.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { fullName } from '#domain/contact.ts'
import { isDayPass, periodFor, seatsForPlan } from '#domain/plan.ts'
import { type Quote, quote } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { environment } from '../../environment.ts'
import { type BookingRecord, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { findOwnBooking } from './own-booking.ts'
import { getClosingTime } from './payment-methods.ts'
import { readStoredPrices } from './price-record.ts'
import { withStorageLock } from './record-storage.ts'
import { countTakenSeats, hasSeats, readCurrentBookings, toInstant, transitionBooking } from './transitions.ts'

type Order = Input<typeof placeBooking>
type PlacedBooking = Output<typeof placeBooking>

/** As the server's: validated and priced anew by the same rules, whatever the page showed; the same key, the same booking. */
export const place = (order: Order, key: string): Promise<Outcome<PlacedBooking>> =>
  withStorageLock(() => placeOnce(order, key))

async function placeOnce(order: Order, key: string): Promise<Outcome<PlacedBooking>> {
  const { replaces, unanswered = [], ...choices } = order
  const asked = JSON.stringify(choices)
  const earlier = readCurrentBookings().find((booking) => booking.key === key)
  if (earlier) return earlier.asked === asked ? succeed(toPlacedBooking(earlier)) : fail('idempotency_mismatch')
  const catalogue: Catalogue = { ...getBusiness().catalogue, prices: readStoredPrices() }
  const now = environment().now()
  const sales = salesAt(catalogue.locations, now, getBusiness().sameDayCutoffMinutes)
  const read = readBookingInput(order, catalogue, sales)
  if (!read.ok) return read
  const priced = quote(toQuoteChoices(read.value), catalogue)
  if (!priced?.coverage) return fail('unavailable')
  if (order.totalAmount !== undefined && order.totalAmount !== priced.total)
    return fail('price_changed', { totalAmount: priced.total })
  const booking = buildRecord(read.value, priced, { key, asked, now })
  // Whoever changes their mind must not stand in their own way; a refusal leaves their hold as it was.
  const replaced = replaces && findOwnBooking(replaces)
  const makeRoom = readCurrentBookings().filter(
    ({ id, key, status }) => status === 'held' && (id === replaced?.id || unanswered.includes(key)),
  )
  for (const held of makeRoom) transitionBooking(held, 'cancelled')
  if (!hasSeats(booking)) {
    for (const held of makeRoom) saveBooking(held)
    return {
      ok: false,
      failure: await buildSoldOutFailure(read.value, catalogue, sales, (range) => countTakenSeats(range)),
    }
  }
  saveBooking(booking)
  return succeed(toPlacedBooking(booking))
}

function buildRecord(
  draft: CompleteDraft,
  { lines, total, coverage }: Quote,
  { key, asked, now }: { key: string; asked: string; now: number },
): BookingRecord {
  const { locationId, planId, contactInfo } = draft
  const endDate = coverage?.to ?? ''
  const { locations, plans } = getBusiness().catalogue
  const dayPass = isDayPass(planId)
  return {
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
    startTime: dayPass ? null : draft.startTime,
    endTime: dayPass ? null : draft.endTime,
    seats: seatsForPlan(planId),
    periods: coverage?.count ?? 1,
    lines,
    notes: draft.notes,
    company: contactInfo.company,
    key,
    asked,
    trial: false,
  }
}

/** What every booking starts with. `closesAt` is when its last covered day closes (milliseconds). */
export const createHold = (now: number, closesAt: number) => ({
  id: createReference(now),
  status: 'held' as const,
  createdAt: toInstant(now),
  updatedAt: toInstant(now),
  version: 1,
  expiresAt: getHoldEnd(now, closesAt),
  extensions: 0,
  payments: [],
  secret: environment().randomId(),
  endedByStaff: false,
})

/** Draws again if the reference is taken. */
function createReference(now: number): string {
  const taken = new Set(readCurrentBookings().map(({ id }) => id))
  for (;;) {
    const random = environment().randomId()
    const id = bookingReference(
      now,
      [0, 2, 4, 6].map((at) => Number.parseInt(random.slice(at, at + 2), 16)),
    )
    if (!taken.has(id)) return id
  }
}

const toPlacedBooking = (booking: BookingRecord): PlacedBooking => ({
  bookingId: booking.id,
  secret: booking.secret,
  totalAmount: booking.amount,
  currency: 'NPR',
  lines: booking.lines,
  expiresAt: getHoldEnd(Date.parse(booking.createdAt), getClosingTime(booking)),
})

const getHoldEnd = (placedAt: number, closesAt: number): string =>
  toInstant(Math.min(placedAt + getBusiness().holdMinutes * 60_000, closesAt))
