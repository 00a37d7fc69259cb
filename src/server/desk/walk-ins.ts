import type { placeAtDesk as placeContract, quoteAtDesk } from '#contract/admin/desk.ts'
import type { placeBooking } from '#contract/bookings.ts'
import { choiceProblems, toDraft } from '#contract/choices.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { sentence, sentences } from '#contract/sentences.ts'
import { daysFrom } from '#domain/calendar.ts'
import type { Coverage } from '#domain/period.ts'
import { quoteOf } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { worksAt } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { place } from '../bookings/bookings.ts'
import { capacityOf, takenSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import { currentCatalogue } from '../prices/prices.ts'
import type { Staff } from '../staff/sessions.ts'
import { takeMoney } from './confirming.ts'

type Order = Input<typeof placeContract>
type Placed = Output<typeof placeContract>

/** A booking that staff take at the desk: by the same rules, prices and seats as any other, on their name. */
export async function placeAtDesk(
  app: App,
  staff: Staff,
  { paid, unanswered = [], ...choices }: Order,
  key: string,
): Promise<Outcome<Placed>> {
  if (!worksAt(staff.workplaces, choices.locationId))
    return fail('unavailable', { fields: { locationId: sentence('locationId', 'unknown') } })
  const placed = await place(app, choices, key, {
    by: staff.id,
    holdMs: app.env.transferHours * 3_600_000,
    asked: paid,
    unanswered,
    finish: (db, booking) => finish(app, db, staff, booking, paid),
  })
  if (!placed.ok) return placed
  const { bookingId, totalAmount } = placed.value
  const { state } = await app.db.read
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return succeed({ bookingId, totalAmount, state })
}

async function finish(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  paid: Order['paid'],
): Promise<Outcome<unknown>> {
  const after = { location: booking.location_name, plan: booking.plan_name, paid, amount: booking.total_amount }
  await recordBookingDeed(app, db, staff, booking, { action: 'booking_placed', after })
  return paid === 'cash' ? takeMoney(app, db, staff, booking, { method: 'cash' }) : succeed(undefined)
}

/** What a walk-in's choices cost, cover and lack, as far as they go. Nothing is written. */
export async function quoteDesk(
  app: App,
  staff: Staff,
  given: Input<typeof quoteAtDesk>,
): Promise<Outcome<Output<typeof quoteAtDesk>>> {
  const catalogue = await currentCatalogue(app, app.db.read)
  const input = choicesOf(given)
  const draft = toDraft(input, catalogue)
  const problems = choiceProblems(input, draft, catalogue, salesAt(catalogue.locations, app.now(), 0), () => ({}))
  if (draft.locationId && !worksAt(staff.workplaces, draft.locationId)) problems.locationId = 'unknown'
  const priced = Object.keys(problems).length === 0 ? quoteOf(draft, catalogue) : undefined
  const coverage = priced?.coverage
  return succeed({
    totalAmount: priced?.total ?? null,
    lines: priced?.lines ?? [],
    startDate: coverage?.from ?? null,
    endDate: coverage?.to ?? null,
    free: coverage && draft.locationId ? await freeSeats(app, draft.locationId, coverage) : null,
    fields: sentences(problems),
  })
}

function choicesOf(given: Input<typeof quoteAtDesk>): Input<typeof placeBooking> {
  const { locationId = '', planId = '', startDate = '', addOns = '', meetingRoomHours, guestPasses, ...rest } = given
  return {
    ...rest,
    locationId,
    planId,
    startDate,
    addOns: addOns.split(',').filter(Boolean),
    meetingRoomHours: Number(meetingRoomHours ?? 0),
    guestPasses: Number(guestPasses ?? 0),
    contactInfo: { firstName: '', lastName: '', email: '', phone: '' },
  }
}

async function freeSeats(app: App, locationId: BookingTable['location_id'], { from, to }: Coverage): Promise<number> {
  const taken = await takenSeats(app.db.read, { locationId, from, to })
  const seats = capacityOf(app, locationId)
  return Math.min(...daysFrom(from, to).map((day) => seats - (taken.get(day) ?? 0)))
}
