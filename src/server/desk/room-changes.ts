import type {
  moveRoomReservation,
  reserveRoom as ReserveRoom,
  readRooms,
  releaseRoomBlock,
} from '#contract/admin/rooms.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { ROOM_MESSAGES } from '#contract/room-messages.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import { roomMovedEmail, roomReleasedEmail } from '../bookings/room-emails.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, toIdempotentRequest } from '../db/idempotency.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking, RoomReservation } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import type { EmailContent } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { blockRoom, blockRoomOnDays } from '../rooms/blocks.ts'
import { describeReservation, formatReservation } from '../rooms/describe-reservation.ts'
import { releaseReservation, reserveRoom } from '../rooms/reservations.ts'
import type { Staff } from '../staff/sessions.ts'
import { loadRoomDay } from './rooms.ts'

interface Block {
  booking: null
  reason: string
  blockId: string | null
}
/** A locked booking, or why a room is blocked. */
type Purpose = { locationId: string } & ({ booking: Booking } | Block)

/** Reserves a room for a confirmed booking, or blocks it on one or more days. */
export async function reserveRoomByStaff(
  app: App,
  staff: Staff,
  { bookingId, reason, ...request }: Input<typeof ReserveRoom>,
  key: string,
): Result<typeof readRooms> {
  const date = parseIsoDate(request.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const idempotent = toIdempotentRequest(key, ['reserve room by staff', bookingId, reason, request])
  const reserved = await writeAndNotify(app, async (db) => {
    const purpose = await readPurpose(app, db, staff, { bookingId, reason, roomId: request.roomId })
    if (!purpose.ok) return purpose
    const { locationId, booking } = purpose.value
    const repeated = await claimIdempotencyKey(db, idempotent)
    if (repeated) return repeated.ok ? succeed({ locationId, date }) : repeated
    if (booking && booking.state !== 'confirmed') return fail('wrong_state', { message: ROOM_MESSAGES.unconfirmed })
    const reservations = await takeDays(app, db, staff, purpose.value, request)
    if (!reservations.ok) return reservations
    for (const reservation of reservations.value)
      await recordRoomEntry(app, db, staff, purpose.value, {
        action: booking ? 'room_reserved' : 'room_blocked',
        subjectId: reservation.room_id,
        after: describeReservation(app, reservation),
      })
    return succeed({ locationId, date })
  })
  return reserved.ok ? loadRoomDay(app, reserved.value) : reserved
}

async function readPurpose(
  app: App,
  db: Queries,
  { role, workplaces }: Staff,
  { bookingId, reason, roomId }: Pick<Input<typeof ReserveRoom>, 'bookingId' | 'reason' | 'roomId'>,
): Promise<Outcome<Purpose>> {
  if ((bookingId === undefined) === (reason === undefined))
    return fail('invalid', { fields: { bookingId: ROOM_MESSAGES.noPurpose } })
  if (bookingId !== undefined) {
    const booking = await lockBooking(db, bookingId)
    return booking && isAssignedTo(workplaces, booking.location_id)
      ? succeed({ locationId: booking.location_id, booking })
      : fail('not_found')
  }
  if (reason === undefined || !hasRoleAtLeast(role, 'manager'))
    return fail('forbidden', { message: ROOM_MESSAGES.onlyManagers })
  const room = app.rooms.find(({ id }) => id === roomId)
  return room
    ? succeed({ locationId: room.locationId, booking: null, reason, blockId: crypto.randomUUID() })
    : fail('invalid', { fields: { roomId: ROOM_MESSAGES.unknown } })
}

async function takeDays(
  app: App,
  db: Queries,
  staff: Staff,
  purpose: Purpose,
  { lastDay, ...request }: Omit<Input<typeof ReserveRoom>, 'bookingId' | 'reason'>,
): Promise<Outcome<RoomReservation[]>> {
  if (!purpose.booking) {
    const days = { ...request, lastDay: lastDay ?? request.date }
    return blockRoomOnDays(app, db, purpose.locationId, days, toBlockedBy(purpose, staff))
  }
  if (lastDay !== undefined) return fail('invalid', { fields: { lastDay: ROOM_MESSAGES.onlyBlocksLast } })
  const reserved = await takeRoom(app, db, staff, purpose, request)
  return reserved.ok ? succeed([reserved.value]) : reserved
}

const takeRoom = (
  app: App,
  db: Queries,
  staff: Staff,
  purpose: Purpose,
  request: Input<typeof moveRoomReservation>,
): Promise<Outcome<RoomReservation>> =>
  purpose.booking
    ? reserveRoom(app, db, purpose.booking, request, staff.id)
    : blockRoom(app, db, purpose.locationId, request, toBlockedBy(purpose, staff))

const toBlockedBy = ({ reason, blockId }: Block, { id: staffId }: Staff) => ({ reason, blockId, staffId })

/** Releases the reservation and takes the room at the other time, for the same booking or reason. */
export const moveReservationByStaff = (
  app: App,
  staff: Staff,
  id: string,
  request: Input<typeof moveRoomReservation>,
): Result<typeof readRooms> =>
  changeReservation(app, staff, id, async (db, purpose, before) => {
    const moved = await takeRoom(app, db, staff, purpose, request)
    if (!moved.ok) return moved
    await recordRoomEntry(app, db, staff, purpose, {
      action: 'room_moved',
      subjectId: moved.value.room_id,
      before: describeReservation(app, before),
      after: describeReservation(app, moved.value),
    })
    const times = { before: formatReservation(app, before), after: formatReservation(app, moved.value) }
    if (times.before !== times.after)
      await emailCustomer(app, db, purpose, (booking, link) => roomMovedEmail(booking, link, times))
    return moved
  })

/** The minutes return, also later than customers can cancel. */
export const releaseReservationByStaff = (app: App, staff: Staff, id: string): Result<typeof readRooms> =>
  changeReservation(app, staff, id, async (db, purpose, before) => {
    await recordReleased(app, db, staff, purpose, before)
    const room = formatReservation(app, before)
    await emailCustomer(app, db, purpose, (booking, link) => roomReleasedEmail(booking, link, room))
    return succeed(before)
  })

/** Releases the days of a block that are not over. All of them are at one location. */
export async function releaseBlockByStaff(
  app: App,
  staff: Staff,
  blockId: string,
  input: Input<typeof releaseRoomBlock>,
): Result<typeof readRooms> {
  const date = parseIsoDate(input.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const released = await writeAndNotify<string>(app, async (db) => {
    const days = await db
      .selectFrom('room_reservations')
      .selectAll()
      .where('block_id', '=', blockId)
      .orderBy('room_id')
      .orderBy('day')
      .orderBy('start_time')
      .execute()
    const [first] = days
    if (!first || !isAssignedTo(staff.workplaces, first.location_id)) return fail('not_found')
    const released: RoomReservation[] = []
    for (const reservation of days.filter(({ day, end_time }) => kathmanduInstant(day, end_time) > app.now()))
      if (await releaseReservation(app, db, reservation)) released.push(reservation)
    // The head of the audit log is locked after all reservations.
    for (const reservation of released) {
      const { location_id: locationId, reason } = reservation
      await recordReleased(app, db, staff, { locationId, booking: null, reason: reason ?? '', blockId }, reservation)
    }
    return released.length > 0
      ? succeed(first.location_id)
      : fail('changed_meanwhile', { message: ROOM_MESSAGES.changed })
  })
  return released.ok ? loadRoomDay(app, { locationId: released.value, date }) : released
}

async function emailCustomer(
  app: App,
  db: Queries,
  { booking }: Purpose,
  write: (booking: Booking, link: string) => EmailContent,
): Promise<void> {
  if (booking) await queueEmail(db, write(booking, buildBookingLink(app, booking)), app.now())
}

/** Releases a reservation that is not over, then runs `work`. Returns the day of the reservation that it returns. */
async function changeReservation(
  app: App,
  staff: Staff,
  id: string,
  work: (db: Queries, purpose: Purpose, released: RoomReservation) => Promise<Outcome<RoomReservation>>,
): Result<typeof readRooms> {
  const changed = await writeAndNotify<RoomReservation>(app, async (db) => {
    const reservation = await db.selectFrom('room_reservations').selectAll().where('id', '=', id).executeTakeFirst()
    if (!reservation || !isAssignedTo(staff.workplaces, reservation.location_id)) return fail('not_found')
    const { location_id: locationId, booking_id, reason, block_id: blockId, day, end_time } = reservation
    if (booking_id === null && !hasRoleAtLeast(staff.role, 'manager'))
      return fail('forbidden', { message: ROOM_MESSAGES.onlyManagers })
    const booking = booking_id === null ? undefined : await lockBooking(db, booking_id)
    if (kathmanduInstant(day, end_time) <= app.now()) return fail('wrong_state', { message: ROOM_MESSAGES.over })
    // Reservations never change: one that was moved was released too.
    if (!(await releaseReservation(app, db, reservation)))
      return fail('changed_meanwhile', { message: ROOM_MESSAGES.changed })
    const purpose = booking ? { locationId, booking } : { locationId, booking: null, reason: reason ?? '', blockId }
    return work(db, purpose, reservation)
  })
  return changed.ok ? loadRoomDay(app, { locationId: changed.value.location_id, date: changed.value.day }) : changed
}

const recordReleased = (app: App, db: Queries, staff: Staff, purpose: Purpose, before: RoomReservation) =>
  recordRoomEntry(app, db, staff, purpose, {
    action: purpose.booking ? 'room_released' : 'room_unblocked',
    subjectId: before.room_id,
    before: describeReservation(app, before),
  })

/** In the history of the booking, else of the room. */
function recordRoomEntry(
  app: App,
  db: Queries,
  staff: Staff,
  purpose: Purpose,
  { subjectId, ...entry }: Pick<NewAuditEntry, 'action' | 'subjectId' | 'before' | 'after'>,
): Promise<void> {
  if (purpose.booking) return recordBookingAuditEntry(app, db, staff, purpose.booking, entry)
  const { reason } = purpose
  const label = findName(app.rooms, subjectId)
  return recordAuditEntry(db, { by: staff, subject: 'room', subjectId, label, reason, ...entry }, app.now())
}
