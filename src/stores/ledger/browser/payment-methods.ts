import { FAILURES } from '#contract/failure.ts'
import { listMethodOffers, type MethodOffer } from '#contract/payment-methods.ts'
import { isoDate } from '#domain/calendar.ts'
import { closingInstant } from '#domain/location.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'

/** That of the gateways' older APIs. */
const GATEWAY_WINDOW_MS = 15 * 60_000

/** How long after its start a payer may still pay, in milliseconds. */
export function getPaymentWindow(method: PaymentMethod): number {
  if (method === 'bank_transfer') return 0
  return method === 'qr_payment' ? VERIFICATION_TIMEOUT_MS : GATEWAY_WINDOW_MS
}

/** Returns every payment method with whether this booking can be paid by it now. */
export function listPaymentMethods(booking: BookingRecord): MethodOffer[] {
  const reason = isPayable(booking) ? undefined : FAILURES.not_payable.message
  const methods = PAYMENT_METHODS.map((id) => ({
    id,
    name: getBusiness().methodNames[id] ?? id,
    window: getPaymentWindow(id),
    reason,
  }))
  return listMethodOffers(methods, environment().now(), getClosingTime(booking))
}

/** Whether the hold still runs and the last covered day has not closed. */
export const isPayable = (booking: BookingRecord): boolean =>
  booking.status === 'held' && booking.expiresAt !== null && getClosingTime(booking) > environment().now()

/** The last moment to pay (milliseconds): when the location closes on the last covered day. A record without days has none. */
export function getClosingTime({ locationId, endDate }: Pick<BookingRecord, 'locationId' | 'endDate'>): number {
  const last = isoDate(endDate)
  if (!last) return Number.POSITIVE_INFINITY
  return closingInstant(
    getBusiness().catalogue.locations.find(({ id }) => id === locationId),
    last,
  )
}
