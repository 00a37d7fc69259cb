import { atom } from 'nanostores'
import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { decideRefund, makeRefund } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { RAISED_AGAIN, TRANSACTION_SENTENCES, wasFaster } from '#contract/sentences.ts'
import { isReason } from '#domain/audit.ts'
import { npr, type Paisa, readRupees } from '#domain/money.ts'
import { isTransaction } from '#domain/receipt.ts'
import type { PaymentAlert } from '#domain/waiting.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import { $case, closeCase, openCase, readCase } from './case.ts'
import { isWaiting, nextAfter, readQueue } from './queue.ts'

/** Which form is open, and what is wrong with what was tried last: beside its fields, or about it as a whole. */
export type Act = 'approve' | 'reject' | 'keep' | 'refund' | 'refund_ended' | PaymentAlert
export type SeenAlert = PaymentView['alerts'][number]
export interface Acting {
  form?: Act
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const IDLE: Acting = { busy: false, fields: {} }
export const $acting = atom<Acting>(IDLE)
/** What was done last, for those who hear it. */
export const $said = atom('')

export const openForm = (form: Act | undefined): void => $acting.set(form ? { ...IDLE, form } : IDLE)

/** Somebody else has ended what the open form was for, or it has happened again: that is said, and the form is gone. */
export function overtakenBy({ decided, alerts }: PaymentView): void {
  const { form, problem } = $acting.get()
  const faster = decided ? `${wasFaster(decided.by, decided.what)}.` : 'This is settled by now.'
  const again = alerts.some(({ alert }) => alert === form)
  $acting.set({ ...IDLE, problem: problem ?? (again ? RAISED_AGAIN : faster) })
}

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
  await act(staffLedger.ask(payment.paymentId), () => {
    $said.set('The gateway was asked.')
    void readQueue()
    return readCase()
  })
}

type Wanted = Input<typeof makeRefund>
/** One key for one refund, however often it is pressed: until it is answered, or is another one. */
let pressed: { what: string; key: string } | undefined

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
  const what = JSON.stringify([payment.paymentId, wanted])
  if (pressed?.what !== what) pressed = { what, key: environment().randomId() }
  await act(staffLedger.refund(payment.paymentId, wanted, pressed.key), ({ state }) => {
    pressed = undefined
    const words = {
      done: 'was sent back',
      failed: 'did not go back',
      requested: 'is on its way',
      sent: 'is on its way',
    }
    $said.set(`${npr(amount as Paisa)} ${words[state]}.`)
    void readQueue()
    return readCase()
  })
}

/** The gateway never said how a refund ended; somebody has looked there. */
export async function endRefund(refundId: string, said: Input<typeof decideRefund>): Promise<void> {
  if (!isReason(said.reason)) return refuse({ reason: REASON })
  await act(staffLedger.refundEnded(refundId, said), () => {
    $said.set(said.went ? 'The refund went.' : 'The refund did not go.')
    void readQueue()
    return readCase()
  })
}

/** The list follows, and the next payment that waits comes into sight, unless this one still does. */
function decide(view: PaymentView, word: string, decision: Input<typeof decidePayment>): Promise<void> {
  const { paymentId, state, customerName, amount } = view.payment
  return act(staffLedger.decide(paymentId, { ...decision, saw: state }), async () => {
    const done = `${word}: ${customerName}, ${npr(amount as Paisa)}.`
    const next = nextAfter(paymentId)
    await readQueue()
    const waits = isWaiting(paymentId)
    if (next && !waits) await openCase(next)
    else if (view.waits.length > 0 && !waits) closeCase()
    else await readCase()
    const shown = $case.get()
    $said.set(shown.state === 'shown' && next && !waits ? `${done} Next: ${shown.view.payment.customerName}.` : done)
  })
}

async function act<Value>(asked: Promise<Outcome<Value>>, done: (value: Value) => void | Promise<void>): Promise<void> {
  const { problem: _, ...before } = $acting.get()
  $acting.set({ ...before, busy: true, fields: {} })
  const answer = await admitted(asked)
  if (answer.ok) {
    await done(answer.value)
    return $acting.set(IDLE)
  }
  const { fields } = answer.failure
  $acting.set({ ...before, busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(answer.failure) }) })
  // Somebody may have been faster: what is so by now stands beside the sentence.
  if (!fields) void Promise.all([readCase(), readQueue()])
}

function refuse(fields: Record<string, string>): void {
  $acting.set({ ...$acting.get(), busy: false, fields })
}
