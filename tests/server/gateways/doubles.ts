import { SIGNED_FIELDS } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { sign, signedMessage } from '#server/payments/gateways/esewa-signature.ts'
import type { Attempt, GatewayContext, RefundOrder } from '#server/payments/gateways/gateway.ts'
import { openSandbox } from '#server/payments/gateways/sandbox/index.ts'

export const NOW = Date.parse('2026-11-21T06:00:00Z')
export const SITE = 'http://localhost:4321'

export const attempt: Attempt = {
  id: '3f2b9c1e-77aa-4d21-9b2e-2f6a3f3f0c11',
  bookingId: 'BK-1795240800000-7K2M',
  method: 'esewa',
  amount: paisa(1_140_000),
  createdAt: NOW,
  gatewayId: null,
}

/** The order of a full refund. */
export const refundOrder = (amount: number, providerReference: string): RefundOrder => ({
  id: 'r-1',
  providerReference,
  amount: paisa(amount),
  received: paisa(amount),
  refundedBefore: paisa(0),
  isRetry: false,
})

/** A context whose provider responds with `reply`. */
export const contextWith = (
  reply: (url: URL, init: RequestInit | undefined) => Response | Promise<Response>,
  more: Partial<GatewayContext> = {},
): GatewayContext => ({
  mode: 'test',
  siteUrl: SITE,
  esewa: ESEWA_TEST_MERCHANT,
  esewaApi: 'v2',
  khalti: { secretKey: 'a_secret', publicKey: 'a_public' },
  khaltiApi: 'v2',
  stripe: undefined,
  bank: { bankName: 'A Bank', accountName: 'A Payee', accountNumber: '0123', branch: 'Patan' },
  merchantQr: undefined,
  fonepay: undefined,
  fetch: async (input, init) => reply(new URL(input instanceof Request ? input.url : input), init),
  now: () => NOW,
  ...more,
})

/** The sandbox gateways on a store in memory; `clock.now` is their time. */
export function testSandbox() {
  const values = new Map<string, string>()
  const clock = { now: NOW }
  const store = {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: string) => void values.set(key, value),
  }
  const open = () =>
    openSandbox({
      store,
      merchant: ESEWA_TEST_MERCHANT,
      siteUrl: SITE,
      now: () => clock.now,
      deliver: async () => {},
    })
  const sandbox = open()
  const context = contextWith(noNetwork, { mode: 'sandbox', fetch: sandbox.fetch, now: () => clock.now })
  return { sandbox, context, values, clock, reopen: open }
}

export const noNetwork = () => Promise.reject(new TypeError('no network'))

/** `data` as eSewa sends it, for the fields given; signed by the test merchant's key unless given another. */
export function returnData(
  fields: Record<string, string | number> = {},
  { secret = ESEWA_TEST_MERCHANT.secret, names = SIGNED_FIELDS }: { secret?: string; names?: readonly string[] } = {},
): string {
  const values = {
    transaction_code: '000AWEO',
    status: 'COMPLETE',
    total_amount: '11400.0',
    transaction_uuid: attempt.id,
    product_code: 'EPAYTEST',
    signed_field_names: names.join(','),
    ...fields,
  }
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return encode({ ...values, signature: sign(signedMessage(names, texts), secret) })
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
export const decode = (data: string): Record<string, string> => JSON.parse(Buffer.from(data, 'base64').toString())
