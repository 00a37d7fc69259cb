import type { Input } from '#contract/endpoint.ts'
import { moveOwnBooking, previewOwnMove } from '#contract/move-booking.ts'
import { call } from '../api.ts'
import type { BookingCredentials } from './index.ts'

// Apart from `ledger`, which the payment screen loads at once.

export const previewMove = ({ bookingId, secret }: BookingCredentials, startDate: string) =>
  call(previewOwnMove, { startDate }, { params: { id: bookingId }, secret })

/** A repeated key returns the same result. */
export const move = ({ bookingId, secret }: BookingCredentials, input: Input<typeof moveOwnBooking>, key: string) =>
  call(moveOwnBooking, input, { params: { id: bookingId }, secret, idempotencyKey: key })
