import { readAvailabilityRange } from '#contract/availability-range.ts'
import { fail, succeed } from '#contract/failure.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { Ledger } from '../index.ts'
import { getBusiness } from './business.ts'
import { extend, getPortableCredentials, read } from './own-booking.ts'
import { place } from './place-booking.ts'
import { readStoredPrices } from './price-record.ts'
import { recordReading, saveReceipt } from './receipts.ts'
import { $unsavedKeys } from './record-storage.ts'
import { createPayment, isSimulated } from './start-payment.ts'
import { readDaySeats } from './transitions.ts'
import { startTrial } from './trial.ts'
import { verify } from './verify-payment.ts'

const UNVERIFIED_NOTE =
  'Khalti opens in its own window. The result is then simulated, because this demo cannot verify a payment, and Khalti takes no money for an unverified payment.'

/** Stores bookings in the visitor's browser by the domain's rules. */
export const ledger: Ledger = {
  unsavedKeys: $unsavedKeys,
  prices: async () => succeed(readStoredPrices()),
  availability: async (input) => {
    const range = readAvailabilityRange(input)
    if (!range.ok) return range
    return succeed({ locationId: range.value.locationId, days: readDaySeats(range.value) })
  },
  site: async () => {
    const { holdMinutes, sameDayCutoffMinutes, debugPanel, simulatedReading } = getBusiness()
    const methods = PAYMENT_METHODS.map((id) => ({
      id,
      available: true,
      ...(isSimulated(id) && { simulated: true as const }),
      ...(id === 'khalti' && !isSimulated(id) && { note: UNVERIFIED_NOTE }),
    }))
    return succeed({
      payments: 'test' as const,
      methods,
      holdMinutes,
      sameDayCutoffMinutes,
      debugPanel,
      ...(simulatedReading && { simulatedReading }),
    })
  },
  place,
  read,
  getPortableCredentials,
  extend,
  // Transfers need no confirmed email here.
  requestEmailConfirmation: async () => fail('not_found'),
  startTrial,
  startPayment: createPayment,
  sendReceipt: saveReceipt,
  reportReading: recordReading,
  verify,
}
