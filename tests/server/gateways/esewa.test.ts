import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { esewaGateway, getEsewaUrls } from '#server/payments/gateways/esewa.ts'
import { REQUEST_FIELDS, sign, signedMessage } from '#server/payments/gateways/esewa-signature.ts'
import { attempt, contextWith, NOW, noNetwork, SITE } from './doubles.ts'

const response = {
  product_code: 'EPAYTEST',
  transaction_uuid: attempt.id,
  total_amount: 11_400,
  status: 'COMPLETE',
  ref_id: '0007G36',
}
const lookup = (body: unknown, at = NOW, status = 200) =>
  esewaGateway(contextWith(() => Response.json(body, { status }), { now: () => at })).lookup(attempt)

describe('esewaGateway.start', () => {
  test('returns a form with all eleven fields, and the same amount in form and signature', async () => {
    const started = await esewaGateway(contextWith(noNetwork)).start(attempt, NOW)
    if (!started.ok || started.value.next.kind !== 'form') throw new Error('no form')
    const { action, fields } = started.value.next
    expect(action).toBe('https://rc-epay.esewa.com.np/api/epay/main/v2/form')
    expect(fields).toEqual({
      amount: '11400.00',
      tax_amount: '0',
      total_amount: '11400.00',
      transaction_uuid: attempt.id,
      product_code: 'EPAYTEST',
      product_service_charge: '0',
      product_delivery_charge: '0',
      success_url: `${SITE}/payment/esewa/success`,
      failure_url: `${SITE}/payment/esewa/failure?payment=${attempt.id}`,
      signed_field_names: 'total_amount,transaction_uuid,product_code',
      signature: sign(signedMessage(REQUEST_FIELDS, fields), ESEWA_TEST_MERCHANT.secret),
    })
    for (const value of Object.values(fields)) expect(value).not.toBe('')
  })

  test('uses the addresses of the mode, which are on different hosts in the test environment', () => {
    expect(getEsewaUrls({ mode: 'test', siteUrl: SITE }).status).toBe(
      'https://rc.esewa.com.np/api/epay/transaction/status/',
    )
    expect(getEsewaUrls({ mode: 'live', siteUrl: SITE })).toEqual({
      form: 'https://epay.esewa.com.np/api/epay/main/v2/form',
      status: 'https://epay.esewa.com.np/api/epay/transaction/status/',
    })
    expect(getEsewaUrls({ mode: 'sandbox', siteUrl: SITE })).toEqual({
      form: `${SITE}/sandbox/esewa/api/epay/main/v2/form`,
      status: `${SITE}/sandbox/esewa/api/epay/transaction/status/`,
    })
  })

  test('rejects the published test merchant in live mode', () => {
    expect(() => esewaGateway(contextWith(noNetwork, { mode: 'live' }))).toThrow('test merchant')
  })
})

describe('esewaGateway.lookup', () => {
  test('sends the amount as it was requested', async () => {
    let sent: URL | undefined
    const context = contextWith((url) => {
      sent = url
      return Response.json(response)
    })
    await esewaGateway(context).lookup(attempt)
    expect(sent?.href).toBe(
      `https://rc.esewa.com.np/api/epay/transaction/status/?product_code=EPAYTEST&total_amount=11400.00&transaction_uuid=${attempt.id}`,
    )
  })

  test('returns paid for COMPLETE with the same amount, reference and merchant', async () => {
    const paid = { kind: 'paid', amount: paisa(1_140_000), providerReference: '0007G36' }
    for (const total_amount of [11_400, '11,400.0', '11400.00'])
      expect(await lookup({ ...response, total_amount })).toEqual(paid)
  })

  const amounts = [11_399.99, 11_400.01, 1_140_000, 114, 0, '11.400,00', null, undefined, '', [11_400], 1e21]
  test.each([...amounts, { toString: null }])(
    'returns mismatch for COMPLETE with the amount %j',
    async (total_amount) => {
      expect(await lookup({ ...response, total_amount })).toMatchObject({ kind: 'mismatch' })
    },
  )

  test.each<[changes: object, report: object]>([
    [{ transaction_uuid: 'another' }, { kind: 'mismatch' }],
    [{ product_code: 'NP-ES-OTHER' }, { kind: 'mismatch' }],
    [{ ref_id: null }, { kind: 'pending' }],
    [{ status: 'CANCELED' }, { kind: 'ended', as: 'cancelled' }],
    [{ status: 'CANCELED', transaction_uuid: 'another' }, { kind: 'pending' }],
    [{ status: 'FULL_REFUND' }, { kind: 'refunded', whole: true }],
    [{ status: 'PARTIAL_REFUND' }, { kind: 'refunded', whole: false }],
  ])('checks COMPLETE of our payment, but %j: %j', async (changes, report) => {
    expect(await lookup({ ...response, ...changes })).toMatchObject(report)
  })

  test('ends the attempt for NOT_FOUND only once the payer has certainly left the page', async () => {
    const notFound = { ...response, status: 'NOT_FOUND', ref_id: null }
    expect(await lookup(notFound, NOW + 15 * 60_000 - 1)).toMatchObject({ kind: 'pending', idle: true })
    expect(await lookup(notFound, NOW + 15 * 60_000)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test.each(['PENDING', 'AMBIGUOUS', 'COMPLETED', 'SUCCESS', 'complete', '', 'X'.repeat(500)])(
    'remains pending with the reason for the status %s',
    async (status) => {
      const report = await lookup({ ...response, status })
      expect(report).toMatchObject({ kind: 'pending' })
      expect('reason' in report && report.reason.length).toBeLessThan(100)
    },
  )

  test.each([
    { code: 0, error_message: 'Service is currently unavailable' },
    {},
    [],
    null,
    'COMPLETE',
    { status: { toString: 'COMPLETE' } },
  ])('remains pending for the body %j', async (body) => {
    expect(await lookup(body)).toMatchObject({ kind: 'pending' })
  })

  test('remains pending for a server error with any body', async () => {
    expect(await lookup(response, NOW, 503)).toEqual({ kind: 'pending', reason: 'eSewa responded with 503' })
  })

  test('remains pending for a page instead of JSON, and after a network failure', async () => {
    const html = esewaGateway(contextWith(() => new Response('<html>Service</html>')))
    expect(await html.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa did not respond with JSON' })
    const broken = esewaGateway(contextWith(noNetwork))
    expect(await broken.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa could not be reached' })
  })
})
