import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { PlanId } from '#domain/plan.ts'
import { changeOwnPeople } from '../../customers/people.ts'
import { insertBlock } from '../../desk/capacity.ts'
import { addGuestByStaff } from '../../desk/guests.ts'
import { reserveRoomByStaff } from '../../desk/room-changes.ts'
import { deriveWaitingToken } from '../../secrets.ts'
import { confirmWaitingEntry, joinWaiting } from '../../waiting/entries.ts'
import { readWaitingInput } from '../../waiting/input.ts'
import { type Business, unwrap } from './business.ts'
import { GUESTS, ROOM_TIMES, TEAM, WAITING_VISITORS } from './samples.ts'

/** Reserves every meeting room once on a day. It stays free where no booking of the day has hours left. */
export async function reserveRooms(business: Business, day: number): Promise<void> {
  const { app, staff } = business
  const date = addDays(business.today, day)
  for (const [index, room] of app.rooms.filter(({ kind }) => kind === 'meeting_room').entries()) {
    const number = Math.abs(day) + index
    const bookingIds = await findConfirmed(business, 'professional', date, room.locationId)
    const first = number % Math.max(1, bookingIds.length)
    const time = ROOM_TIMES[number % ROOM_TIMES.length] ?? ROOM_TIMES[0]
    for (const bookingId of [...bookingIds.slice(first), ...bookingIds.slice(0, first)]) {
      const reservation = { bookingId, roomId: room.id, date, ...time }
      const reserved = await reserveRoomByStaff(app, staff, reservation, crypto.randomUUID())
      if (reserved.ok) break
    }
  }
}

/** A team of each location, whose hours are for the rooms. */
export async function seedTeams(business: Business, starts: number): Promise<void> {
  for (const locationId of ['kausimaa', 'dhobighat-hub'] as const) {
    const team = { locationId, planId: 'professional', starts, seats: TEAM.length } as const
    const { bookingId: id, secret } = await business.paid(team)
    unwrap(await changeOwnPeople(business.app, { id, secret }, { people: [...TEAM] }, crypto.randomUUID()))
  }
}

/** Guests, a block of seats and a waiting list. */
export async function seedVisits(business: Business): Promise<void> {
  const { app, staff, today } = business
  for (const [number, name] of GUESTS.entries()) {
    const date = addDays(today, number)
    const [hostId] = await findConfirmed(business, 'enterprise', date)
    if (hostId) unwrap(await addGuestByStaff(app, staff, hostId, { date, name }, crypto.randomUUID()))
  }
  const days = { from: addDays(today, 2), to: addDays(today, 4) }
  const block = { locationId: 'kausimaa', ...days, seats: 2, reason: 'New desks are fitted' }
  unwrap(await insertBlock(app, staff, block, crypto.randomUUID()))
  await seedWaitingList(business)
}

/** Visitors who wait for a location to open. The last one has not confirmed the address. */
async function seedWaitingList({ app }: Business): Promise<void> {
  for (const visitor of WAITING_VISITORS)
    unwrap(await joinWaiting(app, unwrap(await readWaitingInput(app, { locationId: 'jhamsikhel-loft', ...visitor }))))
  const confirmed = WAITING_VISITORS.slice(0, -1).map(({ email }) => email)
  const entries = await app.db.read.selectFrom('waiting_entries').select('id').where('email', 'in', confirmed).execute()
  for (const { id } of entries) {
    const token = deriveWaitingToken(app.bookingKey, 'confirm', id)
    unwrap(await confirmWaitingEntry(app, { entry: id, token }))
  }
}

/** The confirmed bookings of a plan that cover a day, oldest first. */
async function findConfirmed({ app }: Business, planId: PlanId, date: IsoDate, locationId?: string): Promise<string[]> {
  const rows = await app.db.read
    .selectFrom('bookings')
    .select(['id', 'location_id'])
    .where('state', '=', 'confirmed')
    .where('plan_id', '=', planId)
    .where('start_date', '<=', date)
    .where('end_date', '>=', date)
    .orderBy('created_at')
    .execute()
  return rows.filter(({ location_id }) => locationId === undefined || location_id === locationId).map(({ id }) => id)
}
