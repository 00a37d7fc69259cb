import { atom } from 'nanostores'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { Paisa } from '#domain/money.ts'
import { canShowScreen, type RecordedMethod, SCREEN_STATES, type ScreenState } from '#domain/payment.ts'

export type TransferDetails = Extract<PaymentNextStep, { kind: 'transfer' }>
export type QrDetails = Extract<PaymentNextStep, { kind: 'qr' }>

export interface PaymentResult {
  status:
    | 'confirmed'
    /** A transfer is expected or a receipt under review; the seats are held. */
    | 'received'
    /** A receipt arrived after the seats were released. */
    | 'late'
    /** Paid after the seats were released. */
    | 'needs_decision'
    /** Cancelled after payment, not refunded yet. */
    | 'refund_due'
    | 'refunded'
  method: RecordedMethod
  amount: Paisa
  /** The method's fee, a part of `amount`. */
  fee?: Paisa
  transactionId?: string
  /** The payment that accepts further receipts. */
  paymentId?: string
  /** What we refund because the booking was paid twice. */
  paidTwice?: Paisa
  partlyRefunded?: true
  /** ISO instant. */
  startedAt?: string
  /** The account for a bank transfer. */
  transfer?: TransferDetails
}

export type PaymentScreen =
  /** The page as built, until the browser's booking is known. */
  | { state: 'initial' }
  | { state: 'loading' }
  | { state: 'no_booking' }
  | { state: 'load_failed'; message: string }
  | { state: 'ended' }
  | { state: 'selecting' }
  | { state: 'processing' }
  /** A transfer waits for the link in the customer's email. */
  | { state: 'confirm_email' }
  | CardScreen
  | PendingScreen
  | QrScreen
  | { state: 'success'; result: PaymentResult }
  | ErrorScreen

/** `problem` is why a new code or the booking could not be loaded. */
export interface QrScreen {
  state: 'qr_payment'
  paymentId: string
  amount: Paisa
  details: QrDetails
  problem?: string
}

export interface ErrorScreen {
  state: 'error'
  message: string
  detail?: string
  /** The gateway's reason, as plain text. */
  gatewayMessage?: string
  /** Money may have left the payer's account. */
  isOutcomeUnknown?: true
  /** The gateway reports a cancellation and no other reason; eSewa cancels payments itself too. */
  isCancelled?: true
}

/** The provider's form; `problem` is the reason of the last decline. */
export interface CardScreen {
  state: 'card'
  paymentId: string
  amount: Paisa
  clientSecret: string
  returnUrl: string
  paying: boolean
  problem?: string
}

interface PendingScreen {
  state: 'pending'
  paymentId: string
  view: PendingView
  isQuerying: boolean
  problem?: string
  /** With `simulated`: the return URL of each outcome. */
  outcomes?: SimulatedOutcomes
}

/** `checking` after the return from the gateway; `staff` compare amounts. */
export type PendingView = 'redirected' | 'simulated' | 'checking' | 'staff'
export type SimulatedOutcomes = Omit<Extract<PaymentNextStep, { kind: 'simulated' }>, 'kind'>

export const $screen = atom<PaymentScreen>({ state: 'initial' })

/** Ignores transitions outside the table, so that a late response cannot replace a settled state. */
export function showScreen(next: PaymentScreen): void {
  const from = findScreenState($screen.get())
  const to = findScreenState(next)
  if (from && to && !canShowScreen(from, to)) return
  $screen.set(next)
}

const findScreenState = ({ state }: PaymentScreen): ScreenState | undefined =>
  SCREEN_STATES.find((screenState) => screenState === state)

let latestRequest = 0

/** Returns whether this is still the latest request, the only one whose response may be shown. */
export function startRequest(): () => boolean {
  const request = ++latestRequest
  return () => request === latestRequest
}
