import type { placeBooking } from '#contract/bookings.ts'
import { type CompleteDraft, quoteChoices, readChoices } from '#contract/choices.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { soldOut } from '#contract/sold-out.ts'
import { bookingReference } from '#domain/booking.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { fullName } from '#domain/contact.ts'
import { isDayPass, periodFor, seatsOf } from '#domain/plan.ts'
import { type Quote, quote } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { environment } from '../../environment.ts'
import { type BookingRecord, keepBooking } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { closingOf } from './methods.ts'
import { currentBookings, hasSeats, instant, moveBooking, takenSeats } from './moving.ts'
import { ownBooking } from './own.ts'
import { priceTables } from './price-record.ts'

type Order = Input<typeof placeBooking>
type Placed = Output<typeof placeBooking>

/** As the server's: validated and priced anew by the same rules, whatever the page showed; the same key, the same booking. */
export const place = (order: Order, key: string): Promise<Outcome<Placed>> => atOnce(() => placeOnce(order, key))

async function placeOnce(order: Order, key: string): Promise<Outcome<Placed>> {
  const { replaces, unanswered = [], ...choices } = order
  const asked = JSON.stringify(choices)
  const earlier = currentBookings().find((booking) => booking.key === key)
  if (earlier) return earlier.asked === asked ? succeed(placed(earlier)) : fail('idempotency_mismatch')
  const catalogue: Catalogue = { ...business().catalogue, prices: priceTables() }
  const now = environment().now()
  const sales = salesAt(catalogue.locations, now, business().sameDayCutoffMinutes)
  const read = readChoices(order, catalogue, sales)
  if (!read.ok) return read
  const priced = quote(quoteChoices(read.value), catalogue)
  if (!priced?.coverage) return fail('unavailable')
  if (order.totalAmount !== undefined && order.totalAmount !== priced.total)
    return fail('price_changed', { totalAmount: priced.total })
  const booking = recordOf(read.value, priced, { key, asked, now })
  // Whoever changes their mind must not stand in their own way; a refusal leaves their hold as it was.
  const replaced = replaces && ownBooking(replaces)
  const makeRoom = currentBookings().filter(
    ({ id, key, status }) => status === 'held' && (id === replaced?.id || unanswered.includes(key)),
  )
  for (const held of makeRoom) moveBooking(held, 'cancelled')
  if (!hasSeats(booking)) {
    for (const held of makeRoom) keepBooking(held)
    return {
      ok: false,
      failure: await soldOut(read.value, catalogue, sales, (range) => takenSeats(range)),
    }
  }
  keepBooking(booking)
  return succeed(placed(booking))
}

function recordOf(
  draft: CompleteDraft,
  { lines, total, coverage }: Quote,
  { key, asked, now }: { key: string; asked: string; now: number },
): BookingRecord {
  const { locationId, planId, contactInfo } = draft
  const endDate = coverage?.to ?? ''
  const { locations, plans } = business().catalogue
  const dayPass = isDayPass(planId)
  return {
    ...newHold(now, closingOf({ locationId, endDate })),
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
    seats: seatsOf(planId),
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
export const newHold = (now: number, closesAt: number) => ({
  id: newReference(now),
  status: 'held' as const,
  createdAt: instant(now),
  updatedAt: instant(now),
  version: 1,
  expiresAt: holdEnd(now, closesAt),
  extensions: 0,
  payments: [],
  secret: environment().randomId(),
  endedByStaff: false,
})

/** Draws again if the reference is taken. */
function newReference(now: number): string {
  const taken = new Set(currentBookings().map(({ id }) => id))
  for (;;) {
    const random = environment().randomId()
    const id = bookingReference(
      now,
      [0, 2, 4, 6].map((at) => Number.parseInt(random.slice(at, at + 2), 16)),
    )
    if (!taken.has(id)) return id
  }
}

const placed = (booking: BookingRecord): Placed => ({
  bookingId: booking.id,
  secret: booking.secret,
  totalAmount: booking.amount,
  currency: 'NPR',
  lines: booking.lines,
  expiresAt: holdEnd(Date.parse(booking.createdAt), closingOf(booking)),
})

const holdEnd = (placedAt: number, closesAt: number): string =>
  instant(Math.min(placedAt + business().holdMinutes * 60_000, closesAt))
