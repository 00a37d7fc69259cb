import { npr, paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { Attempt } from './gateway.ts'

/** Money of another amount. `received` is in paisa, or any other value that the gateway sent. */
export function amountMismatch(
  gateway: string,
  received: unknown,
  reference: unknown,
  { amount }: Pick<Attempt, 'amount'>,
): GatewayReport {
  const paid = Number.isSafeInteger(received) ? paisa(Number(received)) : undefined
  const text = paid === undefined ? toText(received).slice(0, 40) : npr(paid)
  return {
    ...mismatch(`${gateway} received ${text}, requested ${npr(amount)}`),
    ...(paid !== undefined && paid > 0 && { received: paid }),
    ...(typeof reference === 'string' && reference !== '' && { providerReference: reference }),
  }
}

/** JSON may contain an object whose `toString` is no function. */
export const toText = (text: unknown): string => (typeof text === 'object' ? JSON.stringify(text) : String(text))

export const pending = (reason: string) => ({ kind: 'pending', reason }) as const
export const mismatch = (reason: string) => ({ kind: 'mismatch', reason }) as const
