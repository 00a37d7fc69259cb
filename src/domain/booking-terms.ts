import { formatInstant } from './calendar.ts'

export const PAID_ONCE = 'Paid once: it does not renew.'

/** Shown before the payment. `freeUntil` is the last instant of a full refund. */
export const formatBookingTerms = (freeUntil: number, now: number): string =>
  `${now > freeUntil ? 'A cancellation is no longer refunded.' : `Full refund until ${formatInstant(freeUntil)}.`} ${PAID_ONCE}`
