import { formatInstant } from './calendar.ts'

export const PAID_ONCE = 'Paid once: it does not renew.'

/** `freeUntil` is the last instant of a full refund. */
export const formatRefundTerms = (freeUntil: number, now: number): string =>
  now > freeUntil ? 'A cancellation is no longer refunded.' : `Full refund until ${formatInstant(freeUntil)}.`

/** Shown before the payment. */
export const formatBookingTerms = (freeUntil: number, now: number): string =>
  `${formatRefundTerms(freeUntil, now)} ${PAID_ONCE}`
