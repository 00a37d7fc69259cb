import { toSearchText } from '#domain/booking.ts'
import { fullName } from '#domain/contact.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Membership } from '../db/schema.ts'

type Customer = Pick<Booking, 'first_name' | 'last_name' | 'email' | 'phone'>

/** The customer's details that a membership stores, to be listed and searched. */
export const toMember = ({ first_name, last_name, email, phone }: Customer) => ({
  customer_name: fullName({ firstName: first_name, lastName: last_name }),
  email,
  phone,
})

/** Truncated to fit a PostgreSQL index. */
export function buildSearchText(customer: Customer, bookingIds: readonly string[]): string {
  const { customer_name, email, phone } = toMember(customer)
  return toSearchText(customer_name, email, phone, ...bookingIds).slice(0, 600)
}

/** With the references of its bookings: the latest first, because they are truncated. */
export async function readSearchText(
  db: Queries,
  { id, booking_id }: Pick<Membership, 'id' | 'booking_id'>,
  customer: Customer,
): Promise<string> {
  const renewals = await db
    .selectFrom('bookings')
    .select('id')
    .where('renews', '=', id)
    .where('state', '=', 'confirmed')
    .orderBy('start_date', 'desc')
    .execute()
  return buildSearchText(customer, [...renewals.map((renewal) => renewal.id), booking_id])
}
