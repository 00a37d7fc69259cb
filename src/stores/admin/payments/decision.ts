import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { Input } from '#contract/endpoint.ts'
import { TRANSACTION_SENTENCES } from '#contract/sentences.ts'
import { AUDIT_ACTIONS, type AuditAction, isReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import { isTransaction } from '#domain/receipt.ts'
import { staffLedger } from '../ledger.ts'
import { $said, act, me, refuse } from './acting.ts'
import { $case, closeCase, idInSight, openCase, readCase } from './case.ts'
import { isWaiting, nextAfter, readQueue } from './queue.ts'

type Decision = Input<typeof decidePayment>
export type SeenAlert = PaymentView['alerts'][number]

export const REASON = 'Say why: it stays with the payment'

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
  await act(() => staffLedger.ask(payment.paymentId), { done: (whose) => `${whose}The gateway was asked.` })
}

/** As what each of them stands in the audit. */
const DEEDS = {
  confirm: ['payment_approved', 'payment_accepted'],
  reject: ['payment_rejected', 'payment_closed'],
  give_place: ['place_given'],
  seen: ['payment_seen'],
  keep: ['payment_kept'],
} as const satisfies Record<Decision['decision'], readonly AuditAction[]>

/** Whether the last thing that was decided, since the payment was seen like this, is one's own and the same. */
function isDecidedByMe(before: PaymentView, { decided }: PaymentView, { decision }: Decision): boolean {
  const words: readonly string[] = DEEDS[decision].map((deed) => AUDIT_ACTIONS[deed])
  return decided?.by === me() && decided.at !== before.decided?.at && words.includes(decided.what)
}

/** The list follows, and the next payment that waits comes into sight, unless this one still does. */
function decide(view: PaymentView, word: string, decision: Decision): Promise<void> {
  const { paymentId, state, customerName, amount } = view.payment
  const done = `${word}: ${customerName}, ${npr(amount as Paisa)}.`
  const goOn = async (isStill: () => boolean) => {
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
  }
  return act(() => staffLedger.decide(paymentId, { ...decision, saw: state }), {
    done: () => done,
    found: (now) => (isDecidedByMe(view, now, decision) ? now.payment : undefined),
    goOn,
  })
}
