import { createHash, generateKeyPairSync, verify, webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { checksum } from '#domain/receipt/emv-code.ts'
import { DEFAULT_FONEPAY_LOGIN_PATH, type FonepayAccount } from '#server/env.ts'
import { fonepayGateway } from '#server/payments/gateways/fonepay.ts'
import { contextWith, attempt as esewaAttempt, NOW, noNetwork } from './doubles.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const account: FonepayAccount = {
  url: 'https://bank.example/merchant',
  loginPath: DEFAULT_FONEPAY_LOGIN_PATH,
  username: 'sandbox',
  password: 'sandbox',
  terminalId: '2222000000000001',
  privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  qrType: 'DYNAMIC_QR',
}
const attempt = { ...esewaAttempt, method: 'qr_payment', amount: paisa(150_000), qrCode: null } as const
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const LABEL = hash(attempt.id).slice(0, 30)
const body = `00020101021226350011fonepay.com0716222200000000000152040000530352454071500.005802NP5914TEST COWORKING6009KATHMANDU62520112BK20830000420512CW7Q2M9X0K4T071622220000000000016304`
const CODE = body + checksum(body)
const made = { qrString: CODE, qrMessage: '', status: 'SUCCESS', prn: LABEL }
const paid = {
  prn: LABEL,
  merchantCode: account.terminalId,
  paymentStatus: 'success',
  requestedAmount: '1500.00',
  totalTransactionAmount: 1500,
  fonepayTraceId: '102030',
  paymentMessage: 'paid',
}

interface Call {
  path: string
  headers: Headers
  text: string
}

/** Responds to the login, and to every other call with the next reply, of which the last is repeated. */
function fonepay(...replies: (() => Response | Promise<Response>)[]) {
  const calls: Call[] = []
  const logins: Call[] = []
  const clock = { now: NOW }
  const context = contextWith(
    (url, init) => {
      const call = { path: url.pathname, headers: new Headers(init?.headers), text: String(init?.body) }
      if (url.pathname.endsWith('/login')) {
        logins.push(call)
        return Response.json({ accessToken: `Bearer token-${logins.length}`, expiresIn: 3_600 })
      }
      calls.push(call)
      return (replies.length > 1 ? replies.shift() : replies[0])?.() ?? Response.error()
    },
    { now: () => clock.now },
  )
  return { gateway: fonepayGateway(context, account), calls, logins, clock }
}
const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status })
const start = (...replies: (() => Response | Promise<Response>)[]) => fonepay(...replies).gateway.start(attempt, NOW)
const lookup = (value: unknown, status = 200, over: object = {}) =>
  fonepay(json(value, status)).gateway.lookup({ ...attempt, gatewayId: LABEL, ...over })

