import { expect } from 'vitest'
import { addDays, daysBetween, type IsoDate } from '#domain/calendar.ts'
import { later } from '#domain/date-range.ts'
import type { Room } from '#domain/room.ts'
import { addOwnGuest, removeOwnGuest } from '#server/customers/guests.ts'
import { buyHours as buyOwnHours } from '#server/customers/hours.ts'
import { cancelOwnRoom, reserveOwnRoom } from '#server/customers/rooms.ts'
import { rows } from '../app.ts'
import { newKey } from '../orders.ts'
import { codeOf } from '../outcomes.ts'
import { WALNUT, WINDOW } from '../rooms.ts'
import { HOLD } from './booking-commands.ts'
import { listAllSlots, type ModelBooking, timeOf } from './model.ts'
import type { SeatWorld } from './world.ts'

/** Half hours after 09:00. */
export interface RoomChoice {
  room: number
  start: number
  length: number
}

interface ChosenRoom {
  room: Room
  day: IsoDate
  from: number
  to: number
  request: { roomId: string; start: string; end: string }
}

export function chooseRoom({ room: index, start, length }: RoomChoice, day: IsoDate): ChosenRoom {
  const room = index % 2 === 0 ? WALNUT : WINDOW
  const from = 18 + start
  const to = from + length
  return { room, day, from, to, request: { roomId: room.id, start: toTime(from), end: toTime(to) } }
}

