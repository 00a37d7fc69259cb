import type { PaymentView } from '#contract/admin/payments.ts'
import type { decideRefund, requestRefund } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import { isValidReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import type { RefundState } from '#domain/refund.ts'
import { withIdempotencyKey } from '../idempotency-keys.ts'
import { staffLedger } from '../ledger.ts'
import { REASON_MISSING } from './decision.ts'
import { $action, getOwnName, runAction, showFieldErrors } from './edit.ts'

type RefundRequest = Input<typeof requestRefund>
/** As it is typed. */
export interface RefundDraft {
  way: RefundRequest['way']
  rupees: string
  reason: string
  reference: string
  cancelBooking: boolean
}

/** Goes with the number of refunds that were seen when it was begun, so that none is sent twice unawares. */
export async function sendRefund(view: PaymentView, typed: RefundDraft): Promise<void> {
  const { payment, refunds } = view
  const { way, rupees, reason, reference, cancelBooking } = typed
  const amount = readRupees(rupees)
  const fields = {
    ...(!amount && { amount: 'Enter the amount that goes back, like 9,500' }),
    ...(!isValidReason(reason) && { reason: REASON_MISSING }),
  }
  if (!amount || Object.keys(fields).length > 0) return showFieldErrors(fields)
  const { saw = refunds.items.length } = $action.get()
  const cancels = cancelBooking && canCancelBooking(view, rupees)
  const wanted: RefundRequest = {
    ...{ way, amount, reason, saw },
    ...(way === 'manual' && reference.trim() && { reference }),
    ...(cancels && { cancelBooking }),
  }
  const { paymentId } = payment
  const known = refunds.items.map(({ refundId }) => refundId)
  const ask = () =>
    withIdempotencyKey(['refund', paymentId, wanted], (key) => staffLedger.refund(paymentId, wanted, key))
  await runAction(ask, {
    describe: (whose, { state }) =>
      `${whose}${npr(amount as Paisa)} ${RESULT_TEXTS[state]}.${cancels ? ' The booking is cancelled.' : ''}`,
    findResult: (now) =>
      now.refunds.items.find(
        (made) =>
          !known.includes(made.refundId) && made.by === getOwnName() && made.way === way && made.amount === amount,
      ),
  })
}

/** Whether this amount would leave nothing paid for a booking that still holds its seats. */
export const canCancelBooking = ({ mayCancel, refunds }: PaymentView, rupees: string): boolean =>
  mayCancel && readRupees(rupees) === refunds.left

const RESULT_TEXTS: Readonly<Record<RefundState, string>> = {
  done: 'was sent back',
  failed: 'did not go back',
  requested: 'is on its way',
  sent: 'is on its way',
}

/** The gateway never said how a refund ended; somebody has looked there. */
export async function resolveRefund(refundId: string, said: Input<typeof decideRefund>): Promise<void> {
  if (!isValidReason(said.reason)) return showFieldErrors({ reason: REASON_MISSING })
  const how = said.went ? 'The refund went.' : 'The refund did not go.'
  const state = said.went ? 'done' : 'failed'
  await runAction(() => staffLedger.decideRefund(refundId, said), {
    describe: (whose) => `${whose}${how}`,
    findResult: ({ refunds }) => refunds.items.find((refund) => refund.refundId === refundId && refund.state === state),
  })
}
