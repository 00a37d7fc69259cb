import { FAILURES } from '#contract/failure.ts'
import { listMethodOffers, type MethodOffer } from '#contract/method-offers.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { closingInstant } from '#domain/location.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'

/** As in the gateways' v1 APIs. */
const GATEWAY_WINDOW_MS = 15 * 60_000

/** Milliseconds that a payer has after starting a payment. */
export function getPaymentWindow(method: PaymentMethod): number {
  if (method === 'bank_transfer') return 0
  return method === 'qr_payment' ? VERIFICATION_TIMEOUT_MS : GATEWAY_WINDOW_MS
}

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

/** When the location closes on the last covered day (milliseconds), the last moment to pay. Infinity without dates. */
export function getClosingTime({ locationId, endDate }: Pick<BookingRecord, 'locationId' | 'endDate'>): number {
  const last = parseIsoDate(endDate)
  if (!last) return Number.POSITIVE_INFINITY
  return closingInstant(
    getBusiness().catalogue.locations.find(({ id }) => id === locationId),
    last,
  )
}
