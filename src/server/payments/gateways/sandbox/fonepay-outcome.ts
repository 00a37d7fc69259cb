import { randomInt } from 'node:crypto'
import { type Paisa, paisa } from '#domain/money.ts'

type FonepayStatus = 'timeout' | 'pending' | 'success' | 'failed' | 'cancelled'

export interface FonepayPayment {
  label: string
  billId: string
  amount: Paisa
  qrType: string
  openedAt: number
  /** The status once the payer has decided; `timeout` until the code is scanned. */
  status: FonepayStatus
  traceId: string | null
  /** When a payment is reported as `success`. */
  completesAt?: number
  /** With `altered`. */
  taken?: Paisa
  /** With `outage` and `html`: the end of the outage of the status call. */
  downUntil?: number
  down?: 'error' | 'html'
}

/** Fonepay reports a payment about this long after it was made. */
const REPORT_DELAY_MS = 2_000
export const SLOW_MS = 20_000
const OUTAGE_MS = 60_000
const ALTERED_PAISA = 100

/** Before Fonepay reports it, a payment looks as if its code had not been scanned. */
export function getFonepayStatus({ status, completesAt }: FonepayPayment, now: number): FonepayStatus {
  if (status !== 'success' || completesAt === undefined || now >= completesAt) return status
  return completesAt - now > REPORT_DELAY_MS ? 'pending' : 'timeout'
}

/** Payments of the type that banking apps reject never complete. */
export const isOpenCode = ({ status, qrType }: FonepayPayment): boolean =>
  status === 'timeout' && qrType === 'DYNAMIC_QR'

const complete = (now: number, delay = REPORT_DELAY_MS) =>
  ({ status: 'success', traceId: String(randomInt(1e11, 1e12)), completesAt: now + delay }) as const

/** What each choice on the payment page changes. */
export const FONEPAY_OUTCOMES = {
  pay: (_, now) => complete(now),
  late: (_, now) => complete(now, SLOW_MS),
  altered: ({ amount }, now) => ({
    ...complete(now),
    taken: paisa(amount > ALTERED_PAISA ? amount - ALTERED_PAISA : amount + 1),
  }),
  outage: (_, now) => ({ ...complete(now), downUntil: now + OUTAGE_MS, down: 'error' }),
  html: (_, now) => ({ ...complete(now), downUntil: now + OUTAGE_MS, down: 'html' }),
  hold: () => ({ status: 'pending' }),
  failed: () => ({ status: 'failed' }),
  cancel: () => ({ status: 'cancelled' }),
  leave: () => ({}),
} satisfies Record<string, (payment: FonepayPayment, now: number) => Partial<FonepayPayment>>
export type FonepayChoice = keyof typeof FONEPAY_OUTCOMES
export const FONEPAY_CHOICES = Object.keys(FONEPAY_OUTCOMES) as FonepayChoice[]
