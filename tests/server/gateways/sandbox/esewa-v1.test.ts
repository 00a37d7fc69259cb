import { beforeEach, describe, expect, test } from 'vitest'
import { buildFormFieldsV1 } from '#contract/esewa.ts'
import { ESEWA_TEST_MERCHANT } from '#server/payments/gateways/esewa.ts'
import { esewaV1Gateway } from '#server/payments/gateways/esewa-v1.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { DELAY_MS, type EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { openSandbox, type Sandbox } from '#server/payments/gateways/sandbox/index.ts'
import { attempt, contextWith, NOW, refuseAll, SITE } from '../doubles.ts'

let sandbox: Sandbox
let gateway: Gateway
let now: number
const form = buildFormFieldsV1(attempt, ESEWA_TEST_MERCHANT.productCode, SITE)

beforeEach(() => {
  const kept = new Map<string, string>()
  now = NOW
  const store = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: string) => void kept.set(key, value),
  }
  sandbox = openSandbox({
    store,
    merchant: ESEWA_TEST_MERCHANT,
    siteUrl: SITE,
    now: () => now,
    deliver: async () => {},
  })
  gateway = esewaV1Gateway(contextWith(refuseAll, { mode: 'sandbox', fetch: sandbox.fetch, now: () => now }))
})

/** The payer decides and comes back; gives what the gateway then says of it. */
async function choose(choice: EsewaChoice): Promise<string | undefined> {
  await sandbox.esewaV1.open(form)
  return sandbox.esewa.decide(attempt.id, choice)
}
const ask = (url: string | undefined) => {
  const refId = new URL(url ?? SITE).searchParams.get('refId')
  return gateway.lookup({ ...attempt, claims: refId ? [refId] : [] })
}

test.each(Object.keys(form))('the form without %s is refused', async (name) => {
  expect(await sandbox.esewaV1.open({ ...form, [name]: '' })).toHaveProperty('refusal')
})

test.each([
  ['tAmt', '1.00'],
  ['amt', '11399.00'],
  ['scd', 'NP-ES-OTHER'],
  ['pid', '../x'],
  ['su', 'https://elsewhere.example/payment'],
  ['fu', 'javascript:alert(1)'],
])('the form with %s changed to %s is refused', async (name, value) => {
  expect(await sandbox.esewaV1.open({ ...form, [name]: value })).toHaveProperty('refusal')
})

test('a used pid is refused', async () => {
  await choose('pay')
  expect(await sandbox.esewaV1.open(form)).toMatchObject({ refusal: expect.stringContaining('pid') })
})

describe('the payer', () => {
  test('pays: comes back with oid, amt and refId behind the address that has a query, and transrec agrees', async () => {
    const url = await choose('pay')
    expect(url).toMatch(
      new RegExp(
        `^${SITE}/payment/esewa/success\\?payment=${attempt.id}&oid=${attempt.id}&amt=11400.00&refId=[0-9A-Z]{7}$`,
      ),
    )
    expect(await ask(url)).toMatchObject({ kind: 'paid', amount: 1_140_000 })
  })

  test.each(['fail', 'cancel', 'leave', 'ambiguous', 'ended'] as const)(
    '%s: comes back with nothing',
    async (choice) => {
      expect(await choose(choice)).toBe(form.fu)
    },
  )

  test('late: known by number at once, paid after a while', async () => {
    const url = await choose('late')
    expect(await ask(url)).toMatchObject({ kind: 'pending' })
    now += DELAY_MS
    expect(await ask(url)).toMatchObject({ kind: 'paid' })
  })

  test('another amount than asked is not what we asked about', async () => {
    const url = await choose('altered')
    expect(url).toContain('amt=11399.00')
    expect(await ask(url)).toMatchObject({ kind: 'pending' })
  })

  test('pays while transrec is out of service', async () => {
    const url = await choose('outage')
    expect(await ask(url)).toEqual({ kind: 'pending', reason: 'eSewa answered 503' })
    now += 60_000
    expect(await ask(url)).toMatchObject({ kind: 'paid' })
  })
})

test.each(['amt', 'rid', 'pid', 'scd'])('transrec with another %s says failure', async (name) => {
  const rid = new URL((await choose('pay')) ?? '').searchParams.get('refId') ?? ''
  const fields = { amt: '11400', rid, pid: attempt.id, scd: 'EPAYTEST' }
  const say = async (asked: Record<string, string>) => (await sandbox.esewaV1.transrec(asked)).text()
  expect(await say(fields)).toContain('Success')
  expect(await say({ ...fields, [name]: '11' })).toContain('failure')
})
