import { atom } from 'nanostores'
import type { decidePayment } from '#contract/admin/payments.ts'
import type { Input } from '#contract/endpoint.ts'
import { readRupees } from '#domain/money.ts'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** What is wrong with the decision that was tried last: beside its fields, or about it as a whole. */
export interface Decision {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const NOTHING: Decision = { busy: false, fields: {} }
export const $decision = atom<Decision>(NOTHING)

export const openDecision = (): void => $decision.set(NOTHING)

/** The money is in the account: `rupees` and the transaction as the account shows them. True once it is settled. */
export async function confirmPayment(paymentId: string, rupees: string, transactionId: string): Promise<boolean> {
  const amount = readRupees(rupees)
  const fields = {
    ...(amount === undefined && { amount: 'Enter the amount that arrived, like 9,500' }),
    ...(transactionId.trim().length < 3 && { transactionId: 'Enter the transaction as the account shows it' }),
  }
  if (amount === undefined || Object.keys(fields).length > 0) {
    $decision.set({ busy: false, fields })
    return false
  }
  return decide(paymentId, { decision: 'confirm', amount, transactionId })
}

/** The money did not come: the place is given free, and the customer is told. */
export async function rejectPayment(paymentId: string, reason: string): Promise<boolean> {
  if (reason.trim().length < 3) {
    $decision.set({ busy: false, fields: { reason: 'Say why: it stays with the payment' } })
    return false
  }
  return decide(paymentId, { decision: 'reject', reason })
}

/** The list hears of it by itself, as every other tab does. */
async function decide(paymentId: string, decision: Input<typeof decidePayment>): Promise<boolean> {
  if ($decision.get().busy) return false
  $decision.set({ busy: true, fields: {} })
  const answer = await admitted(staffLedger.decide(paymentId, decision))
  if (answer.ok) $decision.set(NOTHING)
  else {
    const { fields } = answer.failure
    $decision.set({ busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(answer.failure) }) })
  }
  return answer.ok
}
