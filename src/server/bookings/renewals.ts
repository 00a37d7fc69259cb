import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { RENEWAL_MESSAGES } from '#contract/validation-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { type Coverage, datesProblem } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import { canRenew, renewalCoverage } from '#domain/renewal.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Membership } from '../db/schema.ts'
import { findMembershipOf, type RenewalOffer, readRenewedDays } from '../memberships/renewals.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { findBookingOfCustomer } from './access.ts'
import { computePrice } from './move.ts'
import { countFreeSeats } from './seats.ts'

export interface Renewal {
  membership: Membership
  coverage: Coverage
  seats: number
}

/** Checks a renewal by its customer. A wrong secret and an unknown membership get the same response. */
export const readOwnRenewal = async (
  app: App,
  membershipId: string,
  input: Input<typeof placeBooking>,
  secret: string,
): Promise<Outcome<Renewal>> =>
  checkRenewal(app, await findOwnMembership(app, app.db.read, membershipId, secret), input)

/** Checks a renewal by staff, who may book at its location. */
export const readRenewalByStaff = async (
  app: App,
  membershipId: string,
  input: Input<typeof placeBooking>,
): Promise<Outcome<Renewal>> => checkRenewal(app, await findMembership(app.db.read, membershipId), input)

async function checkRenewal(
  app: App,
  membership: Membership | undefined,
  input: Input<typeof placeBooking>,
): Promise<Outcome<Renewal>> {
  if (!membership) return fail('not_found', { message: RENEWAL_MESSAGES.unknown })
  const seats = await readSeats(app.db.read, membership)
  const fields = findOtherTerms(membership, seats, input)
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  const coverage = getCoverage(membership)
  if (input.startDate !== coverage.from || (input.endDate !== undefined && input.endDate !== coverage.to)) {
    const renewed: readonly string[] = await readRenewedDays(app.db.read, membership)
    return renewed.includes(input.startDate)
      ? failRenewed()
      : fail('invalid', { fields: { startDate: RENEWAL_MESSAGES.otherDays } })
  }
  if (!canRenew(toTerms(membership), kathmanduDate(app.now())))
    return fail('wrong_state', { message: RENEWAL_MESSAGES.ended })
  return succeed({ membership, coverage, seats })
}

export const failRenewed = () => fail('already_done', { message: RENEWAL_MESSAGES.taken })

/** What the customer can renew now; null while another renewal of the period exists, and once they ended the booking. */
export async function readRenewAction(app: App, booking: Booking): Promise<RenewalOffer | null> {
  if (!isCustomerActionAllowed('renew', booking.state) || booking.original_end_date !== null) return null
  const membership = await findMembershipOf(app.db.read, booking)
  if (!membership || !canRenew(toTerms(membership), kathmanduDate(app.now()))) return null
  const coverage = getCoverage(membership)
  const { from, to } = coverage
  const sales = salesAt(app.catalogue.locations, app.now(), 0)
  const isSoldLater = datesProblem(from, undefined, booking.period, sales.today) !== undefined
  if (isSoldLater || from < earliestStart(sales, booking.location_id)) return null
  if ((await readRenewedDays(app.db.read, membership)).includes(from)) return null
  const catalogue = await readCurrentCatalogue(app, app.db.read)
  const free = await countFreeSeats(app, { locationId: booking.location_id, from, to })
  return {
    membershipId: membership.id,
    startDate: from,
    endDate: to,
    amount: computePrice(catalogue, booking, { start_date: from, end_date: to }, coverage) ?? null,
    full: free < booking.seats,
  }
}

const findMembership = (db: Queries, id: string): Promise<Membership | undefined> =>
  db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirst()

/** The secret of any booking of the membership opens it. */
async function findOwnMembership(app: App, db: Queries, id: string, secret: string): Promise<Membership | undefined> {
  const membership = await findMembership(db, id)
  const renewals = await db.selectFrom('bookings').select('id').where('renews', '=', id).execute()
  const bookingIds = [membership?.booking_id ?? '', ...renewals.map((renewal) => renewal.id)]
  for (const bookingId of bookingIds) if (await findBookingOfCustomer(app, db, bookingId, secret)) return membership
  return undefined
}

async function readSeats(db: Queries, membership: Membership): Promise<number> {
  const { seats } = await db
    .selectFrom('bookings')
    .select('seats')
    .where('id', '=', membership.booking_id)
    .executeTakeFirstOrThrow()
  return seats
}

function findOtherTerms(
  membership: Membership,
  seats: number,
  input: Input<typeof placeBooking>,
): Record<string, string> {
  const { location_id, membership_type, billing_cycle } = membership
  const period = periodFor(membership_type, input.billing ?? 'monthly')
  return {
    ...(input.locationId !== location_id && { locationId: RENEWAL_MESSAGES.otherTerms }),
    ...(input.planId !== membership_type && { planId: RENEWAL_MESSAGES.otherTerms }),
    ...(period !== billing_cycle && { billing: RENEWAL_MESSAGES.otherTerms }),
    ...(input.seats !== undefined && input.seats !== seats && { seats: RENEWAL_MESSAGES.otherSeats }),
  }
}

const toTerms = ({ status, start_date, end_date }: Membership) => ({
  status,
  startDate: start_date,
  endDate: end_date,
})

const getCoverage = (membership: Membership): Coverage =>
  renewalCoverage(toTerms(membership), membership.billing_cycle, 1)
