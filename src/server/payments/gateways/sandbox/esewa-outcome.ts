import { randomInt } from 'node:crypto'
import { type Paisa, paisa, toDecimalRupees } from '#domain/money.ts'

/** What the payer decides on the sandbox's page, the odd outcomes included. */
export const ESEWA_CHOICES = [
  'pay',
  'fail',
  'cancel',
  'leave',
  'late',
  'ambiguous',
  'altered',
  'silent',
  'outage',
  'ended',
] as const
export type EsewaChoice = (typeof ESEWA_CHOICES)[number]

type Status = 'PENDING' | 'COMPLETE' | 'AMBIGUOUS' | 'NOT_FOUND' | 'CANCELED'

export interface EsewaPayment {
  /** The contract by which the payer came; it says how he goes back. */
  api: 'v1' | 'v2'
  uuid: string
  productCode: string
  amount: Paisa
  successUrl: string
  failureUrl: string
  openedAt: number
  status: Status
  reference: string | null
  /** With `altered`: what was taken instead of the amount. */
  taken?: Paisa
  /** With `late`: when a pending payment turns out to be complete. */
  completesAt?: number
  /** With `outage`: until when the status call answers that the service is unavailable. */
  silentUntil?: number
}

const SESSION_MS = 15 * 60_000
/** Long enough to see that a payment is open, and over before anybody tires of looking. */
export const DELAY_MS = 3_000
const OUTAGE_MS = 60_000
const ALTERED_PAISA = 100

/** What the status call would say now. */
export function getEsewaStatus(payment: EsewaPayment, now: number): Status {
  if (payment.status !== 'PENDING') return payment.status
  if (payment.completesAt !== undefined) return now >= payment.completesAt ? 'COMPLETE' : 'PENDING'
  return now - payment.openedAt < SESSION_MS ? 'PENDING' : 'NOT_FOUND'
}

/** What a decision makes of a payment that was open. */
export function getEsewaOutcome(choice: EsewaChoice, payment: EsewaPayment, now: number): Partial<EsewaPayment> {
  const paid = { status: 'COMPLETE', reference: createTransactionCode() } as const
  switch (choice) {
    case 'pay':
    case 'silent':
      return paid
    case 'altered':
      return {
        ...paid,
        taken: paisa(payment.amount > ALTERED_PAISA ? payment.amount - ALTERED_PAISA : payment.amount + 1),
      }
    case 'outage':
      return { ...paid, silentUntil: now + OUTAGE_MS }
    case 'late':
      return { reference: createTransactionCode(), completesAt: now + DELAY_MS }
    case 'leave':
      return {}
    case 'ambiguous':
      return { status: 'AMBIGUOUS' }
    case 'fail':
    case 'cancel':
      return { status: 'CANCELED' }
    case 'ended':
      return { status: 'NOT_FOUND' }
  }
}

/** Seven capital letters and digits, as eSewa's own codes. */
const createTransactionCode = (): string =>
  Array.from({ length: 7 }, () => '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[randomInt(36)]).join('')

/** Appended with `&` to an address that has a query, as v1 does it. Nothing is signed. */
export function getReturnUrlV1({ uuid, amount, taken, reference, successUrl, failureUrl }: EsewaPayment): string {
  if (reference === null) return failureUrl
  const hints = new URLSearchParams({ oid: uuid, amt: toDecimalRupees(taken ?? amount), refId: reference })
  return `${successUrl}${successUrl.includes('?') ? '&' : '?'}${hints}`
}
