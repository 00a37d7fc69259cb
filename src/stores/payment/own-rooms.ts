import type { BookingView } from '#contract/bookings.ts'
import { buyRoomHours } from '#contract/buy-hours.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Failure, fail, formatFailure, type Outcome } from '#contract/failure.ts'
import { cancelOwnRoom, reserveOwnRoom } from '#contract/rooms.ts'
import type { Paisa } from '#domain/money.ts'
import { call } from '../api.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { getYourCredentials, payYourBooking, refreshYourBooking, showYourBooking } from './your-booking.ts'

type RoomChoice = Input<typeof reserveOwnRoom>

/** Returns why it failed, or undefined once the room is booked. */
export const bookRoom = (choice: RoomChoice): Promise<string | undefined> =>
  change(['room', choice], ({ id, ...options }) => call(reserveOwnRoom, choice, { params: { id }, ...options }))

/** Returns why it failed, or undefined once the room is cancelled and its time is back in the balance. */
export const cancelRoom = (reservationId: string): Promise<string | undefined> =>
  change(['cancel-room', reservationId], ({ id, ...options }) =>
    call(cancelOwnRoom, {}, { params: { id, child: reservationId }, ...options }),
  )

/** Opens the payment of room hours. Returns why it failed, or undefined. */
export async function buyHours(hours: number, expectedAmount: Paisa): Promise<string | undefined> {
  const input = { hours, expectedAmount }
  const response = await sendAction(['hours', input], ({ id, ...options }) =>
    call(buyRoomHours, input, { params: { id }, ...options }),
  )
  if (!response.ok) {
    if (response.failure.code === 'price_changed') await refreshYourBooking()
    return describe(response.failure)
  }
  showYourBooking(response.value.booking)
  if (response.value.change) payYourBooking()
  return undefined
}

interface Options {
  id: string
  secret: string
  idempotencyKey: string
}

async function change(
  action: readonly unknown[],
  send: (options: Options) => Promise<Outcome<BookingView>>,
): Promise<string | undefined> {
  const response = await sendAction(action, send)
  if (!response.ok) return describe(response.failure)
  showYourBooking(response.value)
  return undefined
}

async function sendAction<Value>(
  action: readonly unknown[],
  send: (options: Options) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const credentials = getYourCredentials()
  if (!credentials) return fail('not_found')
  const { bookingId: id, secret } = credentials
  return withIdempotencyKey([id, ...action], (idempotencyKey) => send({ id, secret, idempotencyKey }))
}

/** The booking may have changed on another device, or its link may have ended. */
function describe(failure: Failure): string {
  if (failure.code === 'wrong_state' || failure.code === 'not_found') void refreshYourBooking()
  const [message] = Object.values(failure.fields ?? {})
  return message === undefined ? formatFailure(failure) : `${message}.`
}
