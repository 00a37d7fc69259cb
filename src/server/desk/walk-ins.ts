import type { placeWalkInBooking as placeContract, quoteWalkIn } from '#contract/admin/walk-ins.ts'
import { findBookingInputProblems, toDraft } from '#contract/booking-input.ts'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessage, getValidationMessages } from '#contract/validation-messages.ts'
import { listDays } from '#domain/calendar.ts'
import type { Coverage } from '#domain/period.ts'
import { quoteDraft } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { createBooking } from '../bookings/placement.ts'
import { getCapacity, readTakenSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { recordStaffPayment } from './confirmation.ts'

type WalkInInput = Input<typeof placeContract>
type PlacedWalkIn = Output<typeof placeContract>

/** A booking that staff take at the desk: by the same rules, prices and seats as any other, on their name. */
export async function createWalkInBooking(
  app: App,
  staff: Staff,
  { paid, unanswered = [], ...choices }: WalkInInput,
  key: string,
): Promise<Outcome<PlacedWalkIn>> {
  if (!isAssignedTo(staff.workplaces, choices.locationId))
    return fail('unavailable', { fields: { locationId: getValidationMessage('locationId', 'unknown') } })
  const placed = await createBooking(app, choices, key, {
    by: staff.id,
    holdMs: app.env.transferHours * 3_600_000,
    extraInput: paid,
    unanswered,
    finish: (db, booking) => finishWalkIn(app, db, staff, booking, paid),
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

async function finishWalkIn(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  paid: WalkInInput['paid'],
): Promise<Outcome<unknown>> {
  const after = { location: booking.location_name, plan: booking.plan_name, paid, amount: booking.total_amount }
  await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_placed', after })
  return paid === 'cash' ? recordStaffPayment(app, db, staff, booking, { method: 'cash' }) : succeed(undefined)
}

/** What a walk-in's choices cost, cover and lack, as far as they go. Nothing is written. */
export async function priceWalkIn(
  app: App,
  staff: Staff,
  given: Input<typeof quoteWalkIn>,
): Promise<Outcome<Output<typeof quoteWalkIn>>> {
  const catalogue = await readCurrentCatalogue(app, app.db.read)
  const input = toChoices(given)
  const draft = toDraft(input, catalogue)
  const problems = findBookingInputProblems(
    input,
    draft,
    catalogue,
    salesAt(catalogue.locations, app.now(), 0),
    () => ({}),
  )
  if (draft.locationId && !isAssignedTo(staff.workplaces, draft.locationId)) problems.locationId = 'unknown'
  const priced = Object.keys(problems).length === 0 ? quoteDraft(draft, catalogue) : undefined
  const coverage = priced?.coverage
  return succeed({
    totalAmount: priced?.total ?? null,
    lines: priced?.lines ?? [],
    startDate: coverage?.from ?? null,
    endDate: coverage?.to ?? null,
    free: coverage && draft.locationId ? await countFreeSeats(app, draft.locationId, coverage) : null,
    fields: getValidationMessages(problems),
  })
}

function toChoices(given: Input<typeof quoteWalkIn>): Input<typeof placeBooking> {
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

async function countFreeSeats(
  app: App,
  locationId: BookingTable['location_id'],
  { from, to }: Coverage,
): Promise<number> {
  const taken = await readTakenSeats(app.db.read, { locationId, from, to })
  const seats = getCapacity(app, locationId)
  return Math.min(...listDays(from, to).map((day) => seats - (taken.get(day) ?? 0)))
}
