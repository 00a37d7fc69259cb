import { type Paisa, paisa, share, ZERO } from './money.ts'
import { hasRoleAtLeast, type Role } from './staff.ts'

export const PAYMENT_METHODS = ['esewa', 'khalti', 'stripe', 'qr_payment', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const DEFAULT_METHOD: PaymentMethod = 'esewa'

/** Every way in which money comes: those that a visitor chooses from, and cash, which only staff take. */
export const RECORDED_METHODS = [...PAYMENT_METHODS, 'cash'] as const
export type RecordedMethod = (typeof RECORDED_METHODS)[number]
export const CASH_LABEL = 'Cash at the desk'
/** What staff may say that they have: it is in the till, or they see it in the account. */
export const STAFF_RECORDABLE_METHODS = [
  'cash',
  'qr_payment',
  'bank_transfer',
] as const satisfies readonly RecordedMethod[]

/** Whether somebody may say so: what is in the till, the desk knows; into the account looks a manager. */
export const canRecordPayment = (role: Role, method: (typeof STAFF_RECORDABLE_METHODS)[number]): boolean =>
  hasRoleAtLeast(role, method === 'cash' ? 'desk' : 'manager')

export function paymentMethod(value: unknown): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((known) => known === value)
}

const CARD_FEE_BASIS_POINTS = 350
const CARD_FEE_FIXED = paisa(1_000)

/** Returns the fee: 3.5 % rounded plus 1,000 paisa for cards, none for other methods. */
export const methodFee = (method: RecordedMethod, amount: Paisa): Paisa =>
  method === 'stripe' ? paisa(share(amount, CARD_FEE_BASIS_POINTS) + CARD_FEE_FIXED) : paisa(0)

/**
 * Amount and labels of a trial payment without a booking in the edition without a server. No price table or seat count
 * knows the location.
 */
export const TRIAL_PAYMENT = { amount: paisa(120_000), planLabel: 'hot-desk', locationLabel: 'thamel-hub', days: 30 }

