import { expect, test } from 'vitest'
import { BOOKING_ID, Payer, refusal, settled, TRANSFER } from './payer.ts'

const START = 'POST /api/payments'

test('a held booking can be paid: eSewa is chosen, the summary shows what is charged', async () => {
  const page = await new Payer().open()
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(page.$method.get()).toBe('esewa')
  expect(page.$summary.get()).toEqual({
    lines: [
      { label: 'Plan price, per month', amount: 950_000 },
      { label: 'Meeting-room hours, 2\u00a0×\u00a0800', amount: 160_000 },
      { label: 'Guest passes, 1\u00a0×\u00a0300', amount: 30_000 },
    ],
    fee: 0,
    total: 1_140_000,
  })
})

test('the first available method is selected where eSewa is not available, and again after a failure', async () => {
  const payer = new Payer()
  payer.server.reasons.esewa = 'eSewa is not set up yet'
  const page = await payer.open()
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(page.$method.get()).toBe('khalti')
  page.selectMethod('bank_transfer')
  payer.server.instead[START] = () => refusal(422, 'unavailable')
  await page.startPayment()
  expect(page.state()).toMatchObject({ state: 'error' })
  payer.server.reasons.bank_transfer = 'Too many seats are waiting for transfers'
  page.retryPayment()
  await settled()
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(page.$method.get()).toBe('khalti')
})

test('the summary follows the choice: the card fee is 3.5 % and 10 rupees, shown and added', async () => {
  const page = await new Payer().open()
  page.selectMethod('stripe')
  expect(page.$summary.get()).toMatchObject({ fee: 39_900 + 1_000, total: 1_180_900 })
  page.selectMethod('khalti')
  expect(page.$summary.get()).toMatchObject({ fee: 0, total: 1_140_000 })
})

test('eSewa: processing, then redirected; the form goes to the gateway as the server made it', async () => {
  const payer = new Payer()
  const page = await payer.open()
  const seen: string[] = []
  page.$screen.listen(({ state }) => seen.push(state))
  await page.startPayment()
  expect(seen).toEqual(['processing', 'pending'])
  expect(page.state()).toMatchObject({ state: 'pending', view: 'redirected' })
  expect(payer.posted).toEqual([
    { action: 'https://gateway.example/form', fields: { transaction_uuid: 'attempt-1-00000000' } },
  ])
  expect(JSON.parse(payer.storage.get('payment-store') ?? '')).toMatchObject({ paymentId: 'attempt-1-00000000' })
})

test('where the browser cannot post, a gateway that takes it gets the same fields in its address', async () => {
  const payer = new Payer()
  const page = await payer.open()
  const { replaceEnvironment } = await import('#stores/environment.ts')
  const gone: string[] = []
  const postForm = () => {
    throw new Error('no form')
  }
  replaceEnvironment({ postForm, navigate: (url) => gone.push(url) })
  const fields = { pid: 'attempt-1-00000000', su: 'http://localhost/payment/esewa/success?payment=1' }
  const next = { kind: 'form', action: 'https://gateway.example/epay/main', fields, orRedirect: true }
  const body = { paymentId: fields.pid, method: 'esewa', state: 'pending', amount: 1_140_000, fee: 0, next }
  payer.server.instead[START] = () => ({ status: 201, body })
  await page.startPayment()
  const url = new URL(gone[0] ?? '')
  expect(url.origin + url.pathname).toBe(next.action)
  expect(Object.fromEntries(url.searchParams)).toEqual(fields)
})

test('two presses make one payment', async () => {
  const payer = new Payer()
  const page = await payer.open()
  await Promise.all([page.startPayment(), page.startPayment()])
  await page.startPayment()
  expect(payer.server.payments).toHaveLength(1)
  expect(payer.posted).toHaveLength(1)
})

test('a bank transfer is received, not successful: account, reference and deadline', async () => {
  const payer = new Payer()
  const page = await payer.open()
  page.selectMethod('bank_transfer')
  await page.startPayment()
  expect(page.state()).toMatchObject({
    state: 'success',
    receipt: { status: 'received', method: 'bank_transfer', amount: 1_140_000, transfer: TRANSFER },
  })
  expect(TRANSFER.reference).toBe(BOOKING_ID)
})

test.each(['khalti', 'qr_payment'] as const)('%s answers that it is not supported', async (method) => {
  const payer = new Payer()
  const page = await payer.open()
  page.selectMethod(method)
  await page.startPayment()
  expect(page.state()).toEqual({ state: 'error', message: `Unsupported payment method: ${method}` })
  expect(payer.posted).toEqual([])
})

test('refusals end on the error screen with their sentence', async () => {
  const payer = new Payer()
  const page = await payer.open()
  payer.server.instead[START] = () => 'unreachable'
  await page.startPayment()
  expect(page.state()).toMatchObject({
    state: 'error',
    message: 'eSewa payment failed',
    detail: expect.stringContaining('could not reach the server'),
  })
  for (const [answer, message] of [
    [refusal(429, 'too_many'), 'Too many attempts. Wait a little, then try again.'],
    [refusal(429, 'too_many', { retryAfter: 3_101 }), 'Too many attempts. Try again in 52 minutes.'],
    [refusal(500, 'internal', { logId: 'x' }), 'Something went wrong with your payment. Please try again.'],
    [refusal(500, 'a code from the future'), 'Something went wrong with your payment. Please try again.'],
  ] as const) {
    page.retryPayment()
    await settled()
    payer.server.instead[START] = () => answer
    await page.startPayment()
    expect(page.state()).toEqual({ state: 'error', message })
  }
})

test('paying a booking that was paid elsewhere shows that it is paid', async () => {
  const payer = new Payer()
  const page = await payer.open()
  await page.startPayment()
  const secondTab = await payer.open('/payment')
  payer.server.settle('attempt-1-00000000', 'confirmed')
  secondTab.retryPayment()
  await settled()
  expect(secondTab.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })

  const other = new Payer()
  const stale = await other.open()
  other.server.payments.push({ id: 'x'.repeat(20), method: 'esewa', state: 'confirmed', transactionId: 'T1' })
  other.server.state = 'confirmed'
  await stale.startPayment()
  await settled()
  expect(stale.state()).toMatchObject({ state: 'success', receipt: { transactionId: 'T1' } })
  expect(other.posted).toEqual([])
})

test('Try Again goes back to choosing, and the next try is a new payment', async () => {
  const payer = new Payer()
  const page = await payer.open()
  await page.startPayment()
  payer.server.settle('attempt-1-00000000', 'cancelled')
  const back = await payer.open('/payment/esewa/failure?payment=attempt-1-00000000')
  expect(back.state()).toMatchObject({ state: 'error', message: 'Payment verification failed' })
  back.retryPayment()
  await settled()
  expect(back.state()).toEqual({ state: 'selecting' })
  expect(payer.address.pathname).toBe('/payment')
  await back.startPayment()
  expect(payer.posted.at(-1)?.fields.transaction_uuid).toBe('attempt-2-00000000')
})

test('nothing can be chosen or paid outside the choosing state', async () => {
  const payer = new Payer()
  payer.server.state = 'confirmed'
  const page = await payer.open()
  page.selectMethod('stripe')
  await page.startPayment()
  expect(page.$method.get()).toBe('esewa')
  expect(payer.server.calls(/POST \/api\/payments$/)).toEqual([])
})
