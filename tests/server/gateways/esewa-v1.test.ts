import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTransrec } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { esewaV1Gateway, getEsewaV1Urls } from '#server/payments/gateways/esewa-v1.ts'
import { attempt, contextWith, NOW, noNetwork, SITE } from './doubles.ts'

const SUCCESS = '<response><response_code>Success</response_code></response>'
const FAILURE = '<response><response_code>failure</response_code></response>'
const DAY = 24 * 60 * 60_000
const claiming = (...claims: string[]) => ({ ...attempt, claims })
const lookup = (reply: string, { claims = ['0007G36'], at = NOW, status = 200 } = {}) =>
  esewaV1Gateway(contextWith(() => new Response(reply, { status }), { now: () => at })).lookup(claiming(...claims))

describe('esewaV1Gateway.start', () => {
  test('returns a form with the fields of eSewa v1 and no signature', async () => {
    const started = await esewaV1Gateway(contextWith(noNetwork)).start(attempt, NOW)
    expect(started).toEqual({
      ok: true,
      value: {
        next: {
          kind: 'form',
          action: 'https://uat.esewa.com.np/epay/main',
          fields: {
            amt: '11400.00',
            psc: '0',
            pdc: '0',
            txAmt: '0',
            tAmt: '11400.00',
            pid: attempt.id,
            scd: 'EPAYTEST',
            su: `${SITE}/payment/esewa/success?payment=${attempt.id}`,
            fu: `${SITE}/payment/esewa/failure?payment=${attempt.id}`,
          },
          orRedirect: true,
        },
      },
    })
  })

  test('uses the addresses of the mode', () => {
    expect(getEsewaV1Urls({ mode: 'live', siteUrl: SITE })).toEqual({
      form: 'https://esewa.com.np/epay/main',
      transrec: 'https://esewa.com.np/epay/transrec',
    })
    expect(getEsewaV1Urls({ mode: 'sandbox', siteUrl: SITE }).transrec).toBe(`${SITE}/sandbox/esewa/epay/transrec`)
  })

  test('rejects the published test merchant in live mode', () => {
    expect(() => esewaV1Gateway(contextWith(noNetwork, { mode: 'live' }))).toThrow('test merchant')
  })
})

describe('esewaV1Gateway.readReturn', () => {
  const read = esewaV1Gateway(contextWith(noNetwork)).readReturn
  test('returns the transaction with any amount', () => {
    const claim = { kind: 'claimed', attemptId: attempt.id, providerReference: '0007G36' }
    expect(read({ oid: attempt.id, amt: '11400.00', refId: '0007G36' })).toEqual(claim)
    expect(read({ oid: attempt.id, amt: '1', refId: '0007G36' })).toEqual(claim)
  })

  test('rejects a missing parameter, and characters that eSewa never sends', () => {
    expect(read({ refId: '0007G36' })).toMatchObject({ kind: 'rejected' })
    expect(read({ oid: attempt.id, amt: '11400.00' })).toMatchObject({ kind: 'rejected' })
    for (const refId of ['0007&amt=1', '0007 G36', '<b>', 'x'.repeat(61), '०७'])
      expect(read({ oid: attempt.id, refId })).toMatchObject({ kind: 'rejected' })
  })

  test('returns none for the parameters of v2, and without parameters', () => {
    expect(read({ data: 'eyJ9' })).toEqual({ kind: 'none' })
    expect(read({})).toEqual({ kind: 'none' })
  })
})

