import type { GatewayReport } from '#domain/payment.ts'
import type { Attempt } from './gateway.ts'
import { amountMismatch, mismatch, pending } from './gateway-report.ts'

type EndedState = Extract<GatewayReport, { kind: 'ended' }>['as']

/** Maps a state of either API. Khalti's documents vary in capitals; an unknown state leaves the payment pending. */
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
  // Its page was opened, but nothing was paid.
  if (name === 'initiated') return { ...pending(reason), idle: true }
  const as = Object.hasOwn(ended, name) ? ended[name] : undefined
  return as ? { kind: 'ended', as, reason } : pending(reason)
}

/** A completed payment needs the exact amount and a transaction. */
export function toPaidReport(
  { amount, transaction, refunded }: { amount: unknown; transaction: unknown; refunded: unknown },
  attempt: Attempt,
): GatewayReport {
  if (amount !== attempt.amount) return amountMismatch('Khalti', amount, transaction, attempt)
  if (refunded === true)
    return attempt.wasPaid
      ? { kind: 'refunded', whole: false, reason: 'Khalti: Completed, and refunded' }
      : { ...mismatch('Khalti: Completed, and refunded'), received: attempt.amount }
  if (typeof transaction !== 'string' || transaction === '') return pending('Khalti: Completed without a transaction')
  return { kind: 'paid', amount: attempt.amount, providerReference: transaction }
}
