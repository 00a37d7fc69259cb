import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { decideRefund, makeRefund } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import { TRANSACTION_SENTENCES } from '#contract/sentences.ts'
import { isReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import { isTransaction } from '#domain/receipt.ts'
import { staffLedger } from '../ledger.ts'
import { pressed } from '../pressed.ts'
import { $said, act, refuse } from './acting.ts'
import { $case, closeCase, idInSight, openCase, readCase } from './case.ts'
import { isWaiting, nextAfter, readQueue } from './queue.ts'

export type SeenAlert = PaymentView['alerts'][number]

const REASON = 'Say why: it stays with the payment'

export interface Found {
  rupees: string
  transactionId: string
  reason: string
  withoutPlace: boolean
}

/** The money is there: its amount and transaction as the account, or the gateway's own record, shows them. */
export async function approve(
  view: PaymentView,
  { rupees, transactionId, reason, withoutPlace }: Found,
): Promise<void> {
  const amount = readRupees(rupees)
  const fields = {
    ...(amount === undefined && { amount: 'Enter the amount that arrived, like 9,500' }),
    ...(!isTransaction(transactionId) && { transactionId: TRANSACTION_SENTENCES.missing }),
  }
  if (amount === undefined || Object.keys(fields).length > 0) return refuse(fields)
  const why = reason.trim()
  await decide(view, 'Approved', {
    decision: 'confirm',
    amount,
    transactionId,
    ...(why && { reason: why }),
    ...(withoutPlace && { withoutPlace }),
  })
}

export async function reject(view: PaymentView, reason: string): Promise<void> {
  if (!isReason(reason)) return refuse({ reason: REASON })
  await decide(view, 'Rejected', { decision: 'reject', reason })
}

export const givePlace = (view: PaymentView): Promise<void> => decide(view, 'Confirmed', { decision: 'give_place' })

export async function markSeen(view: PaymentView, seen: SeenAlert, reason: string): Promise<void> {
  if (!isReason(reason)) return refuse({ reason: REASON })
  await decide(view, 'Looked after', { decision: 'seen', ...seen, reason })
}

/** Nothing goes back although the customer was told so. */
export async function keepMoney(view: PaymentView, reason: string): Promise<void> {
  if (!isReason(reason)) return refuse({ reason: REASON })
  await decide(view, 'Nothing goes back', { decision: 'keep', reason })
}

/** Asks the gateway now. */
export async function ask({ payment }: PaymentView): Promise<void> {
  await act(
    () => staffLedger.ask(payment.paymentId),
    (whose) => `${whose}The gateway was asked.`,
  )
}

type Wanted = Input<typeof makeRefund>

export async function sendBack(
  { payment }: PaymentView,
  { way, rupees, reason, reference }: { way: Wanted['way']; rupees: string; reason: string; reference: string },
): Promise<void> {
  const amount = readRupees(rupees)
  const fields = {
    ...(!amount && { amount: 'Enter the amount that goes back, like 9,500' }),
    ...(!isReason(reason) && { reason: REASON }),
  }
  if (!amount || Object.keys(fields).length > 0) return refuse(fields)
  const wanted: Wanted = { way, amount, reason, ...(way === 'manual' && reference.trim() && { reference }) }
  const { paymentId } = payment
  await act(
    () => pressed(['refund', paymentId, wanted], (key) => staffLedger.refund(paymentId, wanted, key)),
    (whose, { state }) => {
      const words = {
        done: 'was sent back',
        failed: 'did not go back',
        requested: 'is on its way',
        sent: 'is on its way',
      }
      return `${whose}${npr(amount as Paisa)} ${words[state]}.`
    },
  )
}

/** The gateway never said how a refund ended; somebody has looked there. */
export async function endRefund(refundId: string, said: Input<typeof decideRefund>): Promise<void> {
  if (!isReason(said.reason)) return refuse({ reason: REASON })
  const how = said.went ? 'The refund went.' : 'The refund did not go.'
  await act(
    () => staffLedger.refundEnded(refundId, said),
    (whose) => `${whose}${how}`,
  )
}

/** The list follows, and the next payment that waits comes into sight, unless this one still does. */
function decide(view: PaymentView, word: string, decision: Input<typeof decidePayment>): Promise<void> {
  const { paymentId, state, customerName, amount } = view.payment
  const done = `${word}: ${customerName}, ${npr(amount as Paisa)}.`
  return act(
    () => staffLedger.decide(paymentId, { ...decision, saw: state }),
    () => done,
    async (isStill) => {
      const next = nextAfter(paymentId)
      await readQueue()
      if (!isStill()) {
        $said.set(done)
        if (idInSight() === paymentId) await readCase()
        return
      }
      const waits = isWaiting(paymentId)
      if (waits || (!next && view.waits.length === 0)) await readCase()
      else if (next) await openCase(next)
      else closeCase()
      const shown = $case.get()
      const isNext = shown.state === 'shown' && shown.id === next && !waits
      $said.set(isNext ? `${done} Next: ${shown.view.payment.customerName}.` : done)
    },
  )
}