export const ATTEMPT_STATES = [
  'created',
  'pending',
  'confirmed',
  'failed',
  'cancelled',
  'expired',
  'mismatch',
  'partly_refunded',
  'refunded',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** Who says so. A return address or a reading of a receipt is not in the list: neither can move money. */
export type Evidence = 'lookup' | 'webhook' | 'staff' | 'clock' | 'visitor'

const TRANSITIONS: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['pending', 'confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  pending: ['confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  // A card intent can be confirmed again after a declined card.
  failed: ['pending', 'confirmed', 'mismatch'],
  cancelled: ['confirmed', 'mismatch'],
  expired: ['confirmed', 'mismatch'],
  // Taken as paid, sent back, or found to be no money of ours.
  mismatch: ['confirmed', 'refunded', 'failed'],
  confirmed: ['partly_refunded', 'refunded'],
  partly_refunded: ['refunded'],
  refunded: [],
}

const CONFIRMING_EVIDENCE: Readonly<Record<RecordedMethod, readonly Evidence[]>> = {
  esewa: ['lookup'],
  khalti: ['lookup'],
  stripe: ['lookup', 'webhook'],
  qr_payment: ['staff'],
  bank_transfer: ['staff'],
  cash: ['staff'],
}

/** No gateway reports it: staff look into the account. */
export const isStaffConfirmed = (method: RecordedMethod): boolean => CONFIRMING_EVIDENCE[method].includes('staff')
export const STAFF_CONFIRMED_METHODS = PAYMENT_METHODS.filter(isStaffConfirmed)

/**
 * Whether an attempt may move on this evidence. Only a lookup, a verified webhook or staff (QR and transfer, and
 * the decision on a mismatch) makes it `confirmed`. Late success needs the same evidence as timely success: for
 * gateways a lookup or webhook alone; for QR and transfer staff, who alone see the bank account.
 */
export function canSettle(method: RecordedMethod, from: AttemptState, to: AttemptState, by: Evidence): boolean {
  if (!TRANSITIONS[from].includes(to)) return false
  switch (to) {
    case 'confirmed':
      return from === 'mismatch' ? by === 'staff' : CONFIRMING_EVIDENCE[method].includes(by)
    case 'mismatch':
      return by === 'lookup' || by === 'webhook'
    case 'refunded':
    case 'partly_refunded':
      return by === 'lookup' || by === 'webhook' || by === 'staff'
    case 'cancelled':
      return by !== 'clock'
    case 'expired':
      return by === 'clock' || by === 'lookup'
    case 'failed':
      return by === 'staff' || (from !== 'mismatch' && (by === 'lookup' || by === 'webhook'))
    case 'pending':
      return from === 'created' || by === 'lookup' || by === 'webhook'
    case 'created':
      return true
  }
}

/** Methods whose gateway can be asked how a payment stands; of the others only staff know. */
export const QUERYABLE_METHODS: readonly RecordedMethod[] = PAYMENT_METHODS.filter((method) =>
  CONFIRMING_EVIDENCE[method].includes('lookup'),
)

/**
 * What a gateway may yet report as paid: an end that it told us was of that moment, and its payer may still have the
 * page.
 */
export const UNPAID_STATES: readonly AttemptState[] = ATTEMPT_STATES.filter(
  (state) => TRANSITIONS[state].includes('confirmed') && state !== 'mismatch',
)

export const isSettled = (state: AttemptState): boolean => state !== 'created' && state !== 'pending'
/** Money came in and has not gone back whole. */
export const isPaid = (state: AttemptState): boolean => PAID_STATES.includes(state)
export const PAID_STATES: readonly AttemptState[] = ['confirmed', 'partly_refunded']

/**
 * Paisa that came with a payment, as far as is known. A paid one brought what was asked for where its gateway named no sum;
 * one that does not match may have brought nothing, and nothing of it is promised or sent back before staff have looked.
 */
export const getReceivedAmount = ({
  state,
  received,
  amount,
}: {
  state: AttemptState
  received: Paisa | null
  amount: Paisa
}): Paisa => received ?? (isPaid(state) || state === 'refunded' ? amount : ZERO)

/**
 * Whether a try holds money or may bring some yet. A code or an account that was only shown does not count; one for
 * which a receipt was sent does.
 */
export const canHoldMoney = (state: AttemptState, method: RecordedMethod, receiptSent: boolean): boolean =>
  state === 'mismatch' || isPaid(state) || (!isSettled(state) && (QUERYABLE_METHODS.includes(method) || receiptSent))

/** What a gateway's lookup or verified webhook reports, in our words. */
export type GatewayReport =
  | { kind: 'paid'; amount: Paisa; providerReference: string }
  /**
   * `idle`: no money is on its way as far as the gateway knows, so that no place is kept for it beyond its time.
   * `unheard`: no word of the gateway, which did not answer.
   * `retried`: the payer tries again after a declined card, so an attempt that had failed is open again.
   */
  | { kind: 'pending'; reason: string; idle?: true; noResponse?: true; retried?: true }
  | { kind: 'ended'; as: 'failed' | 'cancelled' | 'expired'; reason: string }
  /** `received` is what came instead, and `providerReference` its number, where the gateway says them. */
  | { kind: 'mismatch'; reason: string; received?: Paisa; providerReference?: string }
  /**
   * Money went back at the gateway, `back` of it in all where the gateway says how much; on an attempt that we never saw
   * paid, staff decide (a mismatch). `byDispute`: the payer's bank took it, and nobody of ours tells them that it comes.
   * `disputed`: what is left is disputed, in the words of such a report.
   */
  | { kind: 'refunded'; whole: boolean; refundedAmount?: Paisa; byDispute?: true; disputed?: string; reason: string }
  /**
   * The payer's bank asks about the money, or has called it back and the gateway holds it until that is settled. The reason
   * names which dispute it is and how far it has come: another one, or the same one a stage further, is news.
   */
  | { kind: 'disputed'; reason: string }

/** What staff found in their own records about a payment that only they can judge, whatever was asked for. */
export interface StaffFinding {
  kind: 'found'
  amount: Paisa
  providerReference: string
  /** The money is to go back: a place that was given away is not taken again. */
  withoutPlace: boolean
}

/**
 * States of the payment screen. `card` is the provider's form. `success` also covers unverified payments; its text says
 * so.
 */
export const SCREEN_STATES = ['selecting', 'processing', 'card', 'pending', 'qr_payment', 'success', 'error'] as const
export type ScreenState = (typeof SCREEN_STATES)[number]

const SCREEN_TRANSITIONS: Readonly<Record<ScreenState, readonly ScreenState[]>> = {
  selecting: ['processing', 'success', 'error'],
  processing: ['selecting', 'card', 'pending', 'qr_payment', 'success', 'error'],
  card: ['selecting', 'processing', 'success', 'error'],
  pending: ['selecting', 'processing', 'success', 'error'],
  qr_payment: ['selecting', 'success', 'error'],
  success: [],
  error: ['selecting'],
}

export const canShowScreen = (from: ScreenState, to: ScreenState): boolean =>
  from === to || SCREEN_TRANSITIONS[from].includes(to)
