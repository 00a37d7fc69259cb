import { randomInt } from 'node:crypto'
import { type Paisa, paisa, toDecimalRupees } from '#domain/money.ts'

type Status = 'PENDING' | 'COMPLETE' | 'AMBIGUOUS' | 'NOT_FOUND' | 'CANCELED'

export interface EsewaPayment {
  /** Decides how the payer returns. */
  api: 'v1' | 'v2'
  uuid: string
  productCode: string
  amount: Paisa
  successUrl: string
  failureUrl: string
  openedAt: number
  status: Status
  reference: string | null
  /** With `altered`. */
  taken?: Paisa
  /** With `late`. */
  completesAt?: number
  /** With `outage`: the end of the outage of the status call. */
  silentUntil?: number
}

const SESSION_MS = 15 * 60_000
/** Long enough to see that a payment is open. */
export const DELAY_MS = 3_000
const OUTAGE_MS = 60_000
const ALTERED_PAISA = 100

export function getEsewaStatus(payment: EsewaPayment, now: number): Status {
  if (payment.status !== 'PENDING') return payment.status
  if (payment.completesAt !== undefined) return now >= payment.completesAt ? 'COMPLETE' : 'PENDING'
  return now - payment.openedAt < SESSION_MS ? 'PENDING' : 'NOT_FOUND'
}

const complete = () => ({ status: 'COMPLETE', reference: createTransactionCode() }) as const

/** What each choice on the payment page changes. */
export const ESEWA_OUTCOMES = {
  pay: complete,
  silent: complete,
  altered: ({ amount }) => ({
    ...complete(),
    taken: paisa(amount > ALTERED_PAISA ? amount - ALTERED_PAISA : amount + 1),
  }),
  outage: (_, now) => ({ ...complete(), silentUntil: now + OUTAGE_MS }),
  late: (_, now) => ({ reference: createTransactionCode(), completesAt: now + DELAY_MS }),
  leave: () => ({}),
  ambiguous: () => ({ status: 'AMBIGUOUS' }),
  fail: () => ({ status: 'CANCELED' }),
  cancel: () => ({ status: 'CANCELED' }),
  ended: () => ({ status: 'NOT_FOUND' }),
} satisfies Record<string, (payment: EsewaPayment, now: number) => Partial<EsewaPayment>>
export type EsewaChoice = keyof typeof ESEWA_OUTCOMES
export const ESEWA_CHOICES = Object.keys(ESEWA_OUTCOMES) as EsewaChoice[]

/** Seven capital letters and digits, like eSewa's codes. */
const createTransactionCode = (): string =>
  Array.from({ length: 7 }, () => '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[randomInt(36)]).join('')

/** Like v1: unsigned, with `&` if the URL has a query. */
export function getReturnUrlV1({ uuid, amount, taken, reference, successUrl, failureUrl }: EsewaPayment): string {
  if (reference === null) return failureUrl
  const parameters = new URLSearchParams({ oid: uuid, amt: toDecimalRupees(taken ?? amount), refId: reference })
  return `${successUrl}${successUrl.includes('?') ? '&' : '?'}${parameters}`
}
