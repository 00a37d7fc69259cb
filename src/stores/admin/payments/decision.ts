import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { Input } from '#contract/endpoint.ts'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { AUDIT_ACTIONS, type AuditAction, isValidReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import { isTransactionId } from '#domain/receipt/receipt.ts'
import { staffLedger } from '../ledger.ts'
import { $status, getOwnName, runAction, showFieldErrors } from './edit.ts'
import { findNext, isWaiting, readQueue } from './queue.ts'
import { $selectedPayment, closePayment, getSelectedId, openPayment, reloadPayment } from './selected-payment.ts'

type Decision = Input<typeof decidePayment>
export type ReviewedAlert = PaymentView['alerts'][number]

export const REASON_MISSING = 'Say why: it stays with the payment'

export interface ApprovalForm {
  rupees: string
  transactionId: string
  reason: string
  withoutPlace: boolean
}

/** The money is there: its amount and transaction as the account, or the gateway's own record, shows them. */
export async function approvePayment(
  view: PaymentView,
  { rupees, transactionId, reason, withoutPlace }: ApprovalForm,
): Promise<void> {
  const amount = readRupees(rupees)
  const fields = {
    ...(amount === undefined && { amount: 'Enter the amount that arrived, like 9,500' }),
    ...(!isTransactionId(transactionId) && { transactionId: TRANSACTION_MESSAGES.missing }),
  }
  if (amount === undefined || Object.keys(fields).length > 0) return showFieldErrors(fields)
  const why = reason.trim()
  await sendDecision(view, 'Approved', {
    decision: 'confirm',
    amount,
    transactionId,
    ...(why && { reason: why }),
    ...(withoutPlace && { withoutPlace }),
  })
}

export async function rejectPayment(view: PaymentView, reason: string): Promise<void> {
  if (!isValidReason(reason)) return showFieldErrors({ reason: REASON_MISSING })
  await sendDecision(view, 'Rejected', { decision: 'reject', reason })
}

export const restoreSeats = (view: PaymentView): Promise<void> =>
  sendDecision(view, 'Confirmed', { decision: 'give_place' })

export async function markReviewed(view: PaymentView, seen: ReviewedAlert, reason: string): Promise<void> {
  if (!isValidReason(reason)) return showFieldErrors({ reason: REASON_MISSING })
  await sendDecision(view, 'Looked after', { decision: 'seen', ...seen, reason })
}

/** Nothing goes back although the customer was told so. */
export async function declineRefund(view: PaymentView, reason: string): Promise<void> {
  if (!isValidReason(reason)) return showFieldErrors({ reason: REASON_MISSING })
  await sendDecision(view, 'Nothing goes back', { decision: 'keep', reason })
}

/** Asks the gateway now. */
export async function recheckPayment({ payment }: PaymentView): Promise<void> {
  await runAction(() => staffLedger.recheckPayment(payment.paymentId), {
    describe: (whose) => `${whose}The gateway was asked.`,
  })
}

/** As what each of them stands in the audit. */
const DECISION_ACTIONS = {
  confirm: ['payment_approved', 'payment_accepted'],
  reject: ['payment_rejected', 'payment_closed'],
  give_place: ['place_given'],
  seen: ['payment_seen'],
  keep: ['payment_kept'],
} as const satisfies Record<Decision['decision'], readonly AuditAction[]>

/** Whether the last thing that was decided, since the payment was seen like this, is one's own and the same. */
function isOwnDecision(before: PaymentView, { decided }: PaymentView, { decision }: Decision): boolean {
  const words: readonly string[] = DECISION_ACTIONS[decision].map((deed) => AUDIT_ACTIONS[deed])
  return decided?.by === getOwnName() && decided.at !== before.decided?.at && words.includes(decided.what)
}

/** The list follows, and the next payment that waits comes into sight, unless this one still does. */
function sendDecision(view: PaymentView, word: string, decision: Decision): Promise<void> {
  const { paymentId, state, customerName, amount } = view.payment
  const done = `${word}: ${customerName}, ${npr(amount as Paisa)}.`
  const goOn = async (isStill: () => boolean) => {
    const next = findNext(paymentId)
    await readQueue()
    if (!isStill()) {
      $status.set(done)
      if (getSelectedId() === paymentId) await reloadPayment()
      return
    }
    const waits = isWaiting(paymentId)
    if (waits || (!next && view.waits.length === 0)) await reloadPayment()
    else if (next) await openPayment(next)
    else closePayment()
    const shown = $selectedPayment.get()
    const isNext = shown.state === 'shown' && shown.id === next && !waits
    $status.set(isNext ? `${done} Next: ${shown.view.payment.customerName}.` : done)
  }
  return runAction(() => staffLedger.decidePayment(paymentId, { ...decision, saw: state }), {
    describe: () => done,
    findResult: (now) => (isOwnDecision(view, now, decision) ? now.payment : undefined),
    afterSuccess: goOn,
  })
}
