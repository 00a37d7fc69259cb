import { expect } from 'vitest'
import { listDays } from '#domain/calendar.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { move } from '#server/customers/move.ts'
import { newKey } from '../orders.ts'
import { codeOf } from '../outcomes.ts'
import { endBooking, moveBooking } from '../staff-actions.ts'
import { HOLD } from './booking-commands.ts'
import type { Days, ModelBooking } from './model.ts'
import type { SeatWorld } from './world.ts'

interface Target {
  booking: number
}
interface MoveTarget extends Target {
  day: number
}

/** At today's price. */
export async function moveByStaff(world: SeatWorld, target: MoveTarget): Promise<string | undefined> {
  const { app, model, staff } = world
  const booking = world.booking(target.booking)
  if (!booking) return undefined
  const days = model.daysFrom(booking, world.day(target.day))
  const predict = () => {
    if (!model.holding.includes(booking)) return 'wrong_state'
    if (model.closedDays.has(days.start) || days.start === booking.start) return 'invalid'
    return fitsInstead(world, booking, days) ? 'ok' : 'sold_out'
  }
  const expected = predict()
  expect(codeOf(await moveBooking(app, staff, booking.id, days.start))).toBe(expected)
  if (expected !== 'ok') return expected
  model.moveTo(booking, days)
  booking.expiresAt = Math.min(booking.expiresAt, model.closes(days.end))
  return 'ok'
}

/** After a change of the prices. Dearer days are held until they are paid, once per booking. */
export async function moveByCustomer(
  world: SeatWorld,
  { percent, ...target }: MoveTarget & { percent: number },
): Promise<string | undefined> {
  const { app, model } = world
  world.reprice(percent)
  const booking = world.booking(target.booking)
  if (!booking) return undefined
  const days = model.daysFrom(booking, world.day(target.day))
  const isFree = model.isClosedPass(booking)
  const isDearer = !isFree && model.percent > booking.percent
  const predict = () => {
    if (booking.state !== 'confirmed' || model.now > model.lastMove(booking)) return 'wrong_state'
    if (booking.moves >= 2 && !isFree) return 'wrong_state'
    if (model.closedDays.has(days.start) || days.start === booking.start) return 'invalid'
    if (isDearer && booking.hadUnpaidChange) return 'already_done'
    return fitsInstead(world, booking, days) ? 'ok' : 'sold_out'
  }
  const expected = predict()
  const outcome = await move(app, booking, { startDate: days.start }, newKey())
  expect(codeOf(outcome)).toBe(expected)
  if (!outcome.ok) return expected
  if (!isDearer) {
    model.moveTo(booking, days)
    if (!isFree) booking.moves++
    return 'ok'
  }
  const changes = app.db.read.selectFrom('booking_changes').select('id').where('booking_id', '=', booking.id)
  const change = await changes.where('kind', '=', 'move').where('state', '=', 'open').executeTakeFirst()
  booking.change = {
    ...days,
    id: change?.id ?? 'missing',
    expiresAt: Math.min(model.now + HOLD, model.closes(days.end)),
    percent: model.percent,
  }
  booking.hadUnpaidChange = true
  return 'ok: to be paid'
}

/** Days that the booking or its open move holds need no free seat. */
const fitsInstead = ({ model }: SeatWorld, booking: ModelBooking, { start, end }: Days): boolean =>
  model.fits(listDays(start, end), booking.seats, model.daysHeld(booking))

export async function cancelByStaff(world: SeatWorld, target: Target): Promise<string | undefined> {
  const { app, model, staff } = world
  const booking = world.booking(target.booking)
  if (!booking) return undefined
  const expected = model.holding.includes(booking) ? 'ok' : 'wrong_state'
  expect(codeOf(await endBooking(app, staff, booking.id))).toBe(expected)
  if (expected === 'ok') model.end(booking, 'cancelled')
  return expected
}

/** Ends a booking that has started today, others as a whole. */
export async function cancelByCustomer(world: SeatWorld, target: Target): Promise<string | undefined> {
  const { app, model } = world
  const booking = world.booking(target.booking)
  if (!booking) return undefined
  const { today } = model
  const predict = () => {
    if (!model.holding.includes(booking)) return 'wrong_state'
    if (model.isClosedPass(booking)) return 'ok'
    if (booking.end < today) return 'wrong_state'
    if (booking.state === 'held' || booking.start > today) return 'ok'
    if (booking.end > today) return 'ok: early end'
    return booking.isShortened || booking.start < today ? 'wrong_state' : 'ok'
  }
  const expected = predict()
  expect(codeOf(await cancelAsCustomer(app, booking, {}, newKey()))).toBe(expected.split(':')[0])
  if (expected === 'ok') model.end(booking, 'cancelled')
  if (expected === 'ok: early end') model.endToday(booking)
  return expected
}
