import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { buildFormFields, ESEWA_TEST_MERCHANT, esewaGateway } from '#server/payments/gateways/esewa.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { DELAY_MS, type EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { openSandbox, type Sandbox } from '#server/payments/gateways/sandbox/index.ts'
import { attempt, contextWith, NOW, refuseAll, SITE } from '../doubles.ts'

let sandbox: Sandbox
let gateway: Gateway
let kept: Map<string, string>
let now: number
const form = buildFormFields(attempt, ESEWA_TEST_MERCHANT, SITE)

beforeEach(() => {
  kept = new Map()
  now = NOW
  sandbox = openSandbox({
    store: {
      get: async (key) => kept.get(key),
      set: async (key, value) => {
        kept.set(key, value)
      },
    },
    merchant: ESEWA_TEST_MERCHANT,
    siteUrl: SITE,
    now: () => now,
    deliver: async () => {},
  })
  gateway = esewaGateway(contextWith(refuseAll, { mode: 'sandbox', fetch: sandbox.fetch, now: () => now }))
})

async function choose(choice: EsewaChoice): Promise<string | undefined> {
  await sandbox.esewa.open(form)
  return sandbox.esewa.decide(attempt.id, choice)
}
const dataOf = (url: string | undefined) => gateway.readCallback({ data: url?.split('?data=')[1] ?? '' })

describe('the form', () => {
  test('of the real gateway code is taken as it is', async () => {
    expect(await sandbox.esewa.open(form)).toMatchObject({ uuid: attempt.id, amount: 1_140_000, status: 'PENDING' })
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'pending', reason: 'eSewa: PENDING' })
  })

  test('before the payer arrives nothing is known of the payment', async () => {
    expect(await gateway.lookup(attempt)).toMatchObject({
      kind: 'pending',
      reason: expect.stringContaining('NOT_FOUND'),
    })
  })

  test.each(Object.keys(form))('without %s is refused', async (name) => {
    expect(await sandbox.esewa.open({ ...form, [name]: '' })).toHaveProperty('refusal')
    const { [name]: _, ...rest } = form
    expect(await sandbox.esewa.open(rest)).toHaveProperty('refusal')
  })

  test.each([
    ['total_amount', '11400'],
    ['total_amount', '1.00'],
    ['transaction_uuid', 'another'],
    ['product_code', 'NP-ES-OTHER'],
    ['signature', 'AAAA'],
    ['signed_field_names', 'total_amount'],
    ['amount', '11399.00'],
    ['tax_amount', '13'],
    ['success_url', 'https://elsewhere.example/payment'],
    ['failure_url', 'javascript:alert(1)'],
  ])('with %s changed to %s is refused', async (name, value) => {
    expect(await sandbox.esewa.open({ ...form, [name]: value })).toHaveProperty('refusal')
    expect(kept.size).toBe(0)
  })

  test('posted again before the decision opens the same payment, after it not', async () => {
    await sandbox.esewa.open(form)
    expect(await sandbox.esewa.open(form)).toMatchObject({ status: 'PENDING' })
    await sandbox.esewa.decide(attempt.id, 'pay')
    expect(await sandbox.esewa.open(form)).toMatchObject({ refusal: expect.stringContaining('Duplicate') })
  })
})

describe('the payer', () => {
  test('pays: comes back with signed data, and the status agrees', async () => {
    const url = await choose('pay')
    expect(url).toMatch(/^http:\/\/localhost:4321\/payment\/esewa\/success\?data=/)
    const callback = dataOf(url)
    expect(callback).toMatchObject({ kind: 'signed', attemptId: attempt.id, amount: paisa(1_140_000) })
    const report = await gateway.lookup(attempt)
    expect(report).toEqual({
      kind: 'paid',
      amount: paisa(1_140_000),
      providerReference: expect.stringMatching(/^[0-9A-Z]{7}$/),
    })
    expect(callback).toMatchObject({ providerReference: report.kind === 'paid' && report.providerReference })
  })

  test('presses twice: one decision, one reference', async () => {
    const first = await choose('pay')
    expect(await sandbox.esewa.decide(attempt.id, 'fail')).toBe(first)
  })

  test.each(['fail', 'cancel'] as const)('%s: comes back on the failure address, cancelled', async (choice) => {
    expect(await choose(choice)).toBe(form.failure_url)
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'ended', as: 'cancelled' })
  })

  test('leaves it pending and may still pay later', async () => {
    expect(await choose('leave')).toBe(form.failure_url)
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'pending' })
    await sandbox.esewa.decide(attempt.id, 'pay')
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'paid' })
  })

  test('who never decides ends with the session', async () => {
    await sandbox.esewa.open(form)
    now += 15 * 60_000
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('late: pending first, complete after a while', async () => {
    expect(await choose('late')).toBe(form.failure_url)
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'pending' })
    now += DELAY_MS
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'paid' })
  })

  test('ambiguous: stays open', async () => {
    await choose('ambiguous')
    expect(await gateway.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa: AMBIGUOUS' })
  })

  test('altered: signed data and status agree on an amount that is not ours', async () => {
    expect(dataOf(await choose('altered'))).toMatchObject({ kind: 'signed', amount: paisa(1_139_900) })
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'mismatch' })
  })

  test('pays and never returns: only the status knows', async () => {
    expect(await choose('silent')).toBeUndefined()
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'paid' })
  })

  test('pays while the status call is out of service', async () => {
    expect(dataOf(await choose('outage'))).toMatchObject({ kind: 'signed' })
    expect(await gateway.lookup(attempt)).toMatchObject({
      kind: 'pending',
      reason: 'eSewa gave no status: Service is currently unavailable',
    })
    now += 60_000
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'paid' })
  })

  test('session ended: NOT_FOUND, which counts only after the grace', async () => {
    await choose('ended')
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'pending' })
    now += 15 * 60_000
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('unknown payments cannot be decided', async () => {
    expect(await sandbox.esewa.decide('unknown', 'pay')).toBeUndefined()
    expect(await sandbox.esewa.find('../esewa:x')).toBeUndefined()
  })
})

test('the status call is faithful: another amount or merchant is not found', async () => {
  await choose('pay')
  const ask = (more: Record<string, string>) =>
    sandbox.esewa.status(
      new URLSearchParams({
        product_code: 'EPAYTEST',
        total_amount: '11400',
        transaction_uuid: attempt.id,
        ...more,
      }),
    )
  expect(await ask({})).toMatchObject({ status: 'COMPLETE', total_amount: 11_400 })
  expect(await ask({ total_amount: '11401' })).toMatchObject({ status: 'NOT_FOUND', ref_id: null })
  expect(await ask({ product_code: 'NP-ES-OTHER' })).toMatchObject({ status: 'NOT_FOUND' })
})

test('the sandbox calls nobody but its stand-ins', async () => {
  await expect(sandbox.fetch('https://epay.esewa.com.np/api/epay/transaction/status/')).rejects.toThrow(TypeError)
})

test('what was decided outlives a restart', async () => {
  await choose('pay')
  const again = openSandbox({
    store: { get: async (key) => kept.get(key), set: async () => {} },
    merchant: ESEWA_TEST_MERCHANT,
    siteUrl: SITE,
    now: () => now,
    deliver: async () => {},
  })
  expect(await again.esewa.find(attempt.id)).toMatchObject({ status: 'COMPLETE' })
})
