import { beforeEach, describe, expect, test } from 'vitest'
import { buildFormFieldsV1 } from '#contract/esewa.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { esewaV1Gateway } from '#server/payments/gateways/esewa-v1.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { DELAY_MS, type EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { attempt, SITE, testSandbox } from '../doubles.ts'

const form = buildFormFieldsV1(attempt, ESEWA_TEST_MERCHANT.productCode, SITE)
let { sandbox, context, clock } = testSandbox()
let gateway: Gateway
beforeEach(() => {
  ;({ sandbox, context, clock } = testSandbox())
  gateway = esewaV1Gateway(context)
})

/** Decides at the sandbox and returns the return URL. */
async function choose(choice: EsewaChoice): Promise<string | undefined> {
  await sandbox.esewaV1.open(form)
  return sandbox.esewa.decide(attempt.id, choice)
}
const lookup = (url: string | undefined) => {
  const refId = new URL(url ?? SITE).searchParams.get('refId')
  return gateway.lookup({ ...attempt, claims: refId ? [refId] : [] })
}

test.each(Object.keys(form))('the eSewa v1 sandbox rejects the form without %s', async (name) => {
  expect(await sandbox.esewaV1.open({ ...form, [name]: '' })).toHaveProperty('problem')
})

test.each([
  ['tAmt', '1.00'],
  ['amt', '11399.00'],
  ['scd', 'NP-ES-OTHER'],
  ['pid', '../x'],
  ['su', 'https://elsewhere.example/payment'],
  ['fu', 'javascript:alert(1)'],
])('the eSewa v1 sandbox rejects the form with %s changed to %s', async (name, value) => {
  expect(await sandbox.esewaV1.open({ ...form, [name]: value })).toHaveProperty('problem')
})

test('the eSewa v1 sandbox rejects a used pid', async () => {
  await choose('pay')
  expect(await sandbox.esewaV1.open(form)).toMatchObject({ problem: expect.stringContaining('pid') })
})

describe('a payer in the eSewa v1 sandbox', () => {
  test('returns oid, amt and refId after payment, and transrec confirms it', async () => {
    const url = await choose('pay')
    expect(url).toMatch(
      new RegExp(
        `^${SITE}/payment/esewa/success\\?payment=${attempt.id}&oid=${attempt.id}&amt=11400.00&refId=[0-9A-Z]{7}$`,
      ),
    )
    expect(await lookup(url)).toMatchObject({ kind: 'paid', amount: 1_140_000 })
  })

  test.each(['fail', 'cancel', 'leave', 'ambiguous', 'ended'] as const)(
    'returns without parameters (%s)',
    async (choice) => {
      expect(await choose(choice)).toBe(form.fu)
    },
  )

  test('has a number at once after "late", and has paid after a while', async () => {
    const url = await choose('late')
    expect(await lookup(url)).toMatchObject({ kind: 'pending' })
    clock.now += DELAY_MS
    expect(await lookup(url)).toMatchObject({ kind: 'paid' })
  })

  test('has not paid with another amount after "altered"', async () => {
    const url = await choose('altered')
    expect(url).toContain('amt=11399.00')
    expect(await lookup(url)).toMatchObject({ kind: 'pending' })
  })

  test('has paid after an outage once transrec is available again', async () => {
    const url = await choose('outage')
    expect(await lookup(url)).toEqual({ kind: 'pending', reason: 'eSewa responded with 503' })
    clock.now += 60_000
    expect(await lookup(url)).toMatchObject({ kind: 'paid' })
  })
})

test.each(['amt', 'rid', 'pid', 'scd'])('the sandbox of transrec reports failure for another %s', async (name) => {
  const rid = new URL((await choose('pay')) ?? '').searchParams.get('refId') ?? ''
  const fields = { amt: '11400', rid, pid: attempt.id, scd: 'EPAYTEST' }
  const query = async (sent: Record<string, string>) => (await sandbox.esewaV1.transrec(sent)).text()
  expect(await query(fields)).toContain('Success')
  expect(await query({ ...fields, [name]: '11' })).toContain('failure')
})
