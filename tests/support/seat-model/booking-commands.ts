import { expect } from 'vitest'
import { type IsoDate, listDays } from '#domain/calendar.ts'
import type { PlanId } from '#domain/plan.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE } from '../app.ts'
import { newKey, type Order, order } from '../orders.ts'
import { codeOf } from '../outcomes.ts'
import { paid } from '../payments.ts'
import type { ModelBooking } from './model.ts'
import { addReservation, chooseRoom, isRoomFree, type RoomChoice } from './room-commands.ts'
import type { SeatWorld } from './world.ts'

export const HOLD = 30 * MINUTE

interface Placement extends Pick<ModelBooking, 'plan' | 'period' | 'periods'> {
  start: IsoDate
  seats: number
  passes: number
  room: RoomChoice | null
}

const PLANS: readonly [PlanId, ModelBooking['period'], periods: number][] = [
  ['explorer', 'daily', 1],
  ['explorer', 'daily', 1],
  ['explorer', 'daily', 1],
  ['professional', 'weekly', 1],
  ['professional', 'weekly', 2],
  ['professional', 'monthly', 1],
  ['enterprise', 'weekly', 2],
  ['enterprise', 'monthly', 1],
  ['private-office', 'weekly', 1],
]

type Choices = Omit<Placement, 'plan' | 'period' | 'periods' | 'start'> & { plan: number; day: number }

export async function book(world: SeatWorld, { plan: index, day, ...choices }: Choices): Promise<string> {
  const [plan, period, periods] = PLANS[index % PLANS.length] ?? PLANS[0] ?? ['explorer', 'daily', 1]
  return place(world, { ...choices, plan, period, periods, start: world.day(day) })
}

export async function bookAndPay(world: SeatWorld, choices: Choices): Promise<string> {
  const code = await book(world, choices)
  const booking = world.model.bookings.at(-1)
  if (booking?.state === 'held' && code.startsWith('ok')) await payFor(world, booking)
  return code
}

/** Day passes may choose a room, longer plans buy an hour for later. The seat of an offer is held already. */
export async function place(
  world: SeatWorld,
  placement: Placement,
  offer?: { seat: Order['offer']; expiresAt: number },
): Promise<string> {
  const { app, model } = world
  const { plan, period, periods, passes, start } = placement
  const isDayPass = plan === 'explorer'
  const days = model.daysFrom({ period, periods }, start)
  const room = isDayPass && placement.room ? chooseRoom(placement.room, start) : undefined
  const hours = isDayPass ? Math.ceil((room ? room.to - room.from : 0) / 2) : placement.seats % 2
  const seats = plan === 'private-office' ? 4 : isDayPass ? placement.seats + passes : placement.seats
  const predict = () => {
    if (model.closedDays.has(start) || (isDayPass && passes > placement.seats)) return 'invalid'
    if (!offer && !model.fits(listDays(days.start, days.end), seats)) return 'sold_out'
    return room && !isRoomFree(world, room) ? 'sold_out' : 'ok'
  }
  const expected = predict()
  const outcome = await createBooking(
    app,
    order({
      planId: plan,
      startDate: start,
      ...(period !== 'daily' && { billing: period, endDate: days.end }),
      ...(plan !== 'private-office' && { seats: placement.seats }),
      guestPasses: passes,
      meetingRoomHours: hours,
      ...(room && { rooms: [room.request] }),
      ...(offer && { offer: offer.seat }),
    }),
    newKey(),
  )
  expect(codeOf(outcome)).toBe(expected)
  if (!outcome.ok) return expected
  const booking: ModelBooking = {
    ...{ id: outcome.value.bookingId, secret: outcome.value.secret, plan, period, periods, seats, ...days },
    ...{ guestPasses: passes, boughtMinutes: 60 * hours, state: 'held', percent: model.percent },
    ...{ moves: 0, isShortened: false, movableUntil: undefined },
    ...{ change: undefined, hadUnpaidChange: false, purchase: undefined },
    expiresAt: Math.min(Math.max(model.now + HOLD, offer?.expiresAt ?? 0), model.closes(days.end)),
  }
  model.bookings.push(booking)
  if (room) await addReservation(world, booking, room)
  return `ok: ${plan}${room ? ' with a room' : ''}`
}

/** Mostly for a booking that has something to pay. */
export async function pay(world: SeatWorld, { booking: index }: { booking: number }): Promise<string | undefined> {
  const payable = world.model.bookings.filter(({ state, change, purchase }) => state === 'held' || change || purchase)
  const booking = index % 8 === 0 ? world.booking(index) : payable[index % payable.length]
  return booking && payFor(world, booking)
}

/** Pays, if there is time for it, for the move of a booking, its room hours, or itself. */
async function payFor(world: SeatWorld, booking: ModelBooking): Promise<string> {
  const { app, model } = world
  const { change, purchase } = booking
  const predict = () => {
    if (booking.state !== 'held' && !change && !purchase) return 'not_payable'
    if (booking.state === 'held' && model.closedDays.has(booking.start)) return 'not_payable'
    const ends = model.now + (app.gateways.esewa?.window ?? 0)
    const isTooLate =
      booking.state === 'held'
        ? booking.expiresAt < ends && model.isCrowded(booking)
        : !change && model.closes(booking.end) < ends
    return isTooLate ? 'no_more_extensions' : 'ok'
  }
  const expected = predict()
  const outcome = await startAttempt(app, booking.id, booking.secret, 'esewa', (change ?? purchase)?.id)
  expect(codeOf(outcome)).toBe(expected)
  if (!outcome.ok) return expected
  await settle(app, outcome.value.paymentId, paid(outcome.value.amount), 'lookup')
  if (change) {
    model.moveTo(booking, { start: change.start, end: change.end })
    Object.assign(booking, { percent: change.percent, moves: booking.moves + 1, hadUnpaidChange: false })
    return 'ok: move'
  }
  if (purchase) {
    booking.boughtMinutes += purchase.minutes
    booking.purchase = undefined
    return 'ok: hours'
  }
  model.confirm(booking)
  return 'ok'
}