describe('a call to Fonepay', () => {
  test('signs exactly the bytes that it sends, and logs in once', async () => {
    const { gateway, calls, logins } = fonepay(json(made, 202), json(paid))
    await gateway.start(attempt, NOW)
    await gateway.lookup({ ...attempt, gatewayId: LABEL })
    expect(logins).toHaveLength(1)
    const sent = [...logins, ...calls]
    for (const { text, headers } of sent) {
      const signature = Buffer.from(headers.get('signature') ?? '', 'base64')
      expect(verify('sha256', Buffer.from(text), publicKey, signature)).toBe(true)
    }
    expect(logins[0]?.headers.get('authorization')).toBe('Basic c2FuZGJveDpzYW5kYm94')
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-1'])
    expect(calls.map(({ path }) => path)).toEqual([
      '/merchant/api/merchant/third-party/v2/generate-intent-qr',
      '/merchant/api/merchant/third-party/v2/thirdPartyDynamicQrGetStatus',
    ])
  })

  /** Made with another implementation of SHA-256. */
  test('has the bytes whose digests are known', async () => {
    const { gateway, calls, logins } = fonepay(json(made, 202), json(paid))
    await gateway.start({ ...attempt, bookingId: 'BK2083000042' }, NOW)
    await gateway.lookup({ ...attempt, gatewayId: 'CW7Q2M9X0K4T' })
    expect(hash(logins[0]?.text ?? '')).toBe('da26b17926cc403165c208952ab4b7e90f4232e60e5e257a66d1d5acf6f2c526')
    expect(hash(calls[0]?.text.replace(LABEL, 'CW7Q2M9X0K4T') ?? '')).toBe(
      '1cbfd478de0298b04d755555caa92100fbae1b75e0a9de2827be243b7dd0766e',
    )
    expect(hash(calls[1]?.text ?? '')).toBe('2b92d2f4f7f52ee4d4bea3e4ca41362158935765af51b3da2042e77018a682e7')
  })

  test('has the signature that another library makes', async () => {
    const { gateway, calls } = fonepay(json(made, 202))
    await gateway.start(attempt, NOW)
    const key = await webcrypto.subtle.importKey(
      'pkcs8',
      Buffer.from(account.privateKey, 'base64'),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const signature = await webcrypto.subtle.sign('RSASSA-PKCS1-v1_5', key, Buffer.from(calls[0]?.text ?? ''))
    expect(calls[0]?.headers.get('signature')).toBe(Buffer.from(signature).toString('base64'))
  })

  test('logs in again before the token expires, and once after a rejected token', async () => {
    const { gateway, calls, logins, clock } = fonepay(json(paid), json({ message: 'expired' }, 401), json(paid))
    const query = () => gateway.lookup({ ...attempt, gatewayId: LABEL })
    await query()
    clock.now += 3_540_000
    expect(await query()).toMatchObject({ kind: 'paid' })
    expect([calls.length, logins.length]).toEqual([3, 3])
    const rejecting = fonepay(json({ message: 'expired' }, 401))
    expect(await rejecting.gateway.lookup({ ...attempt, gatewayId: LABEL })).toMatchObject({ kind: 'pending' })
    expect([rejecting.calls.length, rejecting.logins.length]).toEqual([2, 2])
  })
})

describe('fonepayGateway.start', () => {
  test('returns the code, with the label and the code to store', async () => {
    expect(await start(json(made, 202))).toEqual({
      ok: true,
      value: {
        gatewayId: LABEL,
        qrCode: CODE,
        next: {
          kind: 'qr',
          code: CODE,
          accountName: 'TEST COWORKING',
          bankName: 'Fonepay',
          reference: attempt.bookingId,
          expiresAt: new Date(NOW + 300_000).toISOString(),
          confirmedBy: 'fonepay',
        },
      },
    })
    expect(LABEL).toMatch(/^[0-9a-f]{30}$/)
    expect(await start(json({ ...made, qrString: '', qrMessage: CODE }))).toMatchObject({ value: { qrCode: CODE } })
  })

  test('shows a stored code again without a call', async () => {
    const { gateway, calls } = fonepay(noNetwork)
    const again = await gateway.start({ ...attempt, gatewayId: LABEL, qrCode: CODE }, NOW)
    expect(again).toMatchObject({ ok: true, value: { next: { code: CODE } } })
    expect(again).not.toHaveProperty('value.gatewayId')
    expect(calls).toEqual([])
  })

  test.each<[string, () => Response | Promise<Response>, string]>([
    ['no response', noNetwork, 'Fonepay could not be reached'],
    ['HTML', () => new Response('<html>'), 'Fonepay did not respond with JSON'],
    ['a list', json([]), 'made no code (200): no reason given'],
    ['500', json({}, 500), 'Fonepay responded with 500'],
    ['a repeated label', json({ message: 'Duplicate reference label' }, 409), '(409): Duplicate reference label'],
    ['rejected fields', json({ message: { amount: 'too small' } }, 400), '(400): {"amount":"too small"}'],
    ['a message instead of a code', json({ ...made, qrString: '', qrMessage: 'Try later' }), 'made no code (200)'],
    ['a code with another label', json({ ...made, prn: 'other' }), 'for another payment'],
  ])('fails after %s', async (_, reply, message) => {
    expect(await start(reply)).toEqual({
      ok: false,
      failure: { code: 'gateway_unavailable', message: expect.stringContaining(message) },
    })
  })
})

describe('fonepayGateway.lookup', () => {
  test('reports a success with the exact amounts as paid, as text or number', async () => {
    const report = { kind: 'paid', amount: 150_000, providerReference: '102030' }
    expect(await lookup(paid)).toEqual(report)
    const texts = { requestedAmount: 1500, totalTransactionAmount: '1,500.0', paymentStatus: 'SUCCESS' }
    expect(await lookup({ ...paid, ...texts })).toEqual(report)
  })

  test.each<[string, object, object]>([
    ['a lower amount', { totalTransactionAmount: 1499.99 }, { received: 149_999, providerReference: '102030' }],
    ['one paisa more', { totalTransactionAmount: '1500.01' }, { received: 150_001 }],
    ['an amount that is no exact paisa', { totalTransactionAmount: '1500.001' }, {}],
    ['no amount', { totalTransactionAmount: null }, {}],
    ['another requested amount', { requestedAmount: '1400.00' }, { received: 150_000 }],
    ['another label', { prn: 'other' }, {}],
    ['another merchant', { merchantCode: '2222000000000009' }, {}],
  ])('reports a success with %s as a mismatch', async (_, changes, report) => {
    expect(await lookup({ ...paid, ...changes })).toMatchObject({ kind: 'mismatch', ...report })
  })

  test.each<[string, unknown, number]>([
    ['a success without a trace id', { ...paid, fonepayTraceId: null }, 200],
    ['pending', { ...paid, paymentStatus: 'pending' }, 200],
    ['an unknown status', { ...paid, paymentStatus: 'reversed' }, 200],
    ['a failure of another payment', { ...paid, prn: 'other', paymentStatus: 'failed' }, 200],
    ['no status', { message: 'no' }, 200],
    ['an unknown label', {}, 500],
    ['an unknown terminal', { message: 'Unknown terminal' }, 409],
  ])('leaves the payment pending after %s', async (_, value, status) => {
    const report = await lookup(value, status)
    expect(report).toMatchObject({ kind: 'pending' })
    expect(report).not.toHaveProperty('idle')
  })

  test.each([
    ['failed', 'failed'],
    ['Cancelled', 'cancelled'],
  ])('ends a payment that is %s', async (paymentStatus, as) => {
    expect(await lookup({ ...paid, paymentStatus })).toMatchObject({ kind: 'ended', as })
  })

  test('reads "timeout" as not scanned yet, and expects no payment after an hour', async () => {
    const unscanned = { ...paid, paymentStatus: 'timeout', paymentMessage: 'Data not found.' }
    expect(await lookup(unscanned)).toMatchObject({ kind: 'pending', idle: true })
    const [before, after] = [NOW - 3_599_999, NOW - 3_600_000]
    expect(await lookup(unscanned, 200, { createdAt: before })).toMatchObject({ kind: 'pending', idle: true })
    expect(await lookup(unscanned, 200, { createdAt: after })).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('is pending without a readable response', async () => {
    for (const reply of [noNetwork, () => new Response('<html>')])
      expect(await fonepay(reply).gateway.lookup({ ...attempt, gatewayId: LABEL })).toMatchObject({ kind: 'pending' })
  })

  test('is pending when the login is rejected', async () => {
    const context = contextWith(json({ message: 'Invalid credentials.' }, 401), { now: () => NOW })
    const gateway = fonepayGateway(context, account)
    expect(await gateway.lookup({ ...attempt, gatewayId: LABEL })).toEqual({
      kind: 'pending',
      reason: 'Fonepay rejected the login (401): Invalid credentials.',
    })
  })
})
