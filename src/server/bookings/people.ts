import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatMaxPeople, getPeopleMessages } from '#contract/validation-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { toSingleLine } from '#domain/contact.ts'
import { canNamePeople } from '#domain/customer-actions.ts'
import { findPeopleProblems } from '#domain/team.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { BookingAuditEntry } from './booking.ts'

/**
 * Replaces the names of a locked booking. The audit entry has their number only, because it is stored longer than they
 * are.
 */
export async function replacePeople(
  app: App,
  db: Queries,
  { id, state, seats, end_date: endDate }: Booking,
  people: readonly string[],
): Promise<Outcome<BookingAuditEntry>> {
  if (!canNamePeople({ state, endDate }, kathmanduDate(app.now()))) return fail('wrong_state')
  if (people.length > seats) return fail('invalid', { fields: { people: formatMaxPeople(seats) } })
  const fields = getPeopleMessages(findPeopleProblems(people))
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  const named = people.flatMap((name, index) => {
    const text = toSingleLine(name)
    return text === '' ? [] : [{ booking_id: id, seat: index + 1, name: text }]
  })
  await db.deleteFrom('booking_people').where('booking_id', '=', id).execute()
  if (named.length > 0) await db.insertInto('booking_people').values(named).execute()
  await recordEvent(db, 'booking_update', id, app.now())
  return succeed({ action: 'people_named', after: { people: named.length } })
}

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
