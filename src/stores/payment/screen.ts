import { atom } from 'nanostores'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { Paisa } from '#domain/money.ts'
import { canShowScreen, type RecordedMethod, SCREEN_STATES, type ScreenState } from '#domain/payment.ts'

export type TransferDetails = Extract<PaymentNextStep, { kind: 'transfer' }>
export type QrDetails = Extract<PaymentNextStep, { kind: 'qr' }>

/**
 * How a payment stands that has gone through. `received`: announced or under check, the place is held.
 * `late`: a receipt is here, the place was given away before it came.
 * `refund_due`: the booking was cancelled after it was paid, and a refund is not sent yet.
 * `needs_decision`: the money is here, the place was given away meanwhile; staff move the booking or send it back.
 */
export interface PaymentResult {
  status: 'confirmed' | 'received' | 'late' | 'needs_decision' | 'refund_due' | 'refunded'
  method: RecordedMethod
  amount: Paisa
  /** The method's fee, a part of `amount`. */
  fee?: Paisa
  transactionId?: string
  /** Where more may be sent for it: the payment that waits for staff. */
  paymentId?: string
  /** What we refund because the booking was paid twice. */
  paidTwice?: Paisa
  /** A part of the money has gone back. */
  partlyRefunded?: true
  /** ISO instant at which the payment was begun. */
  startedAt?: string
  /** With an announced transfer: where the money goes. */
  transfer?: TransferDetails
}

/**
 * What the payment screen shows: the states of a payment, and those before there is anything to pay. `pending`:
 * `redirected` to the gateway or `simulated`; `checking` after the return; with `staff`, who compare amounts.
 */
export type PaymentScreen =
  | { state: 'reading' }
  | { state: 'nothing' }
  | { state: 'unreadable'; message: string }
  | { state: 'ended' }
  | { state: 'selecting' }
  | { state: 'processing' }
  /** A transfer waits for the link in the customer's mail (`email-confirmation.ts`). */
  | { state: 'confirm_email' }
  | CardScreen
  | PendingScreen
  | QrScreen
  | { state: 'success'; receipt: PaymentResult }
  | ErrorScreen
/** The code and its receipt; `problem` is why a new code or the booking's state could not be had. */
export interface QrScreen {
  state: 'qr_payment'
  paymentId: string
  amount: Paisa
  details: QrDetails
  problem?: string
}
/** `message` is a fixed text such as `VERIFICATION_FAILED`, `detail` what else is known. */
export interface ErrorScreen {
  state: 'error'
  message: string
  detail?: string
  /** Why the gateway ended the payment, in its own words: plain text. */
  gatewayMessage?: string
  /** Money may have left the payer all the same: nobody can say that nothing was paid. */
  isOutcomeUnknown?: true
}
/** The provider's form, from its intent to what became of the card; `problem` is the sentence of the last refusal. */
export interface CardScreen {
  state: 'card'
  paymentId: string
  amount: Paisa
  clientSecret: string
  returnUrl: string
  paying: boolean
  problem?: string
}
export interface PendingScreen {
  state: 'pending'
  paymentId: string
  view: PendingView
  isQuerying: boolean
  problem?: string
  /** With `simulated`: where the payer goes on, by what they choose in the gateway's place. */
  outcomes?: SimulatedOutcomes
}
export type PendingView = 'redirected' | 'simulated' | 'checking' | 'staff'
export type SimulatedOutcomes = Omit<Extract<PaymentNextStep, { kind: 'simulated' }>, 'kind'>

export const $screen = atom<PaymentScreen>({ state: 'reading' })

/** Shows what comes next. A late answer cannot take back what is settled: moves outside the table are dropped. */
export function showScreen(next: PaymentScreen): void {
  const from = findScreenState($screen.get())
  const to = findScreenState(next)
  if (from && to && !canShowScreen(from, to)) return
  $screen.set(next)
}

const findScreenState = ({ state }: PaymentScreen): ScreenState | undefined =>
  SCREEN_STATES.find((known) => known === state)

let latestRequest = 0

/** Of several questions on their way only the last may answer. Gives what tells whether this is still the one. */
export function startRequest(): () => boolean {
  const mine = ++latestRequest
  return () => mine === latestRequest
}
