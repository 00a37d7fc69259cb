import { describe, expect, test } from 'vitest'
import type { AttemptState } from '#domain/payment.ts'
import { BOOKING_ID, Payer, refusal, settled } from './payer.ts'

const ID = 'attempt-1-00000000'
const VERIFY = 'POST /api/payments/verify'
const DATA = Buffer.from(
  JSON.stringify({
    transaction_code: '0007G36',
    status: 'COMPLETE',
    total_amount: '11400.0',
    transaction_uuid: ID,
    product_code: 'EPAYTEST',
    signed_field_names: 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
    signature: 'x',
    remark: '~~~???>>>',
  }),
).toString('base64')

/** Somebody who went to the gateway with one payment; `state` is how it ended there. */
async function payerWho(state: AttemptState): Promise<Payer> {
  const payer = new Payer()
  const page = await payer.open()
  await page.startPayment()
  page.close()
  if (state !== 'pending') payer.server.settle(ID, state)
  return payer
}
const verifications = (payer: Payer) => payer.server.calls(/verify$/)

describe('the way back from eSewa', () => {
  test('success: found by the signed data, handed over as it came, the address is cleaned', async () => {
    const payer = await payerWho('confirmed')
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(payer.address.href).toBe('http://localhost/payment/esewa/success')
    expect(verifications(payer)).toEqual([{ call: `POST /api/payments/${ID}/verify`, body: { data: DATA } }])
    expect(page.state()).toEqual({
      state: 'success',
      receipt: {
        status: 'confirmed',
        method: 'esewa',
        amount: 1_140_000,
        fee: 0,
        transactionId: '0007G36',
        startedAt: '2026-12-03T07:15:00.000Z',
      },
    })
  })

  test.each([
    ['a second question mark', `/payment/esewa/success?payment=${ID}?data=${DATA}`],
    ['a foreign query', `/payment/esewa/success?q=su?data=${DATA}`],
    ['the other alphabet', `/payment/esewa/success?data=${DATA.replaceAll('+', '-').replaceAll('/', '_')}`],
    ['no padding', `/payment/esewa/success?data=${DATA.replace(/=+$/, '')}`],
    ['escapes', `/payment/esewa/success?data=${encodeURIComponent(DATA)}`],
    ['the failure address alone', `/payment/esewa/failure?payment=${ID}`],
    ['the payment address alone', `/payment?payment=${ID}`],
    ['data that cannot be read', `/payment?data=broken&payment=${ID}`],
  ])('the payment is found with %s', async (_, path) => {
    const payer = await payerWho('confirmed')
    const page = await payer.open(path)
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(payer.address.search).toBe('')
  })

  test.each([
    ['behind our own query', `/payment/esewa/success?payment=${ID}&oid=${ID}&amt=11400.00&refId=0007G36`],
    ['behind a second question mark', `/payment/esewa/success?q=su?oid=${ID}&amt=11400.00&refId=0007G36`],
  ])('what eSewa v1 adds, %s, is handed over', async (_, path) => {
    const payer = await payerWho('confirmed')
    const page = await payer.open(path)
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(payer.address.search).toBe('')
    const hints = { oid: ID, amt: '11400.00', refId: '0007G36' }
    expect(verifications(payer)).toEqual([{ call: `POST /api/payments/${ID}/verify`, body: hints }])
  })

  test('still open: it is being checked, also after a reload of the page that every gateway leads to', async () => {
    const payer = await payerWho('pending')
    expect((await payer.open('/payment')).state()).toMatchObject({ state: 'pending', view: 'redirected' })
    for (const path of [`/payment?payment=${ID}&pidx=x&status=Pending`, '/payment'])
      expect((await payer.open(path)).state()).toMatchObject({ state: 'pending', paymentId: ID, view: 'checking' })
  })

  test('a payment nobody knows is a failed verification', async () => {
    const payer = new Payer()
    const page = await payer.open('/payment?payment=unknown-unknown-unknown')
    expect(page.state()).toEqual({ state: 'error', message: 'Payment verification failed', isOutcomeUnknown: true })
  })

  test.each(['/payment?payment=short', '/payment?payment=%3Cscript%3E', '/payment?data=AAAA', '/payment?x=%'])(
    '%s names no payment: the booking is shown as it stands',
    async (path) => {
      const payer = new Payer()
      const page = await payer.open(path)
      expect(page.state()).toEqual({ state: 'selecting' })
      expect(verifications(payer)).toEqual([])
    },
  )

  test.each([
    ['failed', 'eSewa payment failed'],
    ['cancelled', 'The payment was not completed.'],
    ['expired', 'The time to pay was over.'],
  ] as const)('%s: Payment Failed with the text, and what the gateway said', async (state, detail) => {
    const payer = await payerWho(state)
    const page = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    expect(page.state()).toEqual({ state: 'error', message: 'Payment verification failed', detail })
  })

  test.each([
    ['cancelled', 'Khalti: Mobile or pin invalid.'],
    ['cancelled', 'eSewa: CANCELED'],
  ] as const)('%s: shows what the gateway said (%s)', async (state, gatewayMessage) => {
    const payer = await payerWho(state)
    payer.server.payment(ID).gatewayMessage = gatewayMessage
    const page = await payer.open(`/payment?payment=${ID}&error=Mobile+or+pin+invalid.`)
    expect(page.state()).toMatchObject({
      state: 'error',
      message: 'Payment verification failed',
      detail: 'The payment was not completed.',
      gatewayMessage,
    })
    expect(verifications(payer)).toMatchObject([{ body: { error: 'Mobile or pin invalid.' } }])
  })

  test('shows a failed 3-D Secure step as an error, and Try Again leads back to the methods', async () => {
    const payer = await payerWho('failed')
    Object.assign(payer.server.payment(ID), {
      method: 'stripe',
      gatewayMessage: 'Stripe: We are unable to authenticate.',
    })
    const page = await payer.open(`/payment?payment=${ID}&payment_intent=pi_1&redirect_status=failed`)
    expect(page.state()).toEqual({
      state: 'error',
      message: 'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.',
      gatewayMessage: 'Stripe: We are unable to authenticate.',
    })
    page.retryPayment()
    await settled()
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('a reload of a return address shows the booking made since, not the earlier success', async () => {
    const payer = await payerWho('confirmed')
    await payer.open(`/payment/esewa/success?data=${DATA}`)
    payer.server.payments.splice(0)
    payer.server.state = 'held'
    payer.server.instead[VERIFY] = () => ({
      status: 200,
      body: {
        success: true,
        paymentId: ID,
        method: 'esewa',
        amount: 1_140_000,
        state: 'confirmed',
        bookingState: 'confirmed',
      },
    })
    payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret' }))
    const page = await payer.open('/payment/esewa/success')
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('a payment that only staff can verify shows the booking instead of an error', async () => {
    const payer = await payerWho('pending')
    payer.server.state = 'pending_verification'
    Object.assign(payer.server.payment(ID), { method: 'bank_transfer' })
    payer.server.instead[VERIFY] = () => refusal(422, 'unsupported_method', { message: 'Verification not supported' })
    const page = await payer.open(`/payment?payment=${ID}`)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'received' } })
  })

  test('another amount arrived: staff compare, and it is not called failed', async () => {
    const payer = await payerWho('mismatch')
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'pending', view: 'staff' })
  })

  test('money for a place that was given away: received, to be decided', async () => {
    const payer = await payerWho('pending')
    payer.server.settle(ID, 'confirmed', 'needs_decision')
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'needs_decision' } })
  })

  test('refunded money is said to be refunded', async () => {
    const payer = await payerWho('pending')
    payer.server.settle(ID, 'refunded', 'cancelled')
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'refunded' } })
  })

  test('this try failed, another one paid: the booking is paid', async () => {
    const payer = await payerWho('failed')
    payer.server.payments.push({ id: 'second-00000000000', method: 'esewa', state: 'confirmed', transactionId: 'T2' })
    payer.server.state = 'confirmed'
    const page = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { transactionId: 'T2' } })
  })

  test('in a browser that knows no booking: the outcome without the booking', async () => {
    const payer = await payerWho('confirmed')
    payer.storage.clear()
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { amount: 1_140_000 } })
    expect(page.$booking.get()).toBeNull()
    expect((await payer.open()).state()).toMatchObject({ state: 'success' })
  })

  test('in a browser that knows another booking, that one is not shown beside it', async () => {
    const payer = new Payer()
    payer.server.instead[VERIFY] = () => ({
      status: 200,
      body: {
        success: true,
        paymentId: 'of-another-booking',
        method: 'esewa',
        amount: 50_000,
        state: 'confirmed',
        bookingState: 'confirmed',
      },
    })
    const page = await payer.open('/payment/esewa/failure?payment=of-another-booking')
    expect(page.state()).toMatchObject({ state: 'success', receipt: { amount: 50_000 } })
    expect(page.$booking.get()).toBeNull()
  })
})

