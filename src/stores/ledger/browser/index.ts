import { readRange } from '#contract/availability.ts'
import { fail, succeed } from '#contract/failure.ts'
import { daysFrom } from '#domain/calendar.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { Ledger } from '../ledger.ts'
import { business } from './business.ts'
import { $unkept } from './kept.ts'
import { capacityOf, takenSeats } from './moving.ts'
import { carried, extend, read } from './own.ts'
import { isSimulated, startPaying } from './paying.ts'
import { place } from './placing.ts'
import { priceTables } from './price-record.ts'
import { keepReceipt, noteReading } from './receipts.ts'
import { beginTrial } from './trial.ts'
import { verify } from './verifying.ts'

const UNCHECKED =
  'Khalti opens its own window. Whether you have paid is simulated afterwards: to check it needs a secret, and unchecked, Khalti takes no money.'

/** The ledger of the edition without a server: the visitor's own browser keeps it, by the rules of the domain. */
export const ledger: Ledger = {
  unkept: $unkept,
  prices: async () => succeed(priceTables()),
  availability: async (input) => {
    const range = readRange(input)
    if (!range.ok) return range
    const { locationId, from, to } = range.value
    const [seats, taken] = [capacityOf(locationId), takenSeats(range.value)]
    return succeed({
      locationId,
      days: daysFrom(from, to).map((date) => ({ date, seats, taken: taken.get(date) ?? 0 })),
    })
  },
  site: async () => {
    const { holdMinutes, sameDayCutoffMinutes, debugPanel, simulatedReading } = business()
    const methods = PAYMENT_METHODS.map((id) => ({
      id,
      available: true,
      ...(isSimulated(id) && { simulated: true as const }),
      ...(id === 'khalti' && !isSimulated(id) && { note: UNCHECKED }),
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
  carried,
  extend,
  // No transfer needs a confirmed email here.
  requestEmailConfirmation: async () => fail('not_found'),
  trial: beginTrial,
  startPayment: startPaying,
  sendReceipt: keepReceipt,
  tellReading: noteReading,
  verify,
}
