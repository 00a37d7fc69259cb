import { describe, expect, test } from 'vitest'
import { BOOKING_ID, errorResponse, ID, openPayer, TRANSFER, waitForRequests } from './payer.ts'

const START = 'POST /api/payments'

describe('starting a payment', () => {
  test('selects eSewa and sums up the charge of a held booking', async () => {
    const { page } = await openPayer()
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$method.get()).toBe('esewa')
    expect(page.$summary.get()).toEqual({
      lines: [
        { label: 'Price per month', amount: 950_000 },
        { label: 'Meeting-room hours, 2\u00a0×\u00a0800', amount: 160_000 },
        { label: 'Guest passes, 1\u00a0×\u00a0300', amount: 30_000 },
      ],
      fee: 0,
      total: 1_140_000,
    })
  })

  test('selects the first available method, also after a failure', async () => {
    const { payer, page } = await openPayer({ reasons: { esewa: 'eSewa is not set up yet' } })
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$method.get()).toBe('khalti')
    page.selectMethod('bank_transfer')
    payer.server.overrides[START] = () => errorResponse(422, 'unavailable')
    await page.startPayment()
    expect(page.state()).toMatchObject({ state: 'error' })
    payer.server.reasons.bank_transfer = 'Too many seats are waiting for transfers'
    await page.retry()
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$method.get()).toBe('khalti')
  })

  test('adds the card fee of 3.5 % and 10 rupees to the summary', async () => {
    const { page } = await openPayer()
    page.selectMethod('stripe')
    expect(page.$summary.get()).toMatchObject({ fee: 39_900 + 1_000, total: 1_180_900 })
    page.selectMethod('khalti')
    expect(page.$summary.get()).toMatchObject({ fee: 0, total: 1_140_000 })
  })

  test('posts the server’s form to the gateway', async () => {
    const { payer, page } = await openPayer()
    const seen: string[] = []
    page.$screen.listen(({ state }) => seen.push(state))
    await page.startPayment()
    expect(seen).toEqual(['processing', 'pending'])
    expect(page.state()).toMatchObject({ state: 'pending', view: 'redirected' })
    expect(payer.postedForms).toEqual([{ action: 'https://gateway.example/form', fields: { transaction_uuid: ID } }])
    expect(payer.local.read('payment-store')).toMatchObject({ paymentId: ID })
  })

  test('sends the fields as a query when the browser cannot post', async () => {
    const { payer, page } = await openPayer()
    const navigations: string[] = []
    const postForm = () => {
      throw new Error('no form')
    }
    page.replaceEnvironment({ postForm, navigate: (url) => navigations.push(url) })
    const fields = { pid: ID, su: 'http://localhost/payment/esewa/success?payment=1' }
    const next = { kind: 'form', action: 'https://gateway.example/epay/main', fields, orRedirect: true }
    const body = { paymentId: fields.pid, method: 'esewa', state: 'pending', amount: 1_140_000, fee: 0, next }
    payer.server.overrides[START] = () => ({ status: 201, body })
    await page.startPayment()
    const url = new URL(navigations[0] ?? '')
    expect(url.origin + url.pathname).toBe(next.action)
    expect(Object.fromEntries(url.searchParams)).toEqual(fields)
  })

  test('starts one payment on a double click', async () => {
    const { payer, page } = await openPayer()
    await Promise.all([page.startPayment(), page.startPayment()])
    await page.startPayment()
    expect(payer.server.payments).toHaveLength(1)
    expect(payer.postedForms).toHaveLength(1)
  })

  test('shows a bank transfer as received with account, reference and deadline', async () => {
    const { page } = await openPayer({ method: 'bank_transfer' })
    expect(page.state()).toMatchObject({
      state: 'success',
      result: { status: 'received', method: 'bank_transfer', amount: 1_140_000, transfer: TRANSFER },
    })
    expect(TRANSFER.reference).toBe(BOOKING_ID)
  })

  test.each(['khalti', 'qr_payment'] as const)('shows that %s is not supported', async (method) => {
    const { payer, page } = await openPayer({ method })
    expect(page.state()).toEqual({ state: 'error', message: `Unsupported payment method: ${method}` })
    expect(payer.postedForms).toEqual([])
  })

  test('shows the message of each error response', async () => {
    const { payer, page } = await openPayer()
    payer.server.overrides[START] = () => 'unreachable'
    await page.startPayment()
    const detail = expect.stringContaining('could not reach the server')
    expect(page.state()).toMatchObject({ state: 'error', message: 'eSewa payment failed', detail })
    for (const [response, message] of [
      [errorResponse(429, 'too_many'), 'Too many attempts. Try again in a few minutes.'],
      [errorResponse(429, 'too_many', { retryAfter: 3_101 }), 'Too many attempts. Try again in 52 minutes.'],
      [errorResponse(500, 'internal', { logId: 'x' }), 'Something went wrong with your payment. Please try again.'],
      [errorResponse(500, 'a code from the future'), 'Something went wrong with your payment. Please try again.'],
    ] as const) {
      await page.retry()
      payer.server.overrides[START] = () => response
      await page.startPayment()
      expect(page.state()).toEqual({ state: 'error', message })
    }
  })

  test('shows a booking that was paid elsewhere as paid', async () => {
    const { payer } = await openPayer({ method: 'esewa' })
    const secondTab = await payer.open('/payment')
    payer.server.settle('confirmed')
    await secondTab.retry()
    expect(secondTab.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })

    const { payer: other, page: stale } = await openPayer()
    other.server.addPayment({ id: 'x'.repeat(20), state: 'confirmed', transactionId: 'T1' }).set({ state: 'confirmed' })
    await stale.startPayment()
    await waitForRequests()
    expect(stale.state()).toMatchObject({ state: 'success', result: { transactionId: 'T1' } })
    expect(other.postedForms).toEqual([])
  })

  test('starts a new attempt after Try Again', async () => {
    const { payer } = await openPayer({ method: 'esewa' })
    payer.server.settle('cancelled')
    const returned = await payer.open(`/payment/esewa/failure?payment=${ID}`)
    expect(returned.state()).toMatchObject({ state: 'error', message: 'Payment verification failed' })
    await returned.retry()
    expect(returned.state()).toEqual({ state: 'selecting' })
    expect(payer.address.pathname).toBe('/payment')
    await returned.startPayment()
    expect(payer.postedForms.at(-1)?.fields.transaction_uuid).toBe('attempt-2-00000000')
  })

  test('selects and pays nothing outside the selecting state', async () => {
    const { payer, page } = await openPayer({ state: 'confirmed' })
    await page.payBy('stripe')
    expect(page.$method.get()).toBe('esewa')
    expect(payer.server.requestsTo(/POST \/api\/payments$/)).toEqual([])
  })
})
