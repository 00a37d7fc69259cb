import type { PaymentView } from '#contract/admin/payments.ts'
import type { decideRefund, makeRefund } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import { isReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import type { RefundState } from '#domain/refund.ts'
import { staffLedger } from '../ledger.ts'
import { pressed } from '../pressed.ts'
import { $acting, act, me, refuse } from './acting.ts'
import { REASON } from './decision.ts'

type Wanted = Input<typeof makeRefund>
/** As it is typed. */
export interface Refunding {
  way: Wanted['way']
  rupees: string
  reason: string
  reference: string
  cancelBooking: boolean
}

/** Goes with the number of refunds that were seen when it was begun, so that none is sent twice unawares. */
export async function sendBack(view: PaymentView, typed: Refunding): Promise<void> {
  const { payment, refunds } = view
  const { way, rupees, reason, reference, cancelBooking } = typed
  const amount = readRupees(rupees)
  const fields = {
    ...(!amount && { amount: 'Enter the amount that goes back, like 9,500' }),
    ...(!isReason(reason) && { reason: REASON }),
  }
  if (!amount || Object.keys(fields).length > 0) return refuse(fields)
  const { saw = refunds.items.length } = $acting.get()
  const cancels = cancelBooking && offersCancel(view, rupees)
  const wanted: Wanted = {
    ...{ way, amount, reason, saw },
    ...(way === 'manual' && reference.trim() && { reference }),
    ...(cancels && { cancelBooking }),
  }
  const { paymentId } = payment
  const known = refunds.items.map(({ refundId }) => refundId)
  const ask = () => pressed(['refund', paymentId, wanted], (key) => staffLedger.refund(paymentId, wanted, key))
  await act(ask, {
    done: (whose, { state }) =>
      `${whose}${npr(amount as Paisa)} ${WORDS[state]}.${cancels ? ' The booking is cancelled.' : ''}`,
    found: (now) =>
      now.refunds.items.find(
        (made) => !known.includes(made.refundId) && made.by === me() && made.way === way && made.amount === amount,
      ),
  })
}

/** Whether this amount would leave nothing paid for a booking that still holds its seats. */
export const offersCancel = ({ mayCancel, refunds }: PaymentView, rupees: string): boolean =>
  mayCancel && readRupees(rupees) === refunds.left

const WORDS: Readonly<Record<RefundState, string>> = {
  done: 'was sent back',
  failed: 'did not go back',
  requested: 'is on its way',
  sent: 'is on its way',
}

/** The gateway never said how a refund ended; somebody has looked there. */
export async function endRefund(refundId: string, said: Input<typeof decideRefund>): Promise<void> {
  if (!isReason(said.reason)) return refuse({ reason: REASON })
  const how = said.went ? 'The refund went.' : 'The refund did not go.'
  const state = said.went ? 'done' : 'failed'
  await act(() => staffLedger.refundEnded(refundId, said), {
    done: (whose) => `${whose}${how}`,
    found: ({ refunds }) => refunds.items.find((refund) => refund.refundId === refundId && refund.state === state),
  })
}
