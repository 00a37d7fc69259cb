import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { Input } from '#contract/endpoint.ts'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { AUDIT_ACTIONS, type AuditAction, isValidReason } from '#domain/audit.ts'
import { npr, readRupees } from '#domain/money.ts'
import { isTransactionId } from '#domain/receipt/receipt.ts'
import { staffLedger } from '../ledger.ts'
import { $status, getOwnName, runPaymentAction, showFieldErrors } from './edit.ts'
import { findNext, isWaiting, readQueue } from './queue.ts'
import { $selectedPayment, closePayment, getSelectedId, openPayment, reloadPayment } from './selected-payment.ts'

type Decision = Input<typeof decidePayment>
type ReviewedAlert = PaymentView['alerts'][number]

export const REASON_MISSING = 'Enter a reason. It is stored with the payment.'

export interface ApprovalForm {
  rupees: string
  transactionId: string
  reason: string
  withoutSeats: boolean
}

export async function approvePayment(
  view: PaymentView,
  { rupees, transactionId, reason, withoutSeats }: ApprovalForm,
): Promise<void> {
  const amount = readRupees(rupees)
  const fields = {
    ...(amount === undefined && { amount: 'Enter the amount received, for example 9,500' }),
    ...(!isTransactionId(transactionId) && { transactionId: TRANSACTION_MESSAGES.missing }),
  }
  if (amount === undefined || Object.keys(fields).length > 0) return showFieldErrors(fields)
  const trimmedReason = reason.trim()
  await sendDecision(view, 'Approved', {
    decision: 'confirm',
    amount,
    transactionId,
    ...(trimmedReason && { reason: trimmedReason }),
    ...(withoutSeats && { withoutSeats }),
  })
}

export const rejectPayment = (view: PaymentView, reason: string): Promise<void> =>
  sendWithReason(view, 'Rejected', { decision: 'reject', reason })

export const restoreSeats = (view: PaymentView): Promise<void> =>
  sendDecision(view, 'Confirmed', { decision: 'give_place' })

export const markReviewed = (view: PaymentView, alert: ReviewedAlert, reason: string): Promise<void> =>
  sendWithReason(view, 'Resolved', { decision: 'seen', ...alert, reason })

export const declineRefund = (view: PaymentView, reason: string): Promise<void> =>
  sendWithReason(view, 'No refund', { decision: 'keep', reason })

async function sendWithReason(view: PaymentView, verb: string, decision: Decision & { reason: string }): Promise<void> {
  if (!isValidReason(decision.reason)) return showFieldErrors({ reason: REASON_MISSING })
  await sendDecision(view, verb, decision)
}

export async function recheckPayment({ payment }: PaymentView): Promise<void> {
  await runPaymentAction(() => staffLedger.recheckPayment(payment.paymentId), {
    describe: (prefix) => `${prefix}The gateway was checked.`,
  })
}

export async function setReconciled({ payment }: PaymentView, reconciled: boolean): Promise<void> {
  await runPaymentAction(() => staffLedger.reconcilePayment(payment.paymentId, { reconciled }), {
    describe: (prefix) => `${prefix}Marked as ${reconciled ? 'reconciled' : 'unreconciled'}.`,
  })
}

const DECISION_ACTIONS = {
  confirm: ['payment_approved', 'payment_accepted'],
  reject: ['payment_rejected', 'payment_closed'],
  give_place: ['place_given'],
  seen: ['payment_seen'],
  keep: ['payment_kept'],
} as const satisfies Record<Decision['decision'], readonly AuditAction[]>

/** Whether the user made the same decision since `before`. */
function isOwnDecision(before: PaymentView, { lastDecision }: PaymentView, { decision }: Decision): boolean {
  const labels: readonly string[] = DECISION_ACTIONS[decision].map((action) => AUDIT_ACTIONS[action])
  return (
    lastDecision?.by === getOwnName() &&
    lastDecision.at !== before.lastDecision?.at &&
    labels.includes(lastDecision.label)
  )
}

/** Sends a decision, then selects the next payment in the queue unless this one is still waiting. */
function sendDecision(view: PaymentView, verb: string, decision: Decision): Promise<void> {
  const { paymentId, state, customerName, amount } = view.payment
  const result = `${verb}: ${customerName}, ${npr(amount)}.`
  const selectNext = async (isCurrent: () => boolean) => {
    const next = findNext(paymentId)
    await readQueue()
    if (!isCurrent()) {
      $status.set(result)
      if (getSelectedId() === paymentId) await reloadPayment()
      return
    }
    const isStillWaiting = isWaiting(paymentId)
    if (isStillWaiting || (!next && view.reviewReasons.length === 0)) await reloadPayment()
    else if (next) await openPayment(next)
    else closePayment()
    const selected = $selectedPayment.get()
    const isNext = selected.state === 'open' && selected.id === next && !isStillWaiting
    $status.set(isNext ? `${result} Next: ${selected.detail.payment.customerName}.` : result)
  }
  return runPaymentAction(() => staffLedger.decidePayment(paymentId, { ...decision, expectedState: state }), {
    describe: () => result,
    findResult: (current) => (isOwnDecision(view, current, decision) ? current.payment : undefined),
    afterSuccess: selectNext,
  })
}