describe('while the outcome is open', () => {
  test('asks again with growing pauses, sends the hints once, and ends in the truth', async () => {
    const payer = await payerWho('pending')
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking', isQuerying: false })
    const times: number[] = []
    const began = payer.server.now
    for (const pause of [3, 5, 10, 20, 30, 60, 60]) {
      await payer.pass(pause * 1_000 - 1)
      const before = verifications(payer).length
      await payer.pass(1)
      expect(verifications(payer)).toHaveLength(before + 1)
      times.push(payer.server.now - began)
      expect(page.state()).toMatchObject({ state: 'pending', view: 'checking' })
    }
    expect(verifications(payer).map(({ body }) => Object.keys(body).length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    // The server lets one payment be asked about ten times a minute.
    expect(times.filter((time) => time < 60_000).length + 1).toBeLessThanOrEqual(10)
    payer.server.settle(ID, 'confirmed')
    await payer.pass(60_000)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
    const asked = verifications(payer).length
    await payer.pass(600_000)
    expect(verifications(payer)).toHaveLength(asked)
  })

  test('the visitor may ask at once, and only once at a time', async () => {
    const payer = await payerWho('pending')
    const page = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    payer.server.settle(ID, 'confirmed')
    page.verifyNow()
    expect(page.state()).toMatchObject({ state: 'pending', isQuerying: true })
    page.verifyNow()
    await settled()
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(verifications(payer)).toHaveLength(2)
  })

  test.each([
    ['unreachable', 'unreachable' as const],
    ['not ready', refusal(503, 'not_ready')],
    ['broken', refusal(500, 'internal')],
  ])('%s: still checking, with the reason, never failed', async (_, answer) => {
    const payer = await payerWho('pending')
    payer.server.instead[VERIFY] = () => answer
    const page = await payer.open(`/payment/esewa/success?data=${DATA}`)
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking', problem: expect.any(String) })
    delete payer.server.instead[VERIFY]
    payer.server.settle(ID, 'confirmed')
    await payer.pass(3_000)
    expect(page.state()).toMatchObject({ state: 'success' })
  })

  test('a server that is asked too often is left alone as long as it says', async () => {
    const payer = await payerWho('pending')
    payer.server.instead[VERIFY] = () => refusal(429, 'too_many', { retryAfter: 40 })
    await payer.open(`/payment/esewa/success?data=${DATA}`)
    await payer.pass(39_999)
    expect(verifications(payer)).toHaveLength(1)
    await payer.pass(1)
    expect(verifications(payer)).toHaveLength(2)
  })

  test('choosing another way lets go of the try; a late answer about it changes nothing', async () => {
    const payer = await payerWho('pending')
    const page = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    page.verifyNow()
    page.retryPayment()
    await settled()
    expect(page.state()).toEqual({ state: 'selecting' })
    await payer.pass(600_000)
    expect(verifications(payer)).toHaveLength(2)
    expect((await payer.open()).state()).toEqual({ state: 'selecting' })
  })

  test('a closed page asks no more', async () => {
    const payer = await payerWho('pending')
    const page = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    page.close()
    await payer.pass(600_000)
    expect(verifications(payer)).toHaveLength(1)
  })
})
