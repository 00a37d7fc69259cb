import { atom, type ReadableAtom } from 'nanostores'
import { readAvailability } from '#contract/availability.ts'
import { extendHold, placeBooking, readBooking, requestEmailConfirmation } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { readPrices } from '#contract/prices.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { readSite } from '#contract/site.ts'
import type { PriceTable } from '#domain/price.ts'
import { call } from '../api.ts'

export interface BookingCredentials {
  bookingId: string
  secret: string
}

/** Where bookings are stored: behind the API, or in the visitor's browser (`browser/index.ts`). */
export const ledger = {
  /** Keys that are lost with this tab; always empty with a server. */
  unsavedKeys: atom([]) as ReadableAtom<readonly string[]>,
  prices: async (): Promise<Outcome<PriceTable[]>> => {
    const response = await call(readPrices, {})
    if (!response.ok) return response
    // The payment screen does not need it.
    const { readPriceTables } = await import('#domain/price.ts')
    return succeed(readPriceTables(response.value.tables, []))
  },
  availability: (input: Input<typeof readAvailability>) => call(readAvailability, input),
  site: () => call(readSite, {}),
  /** A repeated key returns the same booking. A renewal needs the secret of a booking of its membership. */
  place: (booking: Input<typeof placeBooking>, key: string, secret?: string) =>
    call(placeBooking, booking, { idempotencyKey: key, ...(secret !== undefined && { secret }) }),
  read: ({ bookingId, secret }: BookingCredentials) => call(readBooking, {}, { params: { id: bookingId }, secret }),
  /** Credentials that also work in a page that cannot read this one's storage. */
  getPortableCredentials: (booking: BookingCredentials) => booking,
  extend: ({ bookingId, secret }: BookingCredentials) => call(extendHold, {}, { params: { id: bookingId }, secret }),
  requestEmailConfirmation: ({ bookingId, secret }: BookingCredentials) =>
    call(requestEmailConfirmation, {}, { params: { id: bookingId }, secret }),
  /** Starts a trial payment without a booking; undefined if the edition has none. */
  startTrial: async (): Promise<BookingCredentials | undefined> => undefined,
  /** Pays the booking, or a move of it that waits for its payment. */
  startPayment: ({ bookingId, secret }: BookingCredentials, method: string, change?: string) =>
    call(startPayment, { bookingId, method, ...(change && { change }) }, { secret }),
  sendReceipt: ({ secret }: BookingCredentials, id: string, file: Blob) =>
    call(sendReceipt, {}, { params: { id }, secret, file }),
  reportReading: ({ secret }: BookingCredentials, id: string, reading: Input<typeof reportReceiptReading>) =>
    call(reportReceiptReading, reading, { params: { id }, secret }),
  verify: (paymentId: string, parameters: Record<string, string>) =>
    call(verifyPayment, parameters, { params: { id: paymentId } }),
}

export type Ledger = typeof ledger