describe('readTransrec', () => {
  const pages = ['<html><body><response_code>Success</response_code></body></html>', `<p>${SUCCESS}</p>`]
  const doubled = '<response><response_code>Success</response_code><response_code>failure</response_code></response>'
  const noReply = { reason: expect.any(String) }
  test.each<[unknown, string[]]>([
    ['success', [SUCCESS, SUCCESS.toLowerCase(), SUCCESS.toUpperCase(), 'success', ' Success\r\n']],
    ['success', ['<response>\n<response_code>\nSuccess\n</response_code>\n</response>\n']],
    ['success', [`<?xml version="1.0" encoding="UTF-8"?>\n${SUCCESS}`]],
    ['failure', [FAILURE, 'failure', 'not success', SUCCESS.replace('Success', 'Unsuccess')]],
    ['failure', [SUCCESS.replace('Success', 'success failure')]],
    [noReply, ['', ...pages, `${FAILURE}${SUCCESS}`, `<!-- ${SUCCESS} -->`, doubled, '{"response_code":"Success"}']],
  ])('reads %j in each of %j', (result, replies) => {
    for (const reply of replies) expect(readTransrec(reply), reply).toEqual(result)
  })

  test('accepts only the exact word success', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        fc.pre(text.trim().toLowerCase() !== 'success')
        expect(readTransrec(text)).not.toBe('success')
        expect(readTransrec(`<response><response_code>${text}</response_code></response>`)).not.toBe('success')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('esewaV1Gateway.lookup', () => {
  test('sends our own amount and reference', async () => {
    let sent: [string, string] | undefined
    const context = contextWith((url, init) => {
      sent = [url.href, String(init?.body)]
      return new Response(SUCCESS)
    })
    const report = await esewaV1Gateway(context).lookup(claiming('0007G36'))
    expect(sent).toEqual([
      'https://uat.esewa.com.np/epay/transrec',
      `amt=11400.00&rid=0007G36&pid=${attempt.id}&scd=EPAYTEST`,
    ])
    expect(report).toEqual({ kind: 'paid', amount: paisa(1_140_000), providerReference: '0007G36' })
  })

  test('finds the true number beside a made-up one', async () => {
    const context = contextWith((_, init) => new Response(String(init?.body).includes('TRUE') ? SUCCESS : FAILURE))
    expect(await esewaV1Gateway(context).lookup(claiming('MADE-UP', 'TRUE'))).toMatchObject({
      kind: 'paid',
      providerReference: 'TRUE',
    })
  })

  test('sends nothing without a number, and remains pending at any age of the attempt', async () => {
    for (const at of [NOW, NOW + 100 * DAY])
      expect(await lookup(SUCCESS, { claims: [], at })).toMatchObject({ kind: 'pending', idle: true })
    expect(await esewaV1Gateway(contextWith(noNetwork)).lookup(attempt)).toMatchObject({ kind: 'pending' })
  })

  test('ends the attempt after a day of failure, which is also returned for unfinished payments', async () => {
    expect(await lookup(FAILURE, { at: NOW + DAY - 1 })).toMatchObject({ kind: 'pending' })
    expect(await lookup(FAILURE, { at: NOW + DAY })).toMatchObject({ kind: 'ended', as: 'failed' })
  })

  test('remains pending for a server error, a page and a broken connection at any age of the attempt', async () => {
    const at = NOW + 2 * DAY
    expect(await lookup(SUCCESS, { at, status: 503 })).toMatchObject({ reason: 'eSewa responded with 503' })
    expect(await lookup(FAILURE, { at, status: 404 })).toMatchObject({ kind: 'pending' })
    expect(await lookup('<html>Service</html>', { at })).toMatchObject({ kind: 'pending' })
    const broken = esewaV1Gateway(contextWith(noNetwork, { now: () => at }))
    expect(await broken.lookup(claiming('0007G36'))).toMatchObject({ reason: 'eSewa could not be reached' })
  })

  test('remains pending if one number could not be queried', async () => {
    const context = contextWith((_, init) =>
      String(init?.body).includes('TRUE') ? new Response('', { status: 500 }) : new Response(FAILURE),
    )
    const gateway = esewaV1Gateway({ ...context, now: () => NOW + 2 * DAY })
    expect(await gateway.lookup(claiming('TRUE', 'MADE-UP'))).toMatchObject({ kind: 'pending' })
  })
})
