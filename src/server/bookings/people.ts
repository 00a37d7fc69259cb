import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'

/** The name of each seat, or an empty text. */
export async function readPeople(db: Queries, { id, seats }: Pick<Booking, 'id' | 'seats'>): Promise<string[]> {
  const rows = await db.selectFrom('booking_people').select(['seat', 'name']).where('booking_id', '=', id).execute()
  return Array.from({ length: seats }, (_, index) => rows.find(({ seat }) => seat === index + 1)?.name ?? '')
}

/** The names of the people of several bookings, without seats that have none. */
export async function readNames(db: Queries, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('booking_people')
    .select(['booking_id', 'name'])
    .where('booking_id', 'in', ids)
    .orderBy('booking_id')
    .orderBy('seat')
    .execute()
  const byBooking = Map.groupBy(rows, ({ booking_id }) => booking_id)
  return new Map([...byBooking].map(([id, people]) => [id, people.map(({ name }) => name)]))
}
