import { describe, expect, test } from 'vitest'
import type { AttemptState } from '#domain/payment.ts'
import { BOOKING_ID, encodeData, errorResponse, ID, openPayer, Payer, type Server, waitForRequests } from './payer.ts'

const VERIFY = 'POST /api/payments/verify'
const DATA = encodeData({
  transaction_code: '0007G36',
  status: 'COMPLETE',
  total_amount: '11400.0',
  transaction_uuid: ID,
  product_code: 'EPAYTEST',
  signed_field_names: 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
  signature: 'x',
  remark: '~~~???>>>',
})

const SUCCESS = `/payment/esewa/success?data=${DATA}`
const FAILURE = `/payment/esewa/failure?payment=${ID}`

/** A payer whose payment ended at the gateway in `state`. */
async function payerReturning(state: AttemptState): Promise<Payer> {
  const { payer, page } = await openPayer({ method: 'esewa' })
  page.close()
  if (state !== 'pending') payer.server.settle(state)
  return payer
}
/** Opens the return URL of a payment that ended in `state`, after `arrange`. */
async function returnTo(path: string, state: AttemptState, arrange: (server: Server) => void = () => {}) {
  const payer = await payerReturning(state)
  arrange(payer.server)
  return { payer, page: await payer.open(path) }
}
/** The response to the verification of a confirmed payment. */
const verifiedResponse = (paymentId: string, amount: number) => () => ({
  status: 200,
  body: { success: true, paymentId, method: 'esewa', amount, state: 'confirmed', bookingState: 'confirmed' },
})
const verifications = (payer: Payer) => payer.server.requestsTo(/verify$/)

