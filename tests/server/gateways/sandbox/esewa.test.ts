import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { buildFormFields, esewaGateway } from '#server/payments/gateways/esewa.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { DELAY_MS, type EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { attempt, SITE, testSandbox } from '../doubles.ts'

const form = buildFormFields(attempt, ESEWA_TEST_MERCHANT, SITE)
let { sandbox, context, values, clock, reopen } = testSandbox()
let gateway: Gateway
beforeEach(() => {
  ;({ sandbox, context, values, clock, reopen } = testSandbox())
  gateway = esewaGateway(context)
})

async function choose(choice: EsewaChoice): Promise<string | undefined> {
  await sandbox.esewa.open(form)
  return sandbox.esewa.decide(attempt.id, choice)
}
const dataOf = (url: string | undefined) => gateway.readReturn({ data: url?.split('?data=')[1] ?? '' })

describe('the form of the eSewa sandbox', () => {
  test('is accepted from the real gateway code', async () => {
    expect(await sandbox.esewa.open(form)).toMatchObject({ uuid: attempt.id, amount: 1_140_000, status: 'PENDING' })
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'pending', reason: 'eSewa: PENDING' })
  })

  test('is unknown to a lookup before the payer arrives', async () => {
    expect(await gateway.lookup(attempt)).toMatchObject({
      kind: 'pending',
      reason: expect.stringContaining('NOT_FOUND'),
    })
  })

  test.each(Object.keys(form))('is rejected without %s', async (name) => {
    expect(await sandbox.esewa.open({ ...form, [name]: '' })).toHaveProperty('problem')
    const { [name]: _, ...rest } = form
    expect(await sandbox.esewa.open(rest)).toHaveProperty('problem')
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
  ])('is rejected with %s changed to %s', async (name, value) => {
    expect(await sandbox.esewa.open({ ...form, [name]: value })).toHaveProperty('problem')
    expect(values.size).toBe(0)
  })

  test('opens the same payment when posted again, until the decision', async () => {
    await sandbox.esewa.open(form)
    expect(await sandbox.esewa.open(form)).toMatchObject({ status: 'PENDING' })
    await sandbox.esewa.decide(attempt.id, 'pay')
    expect(await sandbox.esewa.open(form)).toMatchObject({ problem: expect.stringContaining('Duplicate') })
  })
})

describe('a payer in the eSewa sandbox', () => {
  test('returns signed data after payment, and the status confirms it', async () => {
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

  test('decides once for two clicks, with one reference', async () => {
    const first = await choose('pay')
    expect(await sandbox.esewa.decide(attempt.id, 'fail')).toBe(first)
  })

  test.each(['fail', 'cancel', 'leave', 'late'] as const)('returns to the failure address (%s)', async (choice) => {
    expect(await choose(choice)).toBe(form.failure_url)
  })

  const [pending, paid] = [{ kind: 'pending' }, { kind: 'paid' }]
  const outage = 'eSewa returned no status: Service is currently unavailable'
  test.each<[EsewaChoice, now: object, after: number, later: object]>([
    ['fail', { kind: 'ended', as: 'cancelled' }, 60_000, { kind: 'ended', as: 'cancelled' }],
    ['cancel', { kind: 'ended', as: 'cancelled' }, 60_000, { kind: 'ended', as: 'cancelled' }],
    ['late', pending, DELAY_MS, paid],
    ['outage', { ...pending, reason: outage }, 60_000, paid],
    ['ended', pending, 15 * 60_000, { kind: 'ended', as: 'expired' }],
    ['silent', paid, 60_000, paid],
  ])('chooses %s, reported as %j, and after %i ms as %j', async (choice, now, after, later) => {
    await choose(choice)
    expect(await gateway.lookup(attempt)).toMatchObject(now)
    clock.now += after
    expect(await gateway.lookup(attempt)).toMatchObject(later)
  })

  test('can still pay after leaving', async () => {
    await choose('leave')
    expect(await gateway.lookup(attempt)).toMatchObject(pending)
    await sandbox.esewa.decide(attempt.id, 'pay')
    expect(await gateway.lookup(attempt)).toMatchObject(paid)
  })

  test('expires with the session without a choice', async () => {
    await sandbox.esewa.open(form)
    clock.now += 15 * 60_000
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('remains pending after "ambiguous"', async () => {
    await choose('ambiguous')
    expect(await gateway.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa: AMBIGUOUS' })
  })

  test('pays another amount after "altered", in signed data and status alike', async () => {
    expect(dataOf(await choose('altered'))).toMatchObject({ kind: 'signed', amount: paisa(1_139_900) })
    expect(await gateway.lookup(attempt)).toMatchObject({ kind: 'mismatch' })
  })

  test('returns signed data during an outage', async () => {
    expect(dataOf(await choose('outage'))).toMatchObject({ kind: 'signed' })
  })

  test('does not return after "silent"', async () => {
    expect(await choose('silent')).toBeUndefined()
  })

  test('cannot decide an unknown payment', async () => {
    expect(await sandbox.esewa.decide('unknown', 'pay')).toBeUndefined()
    expect(await sandbox.esewa.find('../esewa:x')).toBeUndefined()
  })
})

test('the eSewa sandbox returns not found for another amount or merchant, like the real status call', async () => {
  await choose('pay')
  const queryStatus = (more: Record<string, string>) =>
    sandbox.esewa.status(
      new URLSearchParams({
        product_code: 'EPAYTEST',
        total_amount: '11400',
        transaction_uuid: attempt.id,
        ...more,
      }),
    )
  expect(await queryStatus({})).toMatchObject({ status: 'COMPLETE', total_amount: 11_400 })
  expect(await queryStatus({ total_amount: '11401' })).toMatchObject({ status: 'NOT_FOUND', ref_id: null })
  expect(await queryStatus({ product_code: 'NP-ES-OTHER' })).toMatchObject({ status: 'NOT_FOUND' })
})

test('the fetch of the sandbox calls only sandbox gateways', async () => {
  await expect(sandbox.fetch('https://epay.esewa.com.np/api/epay/transaction/status/')).rejects.toThrow(TypeError)
})

test('the eSewa sandbox restores decisions after a restart', async () => {
  await choose('pay')
  expect(await reopen().esewa.find(attempt.id)).toMatchObject({ status: 'COMPLETE' })
})
