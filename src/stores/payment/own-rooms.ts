import type { BookingView } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Failure, fail, type Outcome } from '#contract/failure.ts'
import { cancelOwnRoom, reserveOwnRoom } from '#contract/rooms.ts'
import { call, formatFailure } from '../api.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { getYourCredentials, refreshYourBooking, showYourBooking } from './your-booking.ts'

type RoomChoice = Input<typeof reserveOwnRoom>

/** Returns why it failed, or undefined once the room is booked. */
export const bookRoom = (choice: RoomChoice): Promise<string | undefined> =>
  change(['room', choice], ({ id, ...options }) => call(reserveOwnRoom, choice, { params: { id }, ...options }))

/** Returns why it failed, or undefined once the room is cancelled and its time is back in the balance. */
export const cancelRoom = (reservationId: string): Promise<string | undefined> =>
  change(['cancel-room', reservationId], ({ id, ...options }) =>
    call(cancelOwnRoom, {}, { params: { id, child: reservationId }, ...options }),
  )

interface Options {
  id: string
  secret: string
  idempotencyKey: string
}

async function change(
  action: readonly unknown[],
  send: (options: Options) => Promise<Outcome<BookingView>>,
): Promise<string | undefined> {
  const credentials = getYourCredentials()
  if (!credentials) return describe(fail('not_found').failure)
  const { bookingId: id, secret } = credentials
  const response = await withIdempotencyKey([id, ...action], (idempotencyKey) => send({ id, secret, idempotencyKey }))
  if (!response.ok) return describe(response.failure)
  showYourBooking(response.value)
  return undefined
}

/** The booking may have changed on another device, or its link may have ended. */
function describe(failure: Failure): string {
  if (failure.code === 'wrong_state' || failure.code === 'not_found') void refreshYourBooking()
  const [message] = Object.values(failure.fields ?? {})
  return message === undefined ? formatFailure(failure) : `${message}.`
}