describe('a return URL', () => {
  test('verifies the payment of the signed data and is removed from the address', async () => {
    const { payer, page } = await returnTo(SUCCESS, 'confirmed')
    expect(payer.address.href).toBe('http://localhost/payment/esewa/success')
    expect(verifications(payer)).toEqual([{ call: `POST /api/payments/${ID}/verify`, body: { data: DATA } }])
    const result = { status: 'confirmed', method: 'esewa', amount: 1_140_000, fee: 0, transactionId: '0007G36' }
    expect(page.state()).toEqual({ state: 'success', result: { ...result, startedAt: '2026-12-03T07:15:00.000Z' } })
  })

  test.each([
    ['a second question mark', `/payment/esewa/success?payment=${ID}?data=${DATA}`],
    ['a foreign query', `/payment/esewa/success?q=su?data=${DATA}`],
    ['the other alphabet', `/payment/esewa/success?data=${DATA.replaceAll('+', '-').replaceAll('/', '_')}`],
    ['no padding', `/payment/esewa/success?data=${DATA.replace(/=+$/, '')}`],
    ['escapes', `/payment/esewa/success?data=${encodeURIComponent(DATA)}`],
    ['the failure address alone', FAILURE],
    ['the payment address alone', `/payment?payment=${ID}`],
    ['data that cannot be read', `/payment?data=broken&payment=${ID}`],
  ])('finds the payment with %s', async (_, path) => {
    const { payer, page } = await returnTo(path, 'confirmed')
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(payer.address.search).toBe('')
  })

  test.each([
    ['behind our own query', `/payment/esewa/success?payment=${ID}&oid=${ID}&amt=11400.00&refId=0007G36`],
    ['behind a second question mark', `/payment/esewa/success?q=su?oid=${ID}&amt=11400.00&refId=0007G36`],
  ])('sends the parameters of eSewa v1 %s', async (_, path) => {
    const { payer, page } = await returnTo(path, 'confirmed')
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(payer.address.search).toBe('')
    const parameters = { oid: ID, amt: '11400.00', refId: '0007G36' }
    expect(verifications(payer)).toEqual([{ call: `POST /api/payments/${ID}/verify`, body: parameters }])
  })

  test('shows a pending payment as being checked, also after a reload', async () => {
    const payer = await payerReturning('pending')
    expect((await payer.open('/payment')).state()).toMatchObject({ state: 'pending', view: 'redirected' })
    for (const path of [`/payment?payment=${ID}&pidx=x&status=Pending`, '/payment'])
      expect((await payer.open(path)).state()).toMatchObject({ state: 'pending', paymentId: ID, view: 'checking' })
  })

  test('shows a failed verification for an unknown payment', async () => {
    const page = await new Payer().open('/payment?payment=unknown-unknown-unknown')
    expect(page.state()).toEqual({ state: 'error', message: 'Payment verification failed', isOutcomeUnknown: true })
  })

  const QUERIES_WITHOUT_PAYMENT = ['payment=short', 'payment=%3Cscript%3E', 'data=AAAA', 'x=%']
  test.each(QUERIES_WITHOUT_PAYMENT)('shows the booking for the query %s, which names no payment', async (query) => {
    const payer = new Payer()
    const page = await payer.open(`/payment?${query}`)
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(verifications(payer)).toEqual([])
  })

  test.each([
    ['failed', 'eSewa payment failed'],
    ['cancelled', 'the payment was not completed.'],
    ['expired', 'the payment has expired.'],
  ] as const)('shows the reason of a payment that is %s', async (state, detail) => {
    const { page } = await returnTo(FAILURE, state)
    expect(page.state()).toEqual({ state: 'error', message: 'Payment verification failed', detail })
  })

  test.each([
    ['Khalti: Mobile or pin invalid.', { detail: 'the payment was not completed.', gatewayMessage: true }],
    ['eSewa: CANCELED', { isCancelled: true }],
    ['Khalti: User canceled', { isCancelled: true }],
  ])('tells a cancelled payment from one that ended for a reason (%s)', async (gatewayMessage, shown) => {
    const path = `/payment?payment=${ID}&error=Mobile+or+pin+invalid.`
    const { payer, page } = await returnTo(path, 'cancelled', (server) => {
      server.payment().gatewayMessage = gatewayMessage
    })
    const failure = { state: 'error', message: 'Payment verification failed' }
    expect(page.state()).toEqual({ ...failure, ...shown, ...('gatewayMessage' in shown && { gatewayMessage }) })
    expect(verifications(payer)).toMatchObject([{ body: { error: 'Mobile or pin invalid.' } }])
  })

  test('shows a failed 3-D Secure step as an error, from which Try Again leads to the methods', async () => {
    const path = `/payment?payment=${ID}&payment_intent=pi_1&redirect_status=failed`
    const gatewayMessage = 'Stripe: We are unable to authenticate.'
    const { page } = await returnTo(path, 'failed', (server) =>
      Object.assign(server.payment(), { method: 'stripe', gatewayMessage }),
    )
    expect(page.state()).toEqual({
      state: 'error',
      message: 'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.',
      gatewayMessage,
    })
    await page.retry()
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('shows a booking placed since, not the earlier success, after a reload', async () => {
    const payer = await payerReturning('confirmed')
    await payer.open(SUCCESS)
    payer.server.payments.splice(0)
    payer.server.state = 'held'
    payer.server.overrides[VERIFY] = verifiedResponse(ID, 1_140_000)
    const { setCurrentBooking } = await import('#stores/current-booking.ts')
    setCurrentBooking({ bookingId: BOOKING_ID, secret: 's3cret' })
    const page = await payer.open('/payment/esewa/success')
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('shows the booking for a payment that only staff can verify', async () => {
    const { page } = await returnTo(`/payment?payment=${ID}`, 'pending', (server) => {
      server.state = 'pending_verification'
      server.payment().method = 'bank_transfer'
      server.overrides[VERIFY] = () =>
        errorResponse(422, 'unsupported_method', { message: 'Verification not supported' })
    })
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'received' } })
  })

  test.each([
    ['mismatch', undefined, { state: 'pending', view: 'staff' }],
    ['confirmed', 'needs_decision', { state: 'success', result: { status: 'needs_decision' } }],
    ['refunded', 'cancelled', { state: 'success', result: { status: 'refunded' } }],
  ] as const)('shows a payment that is %s (booking: %s)', async (state, bookingState, shown) => {
    const { page } = await returnTo(SUCCESS, 'pending', (server) => server.settle(state, bookingState))
    expect(page.state()).toMatchObject(shown)
  })

  test('shows the booking as paid when another attempt succeeded', async () => {
    const second = { id: 'second-00000000000', state: 'confirmed', transactionId: 'T2' } as const
    const { page } = await returnTo(FAILURE, 'failed', (server) =>
      server.addPayment(second).set({ state: 'confirmed' }),
    )
    expect(page.state()).toMatchObject({ state: 'success', result: { transactionId: 'T2' } })
  })

  test('shows the outcome without a booking in a browser that has none', async () => {
    const payer = await payerReturning('confirmed')
    payer.local.entries.clear()
    const page = await payer.open(SUCCESS)
    expect(page.state()).toMatchObject({ state: 'success', result: { amount: 1_140_000 } })
    expect(page.$booking.get()).toBeNull()
    expect((await payer.open()).state()).toMatchObject({ state: 'success' })
  })

  test('does not show another booking beside the outcome', async () => {
    const payer = new Payer()
    payer.server.overrides[VERIFY] = verifiedResponse('of-another-booking', 50_000)
    const page = await payer.open('/payment/esewa/failure?payment=of-another-booking')
    expect(page.state()).toMatchObject({ state: 'success', result: { amount: 50_000 } })
    expect(page.$booking.get()).toBeNull()
  })
})

describe('a pending payment', () => {
  test('is verified with growing pauses until its outcome is known, with the parameters sent once', async () => {
    const { payer, page } = await returnTo(SUCCESS, 'pending')
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking', isQuerying: false })
    const times: number[] = []
    const start = payer.server.now
    for (const pause of [3, 5, 10, 20, 30, 60, 60]) {
      await payer.advance(pause * 1_000 - 1)
      const before = verifications(payer).length
      await payer.advance(1)
      expect(verifications(payer)).toHaveLength(before + 1)
      times.push(payer.server.now - start)
      expect(page.state()).toMatchObject({ state: 'pending', view: 'checking' })
    }
    expect(verifications(payer).map(({ body }) => Object.keys(body).length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    // The server accepts ten requests per minute and payment.
    expect(times.filter((time) => time < 60_000).length + 1).toBeLessThanOrEqual(10)
    payer.server.settle('confirmed')
    await payer.advance(60_000)
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
    const requestCount = verifications(payer).length
    await payer.advance(600_000)
    expect(verifications(payer)).toHaveLength(requestCount)
  })

  test('is verified at once on demand, one request at a time', async () => {
    const { payer, page } = await returnTo(FAILURE, 'pending')
    payer.server.settle('confirmed')
    page.verifyNow()
    expect(page.state()).toMatchObject({ state: 'pending', isQuerying: true })
    page.verifyNow()
    await waitForRequests()
    expect(page.state()).toMatchObject({ state: 'success' })
    expect(verifications(payer)).toHaveLength(2)
  })

  test.each([
    ['unreachable', 'unreachable' as const],
    ['not ready', errorResponse(503, 'not_ready')],
    ['broken', errorResponse(500, 'internal')],
  ])('stays pending with the reason while the server is %s', async (_, response) => {
    const { payer, page } = await returnTo(SUCCESS, 'pending', ({ overrides }) => {
      overrides[VERIFY] = () => response
    })
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking', problem: expect.any(String) })
    delete payer.server.overrides[VERIFY]
    payer.server.settle('confirmed')
    await payer.advance(3_000)
    expect(page.state()).toMatchObject({ state: 'success' })
  })

  test('is verified again after the wait of the server’s rate limit', async () => {
    const payer = await payerReturning('pending')
    payer.server.overrides[VERIFY] = () => errorResponse(429, 'too_many', { retryAfter: 40 })
    await payer.open(SUCCESS)
    await payer.advance(39_999)
    expect(verifications(payer)).toHaveLength(1)
    await payer.advance(1)
    expect(verifications(payer)).toHaveLength(2)
  })

  test('is abandoned for another method, and a late response changes nothing', async () => {
    const { payer, page } = await returnTo(FAILURE, 'pending')
    page.verifyNow()
    await page.retry()
    expect(page.state()).toEqual({ state: 'selecting' })
    await payer.advance(600_000)
    expect(verifications(payer)).toHaveLength(2)
    expect((await payer.open()).state()).toEqual({ state: 'selecting' })
  })

  test('is not verified after the page is closed', async () => {
    const { payer, page } = await returnTo(FAILURE, 'pending')
    page.close()
    await payer.advance(600_000)
    expect(verifications(payer)).toHaveLength(1)
  })
})