const toTime = (slot: number): string => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`

/** With the buffer after it. */
export function isRoomFree({ model }: SeatWorld, chosen: ChosenRoom): boolean {
  const taken = model.slotsOf(chosen.room, chosen.day)
  return !listAllSlots(chosen).some((slot) => taken.has(slot))
}

/** Included minutes of the week or month are used first. Undefined if there are too few. */
function spend({ model }: SeatWorld, booking: ModelBooking, { day, from, to }: ChosenRoom) {
  const minutes = 30 * (to - from)
  const bucket = model.bucketOf(booking, day)
  const included = bucket === undefined ? 0 : Math.min(minutes, model.minutesLeft(booking, bucket))
  const bought = minutes - included
  if (bought > model.minutesLeft(booking, 'bought')) return undefined
  return [
    ...(bucket !== undefined && included > 0 ? [{ bucket, minutes: included }] : []),
    ...(bought > 0 ? [{ bucket: 'bought', minutes: bought }] : []),
  ]
}

/** A room that the server has reserved. */
export async function addReservation(world: SeatWorld, booking: ModelBooking, chosen: ChosenRoom): Promise<void> {
  const { room, day, from, to } = chosen
  const stored = (await rows(world.app.db.read, 'room_reservations')).find(
    (row) => row.state === 'active' && row.room_id === room.id && row.day === day && row.start_time === toTime(from),
  )
  const used = spend(world, booking, chosen)
  if (!stored || !used) throw new Error('the reservation is missing')
  world.model.reservations.push({ id: stored.id, booking, room, day, from, to, used })
}

interface Target {
  booking: number
  day: number
}

/** Mostly one that the booking covers. */
const dayOf = ({ model }: SeatWorld, { start, end }: ModelBooking, index: number): IsoDate => {
  const first = later(start, model.today)
  return addDays(first, index % Math.max(2, daysBetween(first, end) + 2))
}

export async function reserveRoom(world: SeatWorld, args: Target & RoomChoice): Promise<string | undefined> {
  const { app, model } = world
  const booking = world.booking(args.booking)
  if (!booking) return undefined
  const chosen = chooseRoom(args, dayOf(world, booking, args.day))
  const { day, from } = chosen
  const predict = () => {
    if (booking.state !== 'confirmed') return 'wrong_state'
    if (day > addDays(model.today, 30) || model.closedDays.has(day)) return 'invalid'
    if (day < booking.start || day > booking.end || model.now >= timeOf(day, from + 1)) return 'invalid'
    if (!isRoomFree(world, chosen)) return 'sold_out'
    return spend(world, booking, chosen) ? 'ok' : 'invalid'
  }
  const expected = predict()
  expect(codeOf(await reserveOwnRoom(app, booking, { ...chosen.request, date: day }, newKey()))).toBe(expected)
  if (expected === 'ok') await addReservation(world, booking, chosen)
  return expected
}

export async function releaseRoom(world: SeatWorld, { index }: { index: number }): Promise<string | undefined> {
  const { app, model } = world
  const reservation = model.reservations[index % model.reservations.length]
  if (!reservation) return undefined
  const { id, booking, day, from } = reservation
  const expected = model.now > timeOf(day, from - 4) ? 'wrong_state' : 'ok'
  expect(codeOf(await cancelOwnRoom(app, booking, id, newKey()))).toBe(expected)
  if (expected === 'ok') model.reservations.splice(model.reservations.indexOf(reservation), 1)
  return expected
}

/** How many hours a day pass can still use depends on the rooms and on the other passes of its day. */
export async function buyHours(
  world: SeatWorld,
  args: { booking: number; hours: number },
): Promise<string | undefined> {
  const { app, model } = world
  const booking = world.booking(args.booking)
  if (!booking) return undefined
  const daysLeft = daysBetween(later(booking.start, model.today), booking.end) + 1
  const predict = () => {
    if (booking.state !== 'confirmed' || booking.change || model.closes(booking.end) <= model.now) return 'wrong_state'
    return booking.plan !== 'explorer' && args.hours > 2 * daysLeft ? 'invalid' : 'ok'
  }
  const expected = predict()
  const outcome = await buyOwnHours(app, booking, { hours: args.hours }, newKey())
  const code = codeOf(outcome)
  expect(booking.plan === 'explorer' && code === 'invalid' ? 'ok' : code).toBe(expected)
  if (!outcome.ok) return code
  booking.purchase = {
    id: outcome.value.change?.changeId ?? 'missing',
    minutes: 60 * args.hours,
    expiresAt: Math.min(model.now + HOLD, model.closes(booking.end)),
  }
  return 'ok'
}

/** At most two guests for each seat and day, with an included guest day or a bought pass each. */
export async function announceGuest(world: SeatWorld, args: Target): Promise<string | undefined> {
  const { app, model } = world
  const booking = world.booking(args.booking)
  if (!booking) return undefined
  const day = dayOf(world, booking, args.day)
  const predict = () => {
    if (booking.plan === 'explorer' || booking.state !== 'confirmed') return 'wrong_state'
    if (day < later(booking.start, model.today) || day > booking.end) return 'invalid'
    const sameDay = model.guests.filter((guest) => guest.booking === booking && guest.day === day)
    if (sameDay.length >= 2 * booking.seats || !model.hasGuestDay(booking, day)) return 'invalid'
    if (!model.fits([day], 1)) return 'sold_out'
    return model.closedDays.has(day) ? 'invalid' : 'ok'
  }
  const expected = predict()
  const known = model.guests.map(({ id }) => id)
  const outcome = await addOwnGuest(app, booking, { date: day }, newKey())
  expect(codeOf(outcome)).toBe(expected)
  if (!outcome.ok) return expected
  const added = outcome.value.guests?.list.find(({ guestId }) => !known.includes(guestId))
  model.guests.push({ id: added?.guestId ?? 'missing', booking, day })
  return 'ok'
}

export async function cancelGuest(world: SeatWorld, { index }: { index: number }): Promise<string | undefined> {
  const { app, model } = world
  const guest = model.guests[index % model.guests.length]
  if (!guest) return undefined
  const { booking, id, day } = guest
  const expected = day < model.today ? 'wrong_state' : 'ok'
  expect(codeOf(await removeOwnGuest(app, booking, id, newKey()))).toBe(expected)
  if (expected === 'ok') model.guests.splice(model.guests.indexOf(guest), 1)
  return expected
}
