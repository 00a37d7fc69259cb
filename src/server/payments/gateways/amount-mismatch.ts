import { npr, paisa } from '#domain/money.ts'
import type { Attempt } from './gateway.ts'

/** Why a payment does not match, as staff read it. `took` is in paisa, or what the gateway said where that is no amount. */
export function amountMismatch(gateway: string, took: unknown, { amount }: Pick<Attempt, 'amount'>): string {
  const said = Number.isSafeInteger(took) ? npr(paisa(Number(took))) : toText(took).slice(0, 40)
  return `${gateway} took ${said}, asked were ${npr(amount)}`
}

/** What stands where an amount belongs, as text: JSON may hold an object there whose `toString` is no function. */
export const toText = (said: unknown): string => (typeof said === 'object' ? JSON.stringify(said) : String(said))
