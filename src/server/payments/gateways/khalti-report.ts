import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { amountMismatch } from './amount-mismatch.ts'
import type { Attempt } from './gateway.ts'

type EndedState = Extract<GatewayReport, { kind: 'ended' }>['as']

/**
 * A state by Khalti's name of it in our words, for both of its APIs. Spelling varies in Khalti's own papers, so capitals
 * do not count, success excepted; what is not known leaves the payment pending.
 */
export function toReport(
  state: string,
  ended: Readonly<Record<string, EndedState>>,
  paid: () => GatewayReport,
): GatewayReport {
  const reason = `Khalti: ${state.slice(0, 40)}`
  if (state === 'Completed') return paid()
  const name = state.toLowerCase()
  if (name === 'refunded') return { kind: 'refunded', whole: true, reason }
  if (name === 'partially refunded') return { kind: 'refunded', whole: false, reason }
  // Its page was opened, and nothing was paid on it.
  if (name === 'initiated') return { ...pending(reason), idle: true }
  const as = Object.hasOwn(ended, name) ? ended[name] : undefined
  return as ? { kind: 'ended', as, reason } : pending(reason)
}

/** What Khalti calls completed is paid over exactly the amount that was asked for, and under a transaction. */
export function toPaidReport(
  { amount, transaction, refunded }: { amount: unknown; transaction: unknown; refunded: unknown },
  attempt: Attempt,
): GatewayReport {
  if (amount !== attempt.amount)
    return {
      ...mismatch(amountMismatch('Khalti', amount, attempt)),
      ...(Number.isSafeInteger(amount) && Number(amount) > 0 && { received: paisa(Number(amount)) }),
      ...(typeof transaction === 'string' && transaction !== '' && { providerReference: transaction }),
    }
  if (refunded === true)
    return attempt.wasPaid
      ? { kind: 'refunded', whole: false, reason: 'Khalti: Completed, and refunded' }
      : { ...mismatch('Khalti: Completed, and refunded'), received: attempt.amount }
  if (typeof transaction !== 'string' || transaction === '') return pending('Khalti: Completed without a transaction')
  return { kind: 'paid', amount: attempt.amount, providerReference: transaction }
}

export const pending = (reason: string) => ({ kind: 'pending', reason }) as const
export const mismatch = (reason: string): Extract<GatewayReport, { kind: 'mismatch' }> => ({ kind: 'mismatch', reason })
