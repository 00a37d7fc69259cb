import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT, esewaGateway, getEsewaUrls } from '#server/payments/gateways/esewa.ts'
import { REQUEST_FIELDS, sign, signedMessage } from '#server/payments/gateways/esewa-signature.ts'
import { attempt, contextWith, NOW, refuseAll, SITE } from './doubles.ts'

const answer = {
  product_code: 'EPAYTEST',
  transaction_uuid: attempt.id,
  total_amount: 11_400,
  status: 'COMPLETE',
  ref_id: '0007G36',
}
const lookup = (body: unknown, at = NOW, status = 200) =>
  esewaGateway(contextWith(() => Response.json(body, { status }), { now: () => at })).lookup(attempt)

describe('start', () => {
  test('a form with all eleven fields, one amount text in form and signature', async () => {
    const started = await esewaGateway(contextWith(refuseAll)).start(attempt, NOW)
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

  test('addresses by mode; form and status are on different hosts in the test environment', () => {
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

  test('the published test merchant cannot go live', () => {
    expect(() => esewaGateway(contextWith(refuseAll, { mode: 'live' }))).toThrow('test merchant')
  })
})

describe('lookup', () => {
  test('asks with the amount as it was sent', async () => {
    let asked: URL | undefined
    const context = contextWith((url) => {
      asked = url
      return Response.json(answer)
    })
    await esewaGateway(context).lookup(attempt)
    expect(asked?.href).toBe(
      `https://rc.esewa.com.np/api/epay/transaction/status/?product_code=EPAYTEST&total_amount=11400.00&transaction_uuid=${attempt.id}`,
    )
  })

  test('COMPLETE with the same amount, reference and merchant is paid', async () => {
    const paid = { kind: 'paid', amount: paisa(1_140_000), providerReference: '0007G36' }
    expect(await lookup(answer)).toEqual(paid)
    expect(await lookup({ ...answer, total_amount: '11,400.0' })).toEqual(paid)
    expect(await lookup({ ...answer, total_amount: '11400.00' })).toEqual(paid)
  })

  test.each([
    11_399.99,
    11_400.01,
    1_140_000,
    114,
    0,
    '11.400,00',
    null,
    undefined,
    '',
    [11_400],
    { toString: null },
    1e21,
  ])('COMPLETE with the amount %j is a mismatch', async (total_amount) => {
    expect(await lookup({ ...answer, total_amount })).toMatchObject({ kind: 'mismatch' })
  })

  test('COMPLETE of another payment or merchant is a mismatch', async () => {
    expect(await lookup({ ...answer, transaction_uuid: 'another' })).toMatchObject({ kind: 'mismatch' })
    expect(await lookup({ ...answer, product_code: 'NP-ES-OTHER' })).toMatchObject({ kind: 'mismatch' })
  })

  test('COMPLETE without a reference waits', async () => {
    expect(await lookup({ ...answer, ref_id: null })).toMatchObject({ kind: 'pending' })
  })

  test('CANCELED ends the try, unless it speaks of another payment', async () => {
    expect(await lookup({ ...answer, status: 'CANCELED' })).toMatchObject({ kind: 'ended', as: 'cancelled' })
    expect(await lookup({ ...answer, status: 'CANCELED', transaction_uuid: 'x' })).toMatchObject({ kind: 'pending' })
  })

  test('NOT_FOUND ends the try only once the payer has left the page for sure', async () => {
    const said = { ...answer, status: 'NOT_FOUND', ref_id: null }
    expect(await lookup(said, NOW + 15 * 60_000 - 1)).toMatchObject({ kind: 'pending', idle: true })
    expect(await lookup(said, NOW + 15 * 60_000)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('refunds say whether all of it went back', async () => {
    expect(await lookup({ ...answer, status: 'FULL_REFUND' })).toMatchObject({ kind: 'refunded', whole: true })
    expect(await lookup({ ...answer, status: 'PARTIAL_REFUND' })).toMatchObject({ kind: 'refunded', whole: false })
  })

  test.each(['PENDING', 'AMBIGUOUS', 'COMPLETED', 'SUCCESS', 'complete', '', 'X'.repeat(500)])(
    'the status %s waits and says why',
    async (status) => {
      const report = await lookup({ ...answer, status })
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
  ])('the body %j waits', async (body) => {
    expect(await lookup(body)).toMatchObject({ kind: 'pending' })
  })

  test('an answer with a server error waits, whatever its body says', async () => {
    expect(await lookup(answer, NOW, 503)).toEqual({ kind: 'pending', reason: 'eSewa answered 503' })
  })

  test('a page instead of JSON, a broken line and a time-out wait', async () => {
    const html = esewaGateway(contextWith(() => new Response('<html>Service</html>')))
    expect(await html.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa did not answer with JSON' })
    const broken = esewaGateway(contextWith(refuseAll))
    expect(await broken.lookup(attempt)).toEqual({ kind: 'pending', reason: 'eSewa could not be reached' })
  })
})
