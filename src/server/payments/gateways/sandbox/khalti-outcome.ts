import { type Paisa, paisa } from '#domain/money.ts'
import { createSecret } from '../../../secrets.ts'

type Status =
  | 'Initiated'
  | 'Pending'
  | 'Completed'
  | 'Expired'
  | 'User canceled'
  | 'Failed'
  | 'Refunded'
  | 'Partially Refunded'

/** `pidx` is the token in the older API. */
export interface KhaltiPayment {
  pidx: string
  orderId: string
  orderName: string
  amount: Paisa
  returnUrl: string
  openedAt: number
  status: Status
  transactionId: string | null
  /** With `altered`. */
  taken?: Paisa
  /** With `late`. */
  completesAt?: number
  /** With `outage` and `html`: the end of the outage of the lookup. */
  downUntil?: number
  down?: 'error' | 'html'
}

export const LINK_LIFETIME_MS = 60 * 60_000
export const DELAY_MS = 20_000
const OUTAGE_MS = 60_000
const ALTERED_PAISA = 100

export function getKhaltiStatus(payment: KhaltiPayment, now: number): Status {
  if (payment.completesAt !== undefined) return now >= payment.completesAt ? 'Completed' : 'Pending'
  return payment.status === 'Initiated' && now - payment.openedAt >= LINK_LIFETIME_MS ? 'Expired' : payment.status
}

export const isOpenAt = (payment: KhaltiPayment, now: number): boolean =>
  payment.completesAt === undefined && getKhaltiStatus(payment, now) === 'Initiated'

const complete = (status: Status = 'Completed') => ({ status, transactionId: createSecret().slice(0, 22) })

/** What each choice on the payment page changes. */
export const KHALTI_OUTCOMES = {
  pay: () => complete(),
  silent: () => complete(),
  altered: ({ amount }) => ({
    ...complete(),
    taken: paisa(amount > ALTERED_PAISA ? amount - ALTERED_PAISA : amount + 1),
  }),
  outage: (_, now) => ({ ...complete(), downUntil: now + OUTAGE_MS, down: 'error' }),
  html: (_, now) => ({ ...complete(), downUntil: now + OUTAGE_MS, down: 'html' }),
  late: (_, now) => ({ ...complete('Pending'), completesAt: now + DELAY_MS }),
  refunded: () => complete('Refunded'),
  partly_refunded: () => complete('Partially Refunded'),
  hold: () => ({ status: 'Pending' }),
  expired: () => ({ status: 'Expired' }),
  failed: () => ({ status: 'Failed' }),
  cancel: () => ({ status: 'User canceled' }),
  leave: () => ({}),
} satisfies Record<string, (payment: KhaltiPayment, now: number) => Partial<KhaltiPayment>>
export type KhaltiChoice = keyof typeof KHALTI_OUTCOMES
export const KHALTI_CHOICES = Object.keys(KHALTI_OUTCOMES) as KhaltiChoice[]
