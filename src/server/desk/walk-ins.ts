import type { placeWalkInBooking as placeContract, quoteWalkIn } from '#contract/admin/walk-ins.ts'
import { findBookingInputProblems, getBookingInputMessages, toDraft } from '#contract/booking-input.ts'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessage } from '#contract/validation-messages.ts'
import type { DeskMethod } from '#domain/payment.ts'
import { quoteDraft } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { recordBookingAuditEntry, type WalkInOptions } from '../bookings/booking.ts'
import { createBooking } from '../bookings/placement.ts'
import { failRenewed, type Renewal, readRenewalByStaff } from '../bookings/renewals.ts'
import { countFreeSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { readRenewedDays } from '../memberships/renewals.ts'
import { readCurrentCatalogue, readPricedCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { recordStaffPayment } from './staff-payments.ts'

export async function createWalkInBooking(
  app: App,
  staff: Staff,
  { paid, reference, unanswered = [], ...choices }: Input<typeof placeContract>,
  key: string,
): Result<typeof placeContract> {
  if (!isAssignedTo(staff.workplaces, choices.locationId))
    return fail('unavailable', { fields: { locationId: getValidationMessage('locationId', 'unknown') } })
  const walkIn: WalkInOptions = {
    by: staff.id,
    holdMs: app.env.transferHours * 3_600_000,
    extraInput: reference === undefined ? paid : [paid, reference],
    unanswered,
    finish: async (db, booking) => {
      const { location_name: location, plan_name: plan, seats, total_amount: amount } = booking
      const after = { location, plan, ...(seats > 1 && { seats }), paid, amount }
      await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_placed', after })
      return paid === 'later' ? succeed(undefined) : takePayment(app, db, staff, booking, paid, reference)
    },
  }
  const placed = await createBooking(app, choices, key, { walkIn })
  if (!placed.ok) return placed
  const { bookingId, totalAmount } = placed.value
  const { state } = await app.db.read
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return succeed({ bookingId, totalAmount, state })
}

async function takePayment(
  app: App,
  db: Queries,
  staff: Staff,
  booking: Booking,
  method: DeskMethod,
  reference: string | undefined,
): Promise<Outcome<unknown>> {
  const payment = await recordStaffPayment(app, db, staff, booking, {
    method,
    ...(reference !== undefined && { transactionId: reference }),
  })
  const problem = payment.ok ? undefined : payment.failure.fields?.transactionId
  return problem === undefined ? payment : fail('invalid', { fields: { reference: problem } })
}

/** Prices and checks incomplete choices, without writing. */
export async function priceWalkIn(
  app: App,
  staff: Staff,
  query: Input<typeof quoteWalkIn>,
): Result<typeof quoteWalkIn> {
  const choices = toChoices(query)
  const renewal = await readRenewal(app, choices)
  if (!renewal.ok) return renewal
  const input = { ...choices, ...(renewal.value && { seats: renewal.value.seats }) }
  const readCatalogue = input.renews === undefined ? readCurrentCatalogue : readPricedCatalogue
  const catalogue = await readCatalogue(app, app.db.read)
  const draft = toDraft(input, catalogue)
  const { locationId } = draft
  const sales = salesAt(catalogue.locations, app.now(), 0)
  const problems = findBookingInputProblems(input, draft, catalogue, sales, () => ({}))
  if (locationId && !isAssignedTo(staff.workplaces, locationId)) problems.locationId = 'unknown'
  const quote = Object.keys(problems).length === 0 ? quoteDraft(draft, catalogue, renewal.value?.coverage) : undefined
  const coverage = quote?.coverage
  return succeed({
    totalAmount: quote?.total ?? null,
    lines: quote?.lines ?? [],
    startDate: coverage?.from ?? null,
    endDate: coverage?.to ?? null,
    free: coverage && locationId ? await countFreeSeats(app, { locationId, ...coverage }) : null,
    fields: getBookingInputMessages(problems, draft, catalogue),
  })
}

/** Undefined for bookings that renew nothing. */
async function readRenewal(app: App, input: Input<typeof placeBooking>): Promise<Outcome<Renewal | undefined>> {
  if (input.renews === undefined) return succeed(undefined)
  const renewal = await readRenewalByStaff(app, input.renews, input)
  if (!renewal.ok) return renewal
  const { membership, coverage } = renewal.value
  return (await readRenewedDays(app.db.read, membership)).includes(coverage.from) ? failRenewed() : renewal
}

function toChoices(query: Input<typeof quoteWalkIn>): Input<typeof placeBooking> {
  const {
    locationId = '',
    planId = '',
    startDate = '',
    addOns = '',
    meetingRoomHours,
    guestPasses,
    seats,
    ...rest
  } = query
  return {
    ...rest,
    locationId,
    planId,
    startDate,
    addOns: addOns.split(',').filter(Boolean),
    meetingRoomHours: Number(meetingRoomHours ?? 0),
    guestPasses: Number(guestPasses ?? 0),
    ...(seats !== undefined && { seats: Number(seats) }),
    contactInfo: { firstName: '', lastName: '', email: '', phone: '' },
  }
}
