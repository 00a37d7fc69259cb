import { type Paisa, paisa } from '#domain/money.ts'
import { createSecret } from '../../../secrets.ts'

/** What the payer decides on the stand-in's page, the odd outcomes included. */
export const KHALTI_CHOICES = [
  'pay',
  'cancel',
  'leave',
  'late',
  'hold',
  'expired',
  'failed',
  'refunded',
  'partly_refunded',
  'altered',
  'silent',
  'outage',
  'html',
] as const
export type KhaltiChoice = (typeof KHALTI_CHOICES)[number]

type Status =
  | 'Initiated'
  | 'Pending'
  | 'Completed'
  | 'Expired'
  | 'User canceled'
  | 'Failed'
  | 'Refunded'
  | 'Partially Refunded'

/** A payment of KPG-2 (`pidx`) or, with the older API, of the window on the payment page (`token` in its place). */
export interface KhaltiPayment {
  pidx: string
  orderId: string
  orderName: string
  amount: Paisa
  returnUrl: string
  openedAt: number
  status: Status
  transactionId: string | null
  /** With `altered`: what was taken instead of the amount. */
  taken?: Paisa
  /** With `late`: when a pending payment turns out to be complete. */
  completesAt?: number
  /** With `outage` and `html`: until when the lookup answers nothing of use. */
  downUntil?: number
  down?: 'error' | 'html'
}

export const LINK_LIFETIME_MS = 60 * 60_000
const DELAY_MS = 20_000
const OUTAGE_MS = 60_000
const ALTERED_PAISA = 100

/** What the lookup would say now. */
export function getKhaltiStatus(payment: KhaltiPayment, now: number): Status {
  if (payment.completesAt !== undefined) return now >= payment.completesAt ? 'Completed' : 'Pending'
  return payment.status === 'Initiated' && now - payment.openedAt >= LINK_LIFETIME_MS ? 'Expired' : payment.status
}

export const isOpenAt = (payment: KhaltiPayment, now: number): boolean =>
  payment.completesAt === undefined && getKhaltiStatus(payment, now) === 'Initiated'

/** What a decision makes of a payment that was open. */
export function getKhaltiOutcome(choice: KhaltiChoice, { amount }: KhaltiPayment, now: number): Partial<KhaltiPayment> {
  const paid = { status: 'Completed', transactionId: createSecret().slice(0, 22) } as const
  switch (choice) {
    case 'pay':
    case 'silent':
      return paid
    case 'altered':
      return { ...paid, taken: paisa(amount > ALTERED_PAISA ? amount - ALTERED_PAISA : amount + 1) }
    case 'outage':
      return { ...paid, downUntil: now + OUTAGE_MS, down: 'error' }
    case 'html':
      return { ...paid, downUntil: now + OUTAGE_MS, down: 'html' }
    case 'late':
      return { ...paid, status: 'Pending', completesAt: now + DELAY_MS }
    case 'refunded':
      return { ...paid, status: 'Refunded' }
    case 'partly_refunded':
      return { ...paid, status: 'Partially Refunded' }
    case 'hold':
      return { status: 'Pending' }
    case 'expired':
      return { status: 'Expired' }
    case 'failed':
      return { status: 'Failed' }
    case 'cancel':
      return { status: 'User canceled' }
    case 'leave':
      return {}
  }
}
