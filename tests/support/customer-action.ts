/** `node tests/support/customer-action.ts <action> <JSON>`: runs one action on the database of its environment. */
import { paisa } from '#domain/money.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { move } from '#server/customers/move.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'

export interface ActionInput {
  now: number
  own: { id: string; secret: string }
  key: string
  startDate: string
  payment: { id: string; amount: number; transaction: string }
}

const [, , action = '', json = ''] = process.argv
const { now, own, key, startDate, payment }: ActionInput = JSON.parse(json)
const app = await openApp(readEnv(process.env), { now: () => now })
const report = {
  kind: 'paid',
  amount: paisa(payment.amount),
  providerReference: payment.transaction,
} as const
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  cancel: () => cancelAsCustomer(app, own, {}, key),
  move: () => move(app, own, { startDate }, key),
  settle: () => settle(app, payment.id, report, 'lookup'),
}
await ACTIONS[action]?.()
await app.db.close()
