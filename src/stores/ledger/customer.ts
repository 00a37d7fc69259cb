import { findBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { dropOwnMove, moveOwnBooking, previewOwnMove } from '#contract/move-booking.ts'
import { cancelOwnBooking, changeRefundAccount } from '#contract/own-booking.ts'
import { call } from '../api.ts'
import type { BookingCredentials } from './index.ts'

const of = ({ bookingId, secret }: BookingCredentials, idempotencyKey?: string) => ({
  params: { id: bookingId },
  secret,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
})

/**
 * What the page of a booking does, apart from `ledger`, which the payment screen loads at once. A repeated key returns
 * the same result.
 */
export const customerLedger = {
  /** Emails the links of a customer's bookings, if there are any. */
  find: (input: Input<typeof findBooking>) => call(findBooking, input),
  cancel: (booking: BookingCredentials, input: Input<typeof cancelOwnBooking>, key: string) =>
    call(cancelOwnBooking, input, of(booking, key)),
  changeRefundAccount: (booking: BookingCredentials, input: Input<typeof changeRefundAccount>, key: string) =>
    call(changeRefundAccount, input, of(booking, key)),
  previewMove: (booking: BookingCredentials, startDate: string) => call(previewOwnMove, { startDate }, of(booking)),
  move: (booking: BookingCredentials, input: Input<typeof moveOwnBooking>, key: string) =>
    call(moveOwnBooking, input, of(booking, key)),
  dropMove: (booking: BookingCredentials, key: string) => call(dropOwnMove, {}, of(booking, key)),
}

export type CustomerLedger = typeof customerLedger
