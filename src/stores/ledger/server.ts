import { atom } from 'nanostores'
import { readAvailability } from '#contract/availability.ts'
import { extendHold, placeBooking, readBooking, requestEmailConfirmation } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { readPrices } from '#contract/prices.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { readSite } from '#contract/site.ts'
import { call } from '../api.ts'
import type { Ledger } from './ledger.ts'

/** The ledger behind the API. */
export const serverLedger: Ledger = {
  unsavedKeys: atom<readonly string[]>([]),
  prices: async () => {
    const answer = await call(readPrices, {})
    if (!answer.ok) return answer
    // Whoever pays asks for none.
    const { readPriceTables } = await import('#domain/price.ts')
    return succeed(readPriceTables(answer.value.tables, []))
  },
  availability: (input) => call(readAvailability, input),
  site: () => call(readSite, {}),
  place: (booking, key) => call(placeBooking, booking, { idempotencyKey: key }),
  read: ({ bookingId, secret }) => call(readBooking, {}, { params: { id: bookingId }, secret }),
  getPortableCredentials: (booking) => booking,
  extend: ({ bookingId, secret }) => call(extendHold, {}, { params: { id: bookingId }, secret }),
  requestEmailConfirmation: ({ bookingId, secret }) =>
    call(requestEmailConfirmation, {}, { params: { id: bookingId }, secret }),
  startTrial: async () => undefined,
  startPayment: ({ bookingId, secret }, method) => call(startPayment, { bookingId, method }, { secret }),
  sendReceipt: ({ secret }, id, file) => call(sendReceipt, {}, { params: { id }, secret, file }),
  reportReading: ({ secret }, id, told) => call(reportReceiptReading, told, { params: { id }, secret }),
  verify: (paymentId, hints) => call(verifyPayment, hints, { params: { id: paymentId } }),
}
