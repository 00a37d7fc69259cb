import type { IsoDate } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Membership } from '../db/schema.ts'

/** The next period of a membership, as its customer can renew it now. */
export interface RenewalOffer {
  membershipId: string
  startDate: IsoDate
  endDate: IsoDate
  /** At current prices; null if it is no longer sold. */
  amount: Paisa | null
  full: boolean
}

/** The membership that a booking started or renews. Day passes have none. */
export const findMembershipOf = (
  db: Queries,
  { id, renews }: Pick<Booking, 'id' | 'renews'>,
): Promise<Membership | undefined> =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where(renews === null ? 'booking_id' : 'id', '=', renews ?? id)
    .executeTakeFirst()

/** Claims the days of a renewal. Returns false if another renewal of the membership starts on the same day. */
export async function claimRenewal(
  db: Queries,
  { id, renews, start_date }: Pick<Booking, 'id' | 'renews' | 'start_date'>,
): Promise<boolean> {
  if (renews === null) return true
  const claimed = await db
    .insertInto('renewal_claims')
    .values({ membership_id: renews, first_day: start_date, booking_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function releaseRenewal(db: Queries, { id, renews }: Pick<Booking, 'id' | 'renews'>): Promise<void> {
  if (renews !== null) await db.deleteFrom('renewal_claims').where('booking_id', '=', id).execute()
}

/** The first days of renewals that hold seats, earliest first. */
export async function readRenewedDays(
  db: Queries,
  membership: Pick<Membership, 'id'>,
): Promise<Membership['end_date'][]> {
  const claims = await db
    .selectFrom('renewal_claims')
    .select('first_day')
    .where('membership_id', '=', membership.id)
    .orderBy('first_day')
    .execute()
  return claims.map(({ first_day }) => first_day)
}

/** The renewal that follows the booking and holds seats. It stays when the booking is cancelled. */
export async function readNextRenewal(
  db: Queries,
  booking: Pick<Booking, 'id' | 'renews' | 'start_date'>,
): Promise<{ startDate: IsoDate; paid: boolean } | null> {
  const membership = await findMembershipOf(db, booking)
  if (!membership) return null
  const next = await db
    .selectFrom('renewal_claims')
    .innerJoin('bookings', 'bookings.id', 'renewal_claims.booking_id')
    .select(['first_day', 'state'])
    .where('membership_id', '=', membership.id)
    .where('first_day', '>', booking.start_date)
    .orderBy('first_day')
    .limit(1)
    .executeTakeFirst()
  return next ? { startDate: next.first_day, paid: next.state === 'confirmed' } : null
}

/** Whether the booking belongs to a membership that has a renewal. Its days then stay where they are. */
export async function isRenewed(db: Queries, booking: Pick<Booking, 'id' | 'renews'>): Promise<boolean> {
  const membership = await findMembershipOf(db, booking)
  return membership !== undefined && (await readRenewedDays(db, membership)).length > 0
}
