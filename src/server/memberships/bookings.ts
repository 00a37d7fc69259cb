import type { LineItem } from '#contract/bookings.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { findCurrentBooking } from '#domain/membership.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Membership } from '../db/schema.ts'

export interface MembershipWithBookings {
  membership: Membership
  /** The confirmed ones by start; without any, the one that started the membership. */
  bookings: MembershipBooking[]
  /** The booking of today, else the next one, else the last one. */
  current: MembershipBooking
}

interface MembershipBooking {
  bookingId: string
  startDate: IsoDate
  endDate: IsoDate
  company: string
  pan: string
  notes: string
  seats: number
  /** What it has besides its plan. */
  extras: { id: string; quantity: number }[]
}

export async function readMembershipBookings(
  db: Queries,
  memberships: readonly Membership[],
  today: IsoDate,
): Promise<MembershipWithBookings[]> {
  if (memberships.length === 0) return []
  const firstIds = memberships.map(({ booking_id }) => booking_id)
  const ids = memberships.map(({ id }) => id)
  const found = await db
    .selectFrom('bookings')
    .select(['id', 'renews', 'state', 'start_date', 'end_date', 'company', 'pan', 'notes', 'seats', 'lines'])
    .where((row) => row.or([row('id', 'in', firstIds), row('renews', 'in', ids)]))
    .orderBy('start_date')
    .execute()
  return memberships.map((membership) => {
    const own = found.filter(({ id, renews }) => id === membership.booking_id || renews === membership.id)
    const confirmed = own.filter(({ state }) => state === 'confirmed')
    const first = own.filter(({ id }) => id === membership.booking_id)
    const bookings = (confirmed.length > 0 ? confirmed : first).map(toMembershipBooking)
    const current = findCurrentBooking(bookings, today)
    if (!current) throw new Error(`membership ${membership.id} has no booking`)
    return { membership, bookings, current }
  })
}

const toMembershipBooking = ({
  id,
  start_date,
  end_date,
  company,
  pan,
  notes,
  seats,
  lines,
}: Pick<
  Booking,
  'id' | 'start_date' | 'end_date' | 'company' | 'pan' | 'notes' | 'seats' | 'lines'
>): MembershipBooking => ({
  bookingId: id,
  startDate: start_date,
  endDate: end_date,
  company,
  pan,
  notes,
  seats,
  extras: (JSON.parse(lines) as LineItem[])
    .filter(({ kind }) => kind !== 'plan')
    .map(({ id, quantity }) => ({ id, quantity })),
})
