import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { fonepayGateway } from '#server/payments/gateways/fonepay.ts'
import type { FonepayChoice, FonepayPayment } from '#server/payments/gateways/sandbox/fonepay-outcome.ts'
import { attempt as esewaAttempt, NOW, SITE, testSandbox } from '../doubles.ts'

const attempt = { ...esewaAttempt, method: 'qr_payment', amount: paisa(150_000) } as const
const LABEL = createHash('sha256').update(attempt.id).digest('hex').slice(0, 30)
const MINUTE = 60_000

let opened = testSandbox()
beforeEach(() => {
  opened = testSandbox()
})

const open = (over: object = {}) => {
  const { sandbox, context } = opened
  return fonepayGateway(context, { ...sandbox.fonepay.account, ...over })
}
const lookup = (over: object = {}) => open(over).lookup({ ...attempt, gatewayId: LABEL })
async function decided(choice: FonepayChoice) {
  expect(await open().start(attempt, NOW)).toMatchObject({ ok: true })
  await opened.sandbox.fonepay.decide(LABEL, choice)
}
const after = async (milliseconds: number) => {
  opened.clock.now = NOW + milliseconds
  return lookup()
}

describe('the Fonepay sandbox', () => {
  test('makes a code that leads to its payment page', async () => {
    expect(await open().start(attempt, NOW)).toMatchObject({
      value: {
        gatewayId: LABEL,
        next: { accountName: 'Sample payee, do not pay', sandboxUrl: `/sandbox/fonepay/pay/${LABEL}` },
      },
    })
    expect(await lookup()).toMatchObject({ kind: 'pending', idle: true })
  })

  test.each<[string, object, object]>([
    ['a wrong password', { password: 'x' }, { message: expect.stringContaining('rejected the login (401)') }],
    ['an unknown type', { qrType: 'STATIC' }, { message: expect.stringContaining('Invalid QR type') }],
    ['an unknown terminal', { terminalId: '1' }, { message: expect.stringContaining('(409): Unknown terminal') }],
  ])('rejects %s', async (_, over, failure) => {
    expect(await open(over).start(attempt, NOW)).toMatchObject({ ok: false, failure })
  })

  test('rejects a repeated label, an amount outside the limits, and a wrong signature', async () => {
    await open().start(attempt, NOW)
    expect(await open().start(attempt, NOW)).toMatchObject({
      failure: { message: expect.stringContaining('Duplicate reference label') },
    })
    for (const amount of [99, 1_000_000_000])
      expect(await open().start({ ...attempt, id: String(amount), amount: paisa(amount) }, NOW)).toMatchObject({
        failure: { message: expect.stringContaining('{"amount"') },
      })
    const request = new Request(`${SITE}/sandbox/fonepay/api/merchant/third-party/v2/login`, {
      method: 'POST',
      headers: { signature: 'AAAA' },
      body: '{}',
    })
    expect((await opened.sandbox.fonepay.respond(request)).status).toBe(401)
  })

  test('accepts the login path of older accounts, and ends tokens after an hour', async () => {
    const loginPath = '/api/merchant/merchantDetailsForThirdParty/v2/login'
    const gateway = open({ loginPath })
    expect(await gateway.start(attempt, NOW)).toMatchObject({ ok: true })
    opened.clock.now += 61 * MINUTE
    expect(await gateway.lookup({ ...attempt, gatewayId: LABEL, createdAt: opened.clock.now })).toMatchObject({
      kind: 'pending',
      reason: 'Fonepay: timeout',
    })
  })

  test('responds with 500 to an unknown label', async () => {
    expect(await lookup()).toEqual({ kind: 'pending', reason: 'Fonepay responded with 500' })
  })

  test('reports a payment after two seconds, once', async () => {
    await decided('pay')
    expect(await after(1_999)).toMatchObject({ kind: 'pending', idle: true })
    expect(await after(2_000)).toMatchObject({ kind: 'paid', amount: 150_000 })
    const first = await lookup()
    await opened.sandbox.fonepay.decide(LABEL, 'pay')
    expect(await after(5_000)).toEqual(first)
  })

  test.each<[FonepayChoice, number, object]>([
    ['leave', MINUTE, { kind: 'pending', idle: true }],
    ['hold', 30 * MINUTE, { kind: 'pending', reason: 'Fonepay: pending' }],
    ['late', 10_000, { kind: 'pending', reason: 'Fonepay: pending' }],
    ['late', 20_000, { kind: 'paid' }],
    ['altered', 2_000, { kind: 'mismatch', received: 149_900 }],
    ['failed', 0, { kind: 'ended', as: 'failed' }],
    ['cancel', 0, { kind: 'ended', as: 'cancelled' }],
    ['outage', MINUTE - 1, { kind: 'pending', reason: 'Fonepay responded with 500' }],
    ['outage', MINUTE, { kind: 'paid' }],
    ['html', MINUTE - 1, { kind: 'pending', reason: 'Fonepay did not respond with JSON' }],
    ['html', MINUTE, { kind: 'paid' }],
  ])('reports %s after %i ms', async (choice, milliseconds, report) => {
    await decided(choice)
    expect(await after(milliseconds)).toMatchObject(report)
  })

  test('never completes a payment of the type that banking apps reject', async () => {
    await open({ qrType: 'INTENT_QR' }).start(attempt, NOW)
    await opened.sandbox.fonepay.decide(LABEL, 'pay')
    expect(await after(MINUTE)).toMatchObject({ kind: 'pending', idle: true })
  })

  test('keeps payments across a restart', async () => {
    await decided('pay')
    const stored = await opened.reopen().fonepay.find(LABEL)
    expect(stored).toMatchObject({ status: 'success', billId: attempt.bookingId } satisfies Partial<FonepayPayment>)
  })
})
