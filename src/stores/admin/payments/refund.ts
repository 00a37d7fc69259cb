import type { PaymentView } from '#contract/admin/payments.ts'
import type { decideRefund, RefundView, requestRefund } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import { PAYEE_MISSING } from '#contract/validation-messages.ts'
import { isValidReason } from '#domain/audit.ts'
import { npr, readRupees } from '#domain/money.ts'
import type { RefundState } from '#domain/refund.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { staffLedger } from '../ledger.ts'
import { REASON_MISSING } from './decision.ts'
import { $paymentAction, getOwnName, runPaymentAction, showFieldErrors } from './edit.ts'

type RefundRequest = Input<typeof requestRefund>
export interface RefundDraft {
  channel: RefundRequest['channel']
  rupees: string
  reason: string
  reference: string
  cancelBooking: boolean
}

/** Sends the number of refunds shown, so that none is sent twice. */
export async function sendRefund(view: PaymentView, draft: RefundDraft): Promise<void> {
  const { payment, refunds } = view
  const { channel, rupees, reason, reference, cancelBooking } = draft
  const amount = readRupees(rupees)
  const fields = {
    ...(!amount && { amount: 'Enter the amount to refund, for example 9,500' }),
    ...(!isValidReason(reason) && { reason: REASON_MISSING }),
  }
  if (!amount || Object.keys(fields).length > 0) return showFieldErrors(fields)
  const { expectedCount = refunds.items.length } = $paymentAction.get()
  const cancels = cancelBooking && canCancelBooking(view, rupees)
  const request: RefundRequest = {
    ...{ channel, amount, reason, expectedCount },
    ...(channel === 'manual' && reference.trim() && { reference }),
    ...(cancels && { cancelBooking }),
  }
  const { paymentId } = payment
  const knownIds = refunds.items.map(({ refundId }) => refundId)
  const send = () =>
    withIdempotencyKey(['refund', paymentId, request], (key) => staffLedger.refund(paymentId, request, key))
  await runPaymentAction(send, {
    describe: (prefix, { state }) => {
      const result = channel === 'cash' ? 'can be paid out at the desk' : RESULT_TEXTS[state]
      return `${prefix}${npr(amount)} ${result}.${cancels ? ' The booking is cancelled.' : ''}`
    },
    findResult: (view) =>
      view.refunds.items.find(
        (refund) =>
          !knownIds.includes(refund.refundId) &&
          refund.by === getOwnName() &&
          refund.channel === channel &&
          refund.amount === amount,
      ),
  })
}

/** Whether this amount would refund everything of a booking that still has its seats. */
export const canCancelBooking = ({ canCancel, refunds }: PaymentView, rupees: string): boolean =>
  canCancel && readRupees(rupees) === refunds.refundable

const RESULT_TEXTS: Readonly<Record<RefundState, string>> = {
  done: 'was refunded',
  failed: 'was not refunded',
  requested: 'is being refunded',
  sent: 'is being refunded',
}

/** Records to whom the desk has paid out a cash refund. */
export async function payOutSelectedRefund({ refundId, amount }: RefundView, name: string): Promise<void> {
  if (name.trim() === '') return showFieldErrors({ name: PAYEE_MISSING })
  await runPaymentAction(() => staffLedger.payOutRefund(refundId, { name }), {
    describe: (prefix) => `${prefix}${npr(amount)} was paid out.`,
    findResult: ({ refunds }) =>
      refunds.items.find((refund) => refund.refundId === refundId && refund.state === 'done'),
  })
}

/** Records the result of a refund that staff looked up at the gateway. */
export async function resolveRefund(
  { refundId, channel }: Pick<RefundView, 'refundId' | 'channel'>,
  decision: Input<typeof decideRefund>,
): Promise<void> {
  if (!isValidReason(decision.reason)) return showFieldErrors({ reason: REASON_MISSING })
  const failedText = channel === 'cash' ? 'Refund withdrawn.' : 'Refund failed.'
  const text = decision.succeeded ? 'Refund sent.' : failedText
  const state = decision.succeeded ? 'done' : 'failed'
  await runPaymentAction(() => staffLedger.decideRefund(refundId, decision), {
    describe: (prefix) => `${prefix}${text}`,
    findResult: ({ refunds }) => refunds.items.find((refund) => refund.refundId === refundId && refund.state === state),
  })
}
