import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTransrec } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { esewaV1Gateway, getEsewaV1Urls } from '#server/payments/gateways/esewa-v1.ts'
import { attempt, contextWith, NOW, refuseAll, SITE } from './doubles.ts'

const SUCCESS = '<response><response_code>Success</response_code></response>'
const FAILURE = '<response><response_code>failure</response_code></response>'
const DAY = 24 * 60 * 60_000
const claiming = (...claims: string[]) => ({ ...attempt, claims })
const lookup = (reply: string, { claims = ['0007G36'], at = NOW, status = 200 } = {}) =>
  esewaV1Gateway(contextWith(() => new Response(reply, { status }), { now: () => at })).lookup(claiming(...claims))

describe('start', () => {
  test('returns a form with the fields of eSewa v1 and no signature', async () => {
    const started = await esewaV1Gateway(contextWith(refuseAll)).start(attempt, NOW)
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

  test('addresses by mode', () => {
    expect(getEsewaV1Urls({ mode: 'live', siteUrl: SITE })).toEqual({
      form: 'https://esewa.com.np/epay/main',
      transrec: 'https://esewa.com.np/epay/transrec',
    })
    expect(getEsewaV1Urls({ mode: 'sandbox', siteUrl: SITE }).transrec).toBe(`${SITE}/sandbox/esewa/epay/transrec`)
  })

  test('the published test merchant cannot go live', () => {
    expect(() => esewaV1Gateway(contextWith(refuseAll, { mode: 'live' }))).toThrow('test merchant')
  })
})

describe('the way back', () => {
  const read = esewaV1Gateway(contextWith(refuseAll)).readCallback
  test('is a claim about a transaction, whatever amount it names', () => {
    const claim = { kind: 'claimed', attemptId: attempt.id, providerReference: '0007G36' }
    expect(read({ oid: attempt.id, amt: '11400.00', refId: '0007G36' })).toEqual(claim)
    expect(read({ oid: attempt.id, amt: '1', refId: '0007G36' })).toEqual(claim)
  })

  test('with half of it, or with signs that eSewa never sends, is refused', () => {
    expect(read({ refId: '0007G36' })).toMatchObject({ kind: 'refused' })
    expect(read({ oid: attempt.id, amt: '11400.00' })).toMatchObject({ kind: 'refused' })
    for (const refId of ['0007&amt=1', '0007 G36', '<b>', 'x'.repeat(61), '०७'])
      expect(read({ oid: attempt.id, refId })).toMatchObject({ kind: 'refused' })
  })

  test('in the manner of v2, or with nothing, says nothing', () => {
    expect(read({ data: 'eyJ9' })).toEqual({ kind: 'none' })
    expect(read({})).toEqual({ kind: 'none' })
  })
})

describe('the reply of transrec', () => {
  test.each([
    SUCCESS,
    SUCCESS.toLowerCase(),
    SUCCESS.toUpperCase(),
    '<response>\n<response_code>\nSuccess\n</response_code>\n</response>\n',
    `<?xml version="1.0" encoding="UTF-8"?>\n${SUCCESS}`,
    'success',
    ' Success\r\n',
  ])('%j is success', (reply) => {
    expect(readTransrec(reply)).toBe('success')
  })

  test.each([
    FAILURE,
    'failure',
    '<response><response_code>Unsuccess</response_code></response>',
    '<response><response_code>success failure</response_code></response>',
    'not success',
  ])('%j is not', (reply) => {
    expect(readTransrec(reply)).toBe('failure')
  })

  test.each([
    '',
    '<html><body><response_code>Success</response_code></body></html>',
    `<p>${SUCCESS}</p>`,
    `${FAILURE}${SUCCESS}`,
    `<!-- ${SUCCESS} -->`,
    '<response><response_code>Success</response_code><response_code>failure</response_code></response>',
    '{"response_code":"Success"}',
  ])('%j is no reply', (reply) => {
    expect(readTransrec(reply)).toMatchObject({ reason: expect.any(String) })
  })

  test('nothing but the word is success', () => {
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

describe('lookup', () => {
  test('asks with our own amount and reference', async () => {
    let asked: [string, string] | undefined
    const context = contextWith((url, init) => {
      asked = [url.href, String(init?.body)]
      return new Response(SUCCESS)
    })
    const report = await esewaV1Gateway(context).lookup(claiming('0007G36'))
    expect(asked).toEqual([
      'https://uat.esewa.com.np/epay/transrec',
      `amt=11400.00&rid=0007G36&pid=${attempt.id}&scd=EPAYTEST`,
    ])
    expect(report).toEqual({ kind: 'paid', amount: paisa(1_140_000), providerReference: '0007G36' })
  })

  test('a made-up number beside the true one hides nothing', async () => {
    const context = contextWith((_, init) => new Response(String(init?.body).includes('TRUE') ? SUCCESS : FAILURE))
    expect(await esewaV1Gateway(context).lookup(claiming('MADE-UP', 'TRUE'))).toMatchObject({
      kind: 'paid',
      providerReference: 'TRUE',
    })
  })

  test('without a number nobody is asked, and it stays open however old it is', async () => {
    for (const at of [NOW, NOW + 100 * DAY])
      expect(await lookup(SUCCESS, { claims: [], at })).toMatchObject({ kind: 'pending', idle: true })
    expect(await esewaV1Gateway(contextWith(refuseAll)).lookup(attempt)).toMatchObject({ kind: 'pending' })
  })

  test('failure, which is also said of what is not finished, ends the try after a day', async () => {
    expect(await lookup(FAILURE, { at: NOW + DAY - 1 })).toMatchObject({ kind: 'pending' })
    expect(await lookup(FAILURE, { at: NOW + DAY })).toMatchObject({ kind: 'ended', as: 'failed' })
  })

  test('a server error, a page and a broken line wait, however old the try is', async () => {
    const at = NOW + 2 * DAY
    expect(await lookup(SUCCESS, { at, status: 503 })).toMatchObject({ reason: 'eSewa answered 503' })
    expect(await lookup(FAILURE, { at, status: 404 })).toMatchObject({ kind: 'pending' })
    expect(await lookup('<html>Service</html>', { at })).toMatchObject({ kind: 'pending' })
    const broken = esewaV1Gateway(contextWith(refuseAll, { now: () => at }))
    expect(await broken.lookup(claiming('0007G36'))).toMatchObject({ reason: 'eSewa could not be reached' })
  })

  test('one number that could not be asked about keeps the try open', async () => {
    const context = contextWith((_, init) =>
      String(init?.body).includes('TRUE') ? new Response('', { status: 500 }) : new Response(FAILURE),
    )
    const gateway = esewaV1Gateway({ ...context, now: () => NOW + 2 * DAY })
    expect(await gateway.lookup(claiming('TRUE', 'MADE-UP'))).toMatchObject({ kind: 'pending' })
  })
})
