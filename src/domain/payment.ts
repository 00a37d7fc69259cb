import { formatAmount, type Paisa, paisa, share, ZERO } from './money.ts'
import { hasRoleAtLeast, type Role } from './staff.ts'

/** `stripe` is every card payment. */
export const PAYMENT_METHODS = ['esewa', 'khalti', 'stripe', 'qr_payment', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const DEFAULT_METHOD: PaymentMethod = 'esewa'

/** Taken at the front desk, and not offered to visitors. */
export const DESK_METHODS = ['cash', 'counter_qr', 'card_terminal'] as const
export type DeskMethod = (typeof DESK_METHODS)[number]
export const DESK_METHOD_LABELS: Readonly<Record<DeskMethod, string>> = {
  cash: 'Cash at the desk',
  counter_qr: 'QR code at the desk',
  card_terminal: 'Card at the desk',
}

export const RECORDED_METHODS = [...PAYMENT_METHODS, ...DESK_METHODS] as const
export type RecordedMethod = (typeof RECORDED_METHODS)[number]
/** Paid into the business account, where a transaction or slip number pays once. */
export const ACCOUNT_METHODS: readonly RecordedMethod[] = ['qr_payment', 'bank_transfer', 'counter_qr', 'card_terminal']
/** What a payment pays: the booking, the difference of a move to dearer days, or more room hours. */
export const PAYMENT_PURPOSES = ['booking', 'difference', 'hours'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

/** Methods that staff verify at the desk or in the account. */
export const STAFF_RECORDABLE_METHODS = [
  ...DESK_METHODS,
  'qr_payment',
  'bank_transfer',
] as const satisfies readonly RecordedMethod[]

export const isDeskMethod = (method: string): method is DeskMethod => DESK_METHODS.some((known) => known === method)

/** The front desk sees what it takes; only managers see the account. */
export const canRecordPayment = (role: Role, method: (typeof STAFF_RECORDABLE_METHODS)[number]): boolean =>
  hasRoleAtLeast(role, isDeskMethod(method) ? 'desk' : 'manager')

export function parsePaymentMethod(value: unknown): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((known) => known === value)
}

const CARD_FEE_BASIS_POINTS = 350
export const CARD_FEE_FIXED = paisa(1_000)

/** Above Stripe's minimum of 50 US cents, as long as a dollar costs less than NPR 300. */
export const MIN_CARD_AMOUNT = paisa(15_000)

export const hasFee = (method: RecordedMethod): boolean => method === 'stripe'

export const methodFee = (method: RecordedMethod, amount: Paisa): Paisa =>
  hasFee(method) ? paisa(share(amount, CARD_FEE_BASIS_POINTS) + CARD_FEE_FIXED) : paisa(0)

/** `3.5% + NPR 10` */
export const formatMethodFee = (method: PaymentMethod): string =>
  hasFee(method) ? `${CARD_FEE_BASIS_POINTS / 100}% + NPR ${formatAmount(CARD_FEE_FIXED)}` : 'No fee'

/** Shown while the sandbox or the browser replaces the gateways. */
export const TEST_MODE_NOTE = 'Test mode: no real money is taken'

/** A trial payment without a booking, in the edition without a server. No price table knows the location. */
export const TRIAL_PAYMENT = { amount: paisa(120_000), planLabel: 'hot-desk', locationLabel: 'thamel-hub', days: 30 }

/** An attempt is one row of `payments`: a booking can have several, of which one pays it. */
const TRANSITIONS = {
  created: ['pending', 'confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  pending: ['confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  confirmed: ['partly_refunded', 'refunded'],
  // A card intent can be confirmed again after a declined card.
  failed: ['pending', 'confirmed', 'mismatch'],
  cancelled: ['confirmed', 'mismatch'],
  expired: ['confirmed', 'mismatch'],
  // Accepted as paid, refunded, or found not to be our money.
  mismatch: ['confirmed', 'refunded', 'failed'],
  partly_refunded: ['refunded'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>
export type AttemptState = keyof typeof TRANSITIONS
export const ATTEMPT_STATES = Object.keys(TRANSITIONS) as AttemptState[]

const listNextStates = (from: AttemptState): readonly AttemptState[] => TRANSITIONS[from]

/** A return URL and a receipt reading are not evidence. */
export type Evidence = 'lookup' | 'webhook' | 'staff' | 'clock' | 'visitor'

const CONFIRMING_EVIDENCE: Readonly<Record<RecordedMethod, readonly Evidence[]>> = {
  esewa: ['lookup'],
  khalti: ['lookup'],
  stripe: ['lookup', 'webhook'],
  qr_payment: ['staff', 'lookup'],
  bank_transfer: ['staff'],
  cash: ['staff'],
  counter_qr: ['staff'],
  card_terminal: ['staff'],
}

/** Staff check the account, because no gateway reports these; of QR codes some providers do. */
export const isStaffConfirmed = (method: RecordedMethod): boolean => CONFIRMING_EVIDENCE[method].includes('staff')
export const STAFF_CONFIRMED_METHODS = PAYMENT_METHODS.filter(isStaffConfirmed)
/** Paid within minutes, without staff. */
export const isInstantMethod = (method: RecordedMethod): boolean => !isStaffConfirmed(method)

/**
 * Whether an attempt may change on this evidence. Gateway payments are confirmed by a lookup or webhook only, transfers
 * by staff only, QR payments by staff or, where `isQueryable`, by a lookup, however late.
 */
export function canSettle(method: RecordedMethod, from: AttemptState, to: AttemptState, by: Evidence): boolean {
  if (!listNextStates(from).includes(to)) return false
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

/** Methods whose every payment is known to a gateway. */
export const QUERYABLE_METHODS: readonly RecordedMethod[] = PAYMENT_METHODS.filter(
  (method) => CONFIRMING_EVIDENCE[method].includes('lookup') && !isStaffConfirmed(method),
)

/** Whether a gateway can be queried about a payment: of QR payments only those whose code it made. */
export const isQueryable = ({ method, gateway_id }: { method: RecordedMethod; gateway_id: string | null }): boolean =>
  QUERYABLE_METHODS.includes(method) || (method === 'qr_payment' && gateway_id !== null)

/** A later report may turn these into paid, because the payer may still have the gateway's page open. */
export const UNPAID_STATES: readonly AttemptState[] = /* @__PURE__ */ ATTEMPT_STATES.filter(
  (state) => listNextStates(state).includes('confirmed') && state !== 'mismatch',
)

export const isOpenAttempt = (state: AttemptState): boolean => OPEN_STATES.includes(state)
export const OPEN_STATES: readonly AttemptState[] = ['created', 'pending']
/** Received and not fully refunded. */
export const isPaid = (state: AttemptState): boolean => PAID_STATES.includes(state)
export const PAID_STATES: readonly AttemptState[] = ['confirmed', 'partly_refunded']

/** `received` is `null` if the gateway named no amount. */
export interface ReceivedPayment {
  state: AttemptState
  received: Paisa | null
  amount: Paisa
}

/** Without an amount from the gateway, a paid payment counts as requested, and a mismatch as zero until staff decide. */
export const getReceivedAmount = ({ state, received, amount }: ReceivedPayment): Paisa =>
  received ?? (isPaid(state) || state === 'refunded' ? amount : ZERO)

export const RECONCILABLE_METHODS: readonly RecordedMethod[] = ['counter_qr', 'card_terminal']
export const RECONCILABLE_STATES: readonly AttemptState[] = ['confirmed', 'partly_refunded', 'refunded']

/** Money that the desk took without cash; a manager finds it in the account later. */
export const isReconcilable = ({ method, state }: { method: RecordedMethod; state: AttemptState }): boolean =>
  RECONCILABLE_METHODS.includes(method) && RECONCILABLE_STATES.includes(state)

/** Whether an attempt holds money or may still receive it. Those that no gateway reports count only with a receipt. */
export const canHoldMoney = (
  payment: { state: AttemptState; method: RecordedMethod; gateway_id: string | null },
  receiptSent: boolean,
): boolean =>
  payment.state === 'mismatch' ||
  isPaid(payment.state) ||
  (isOpenAttempt(payment.state) && (isQueryable(payment) || receiptSent))

export type GatewayReport =
  | { kind: 'paid'; amount: Paisa; providerReference: string }
  /**
   * `idle`: the gateway sees no money on its way, so the hold is not extended. `noResponse`: the gateway did not
   * respond. `retried`: the payer retries after a declined card, which reopens a failed attempt.
   */
  | { kind: 'pending'; reason: string; idle?: true; noResponse?: true; retried?: true }
  | { kind: 'ended'; as: 'failed' | 'cancelled' | 'expired'; reason: string }
  | { kind: 'mismatch'; reason: string; received?: Paisa; providerReference?: string }
  /**
   * Refunded at the gateway, `refundedAmount` in total if known. `byDispute`: taken by the payer's bank, so we do not
   * notify the payer. `disputed`: the reason why the rest is disputed.
   */
  | { kind: 'refunded'; whole: boolean; refundedAmount?: Paisa; byDispute?: true; disputed?: string; reason: string }
  /** The payer's bank disputes the payment. The reason names its stage, so a new stage is a new alert. */
  | { kind: 'disputed'; reason: string }

export interface StaffFinding {
  kind: 'found'
  amount: Paisa
  providerReference: string
  /** The money will be refunded, so released seats are not taken again. */
  withoutSeats: boolean
}

/** `success` also covers unverified payments; its text says so. */
export const SCREEN_STATES = ['selecting', 'processing', 'card', 'pending', 'qr_payment', 'success', 'error'] as const
export type ScreenState = (typeof SCREEN_STATES)[number]

const SCREEN_TRANSITIONS: Readonly<Record<ScreenState, readonly ScreenState[]>> = {
  selecting: ['processing', 'success', 'error'],
  processing: ['selecting', 'card', 'pending', 'qr_payment', 'success', 'error'],
  card: ['selecting', 'processing', 'success', 'error'],
  pending: ['selecting', 'processing', 'success', 'error'],
  qr_payment: ['selecting', 'pending', 'success', 'error'],
  success: [],
  error: ['selecting'],
}

export const canShowScreen = (from: ScreenState, to: ScreenState): boolean =>
  from === to || SCREEN_TRANSITIONS[from].includes(to)
