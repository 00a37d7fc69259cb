import { describe, expect, test } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { BOOKING_ID, errorResponse, ID, MINUTE, NOW, openPayer, Payer, TRANSFER, waitForRequests } from './payer.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`
const OTHER_PAYMENT = { id: 'elsewhere-00000000', state: 'confirmed', transactionId: 'T9' } as const
const PAID = { state: 'success', result: { status: 'confirmed', transactionId: 'T9' } }

/** Opens the screen of a method that stays on our page. */
async function openScreen(method: 'bank_transfer' | 'qr_payment' | 'stripe') {
  const { payer, page } = await openPayer({ methods: new Set([method]) })
  const { promise: outcome, resolve: resolvePayment, reject } = Promise.withResolvers<{ error?: object }>()
  const element = { on: () => {}, mount: () => {}, destroy: () => {} }
  const stripe = { elements: () => ({ create: () => element }), confirmPayment: () => outcome }
  page.replaceEnvironment({ cardProvider: async () => stripe as never })
  await page.payBy(method)
  const card = await import('#stores/payment/card.ts')
  const clickPay = () => {
    const screen = page.state()
    if (screen.state !== 'card') throw new Error(`no card form on ${screen.state}`)
    card.mountCard(document.createElement('div'), screen, false)
    void card.payByCard()
  }
  const throwInScript = () => reject(new Error('an element is gone'))
  const payElsewhere = () => payer.server.addPayment(OTHER_PAYMENT).set({ state: 'confirmed' })
  return { payer, page, clickPay, resolvePayment, throwInScript, payElsewhere }
}

describe('refresh of a transfer', () => {
  test('keeps the account on the screen, and shows the confirmation by staff without a reload', async () => {
    const { payer, page } = await openScreen('bank_transfer')
    const shown: unknown[] = []
    page.$screen.listen((screen) => shown.push(screen))
    await payer.makeVisible()
    await payer.advance(MINUTE)
    await payer.makeVisible('cache')
    expect(payer.server.requestsTo(/GET .*bookings/).length).toBeGreaterThan(3)
    for (const screen of shown)
      expect(screen).toMatchObject({ state: 'success', result: { status: 'received', transfer: TRANSFER } })
    payer.server.settle('confirmed')
    await payer.advance(30_000)
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
  })

  test('is under review after a reload once its receipt arrived', async () => {
    const { payer } = await openScreen('bank_transfer')
    payer.server.payment().receiptAt = new Date(NOW).toISOString()
    const page = await payer.open('/payment')
    expect(page.state()).toMatchObject({ result: { status: 'received' } })
    expect(page.$underReview.get()).toMatchObject({ paymentId: ID })
  })
})

describe.each(['stripe', 'qr_payment'] as const)('refresh of a screen for %s', (method) => {
  test.each(['becomes visible', 'stays open'])('shows that the booking was paid elsewhere when it %s', async (how) => {
    const { payer, page, payElsewhere } = await openScreen(method)
    const shown = page.state()
    await payer.makeVisible()
    await payer.advance(30_000)
    expect(page.state()).toBe(shown)
    payElsewhere()
    await (how === 'stays open' ? payer.advance(30_000) : payer.makeVisible())
    expect(page.state()).toMatchObject(PAID)
  })
})

describe('refresh of a card form', () => {
  test('shows the extended hold, stays open during 3-D Secure in another window, and shows the outcome', async () => {
    const { payer, page, clickPay, resolvePayment } = await openScreen('stripe')
    page.$hold.listen(() => {})
    await waitForRequests()
    expect(page.$hold.get()?.secondsLeft).toBe(90 * 60)
    clickPay()
    expect(page.state()).toMatchObject({ state: 'card', paying: true })
    const shown = page.state()
    await payer.makeVisible()
    await payer.advance(2 * MINUTE)
    expect(page.state()).toBe(shown)
    expect(payer.server.requestsTo(/verify$/)).toEqual([])
    payer.server.settle('confirmed')
    resolvePayment({})
    await waitForRequests()
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
  })

  test.each<[string, (form: Awaited<ReturnType<typeof openScreen>>) => unknown]>([
    ['the page is restored from the cache after the bank’s page', ({ payer }) => payer.makeVisible('cache')],
    ['the provider’s script throws', ({ throwInScript }) => throwInScript()],
  ])('verifies the payment when %s', async (_, trigger) => {
    const form = await openScreen('stripe')
    form.clickPay()
    await trigger(form)
    await waitForRequests()
    expect(form.page.state()).toMatchObject({ state: 'pending', view: 'checking' })
    expect(form.page.$summary.get()).toMatchObject({ fee: 40_900, total: 1_180_900 })
  })

  test('stays usable with the message when 3-D Secure fails in its window', async () => {
    const { page, clickPay, resolvePayment } = await openScreen('stripe')
    clickPay()
    const message = 'We are unable to authenticate your payment method.'
    const intent = { status: 'requires_payment_method' }
    resolvePayment({ error: { type: 'invalid_request_error', message, payment_intent: intent } })
    await waitForRequests()
    expect(page.state()).toMatchObject({ state: 'card', paying: false, problem: message })
  })

  test('shows the card’s fee on every screen after the return', async () => {
    const { payer, page, clickPay } = await openScreen('stripe')
    clickPay()
    page.close()
    const back = await payer.open(`/payment?payment=${ID}&redirect_status=failed`)
    expect(back.state()).toMatchObject({ state: 'pending' })
    expect(back.$summary.get()).toMatchObject({ fee: 40_900 })
    payer.server.settle('failed')
    const reloaded = await payer.open(`/payment?payment=${ID}`)
    expect(reloaded.state()).toMatchObject({ state: 'error' })
    expect(reloaded.$summary.get()).toMatchObject({ fee: 40_900 })
  })
})

describe('refresh of a QR panel', () => {
  test('stays open for a receipt after the seats are released, and shows that as late', async () => {
    const { payer, page } = await openScreen('qr_payment')
    payer.server.state = 'expired'
    await payer.advance(MINUTE)
    expect(page.state()).toMatchObject({ state: 'qr_payment' })
    payer.server.payment().receiptAt = new Date(NOW).toISOString()
    const reloaded = await payer.open('/payment')
    expect(reloaded.state()).toMatchObject({ state: 'success', result: { status: 'late', method: 'qr_payment' } })
    await payer.makeVisible()
    expect(reloaded.state()).toMatchObject({ state: 'success', result: { status: 'late' } })
  })

  test('shows why no new code was created, never that the payment failed', async () => {
    const { payer, page, payElsewhere } = await openScreen('qr_payment')
    payer.server.overrides['POST /api/payments'] = () => 'unreachable'
    await page.resumeQr()
    expect(page.state()).toMatchObject({ state: 'qr_payment', problem: expect.stringContaining('reach the server') })
    expect((await payer.open('/payment')).state()).toMatchObject({ state: 'load_failed' })
    payer.server.overrides['POST /api/payments'] = () => errorResponse(409, 'not_payable')
    payElsewhere()
    await page.resumeQr()
    expect(page.state()).toMatchObject(PAID)
  })
})

test('booking and payment are restored from the history entry when storage is blocked', async () => {
  const payer = new Payer()
  payer.local.state = payer.tab.state = 'blocked'
  const page = await payer.open(`/payment#booking=${BOOKING_ID}&secret=s3cret`)
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(payer.address.href).toBe('http://localhost/payment')
  expect((await payer.open('/payment')).state()).toEqual({ state: 'selecting' })
  await page.startPayment()
  expect((await payer.open('/payment')).state()).toMatchObject({ state: 'pending', view: 'redirected' })
})

test('a stored booking that the browser reads late remains stored and is shown', async () => {
  const payer = new Payer()
  const stored = payer.local.entries.get('payment-store')
  const read = payer.local.entries.get
  payer.local.entries.get = () => undefined
  const page = await payer.open()
  expect(page.state()).toEqual({ state: 'no_booking' })
  payer.local.entries.get = read
  expect(payer.local.entries.get('payment-store')).toBe(stored)
  await payer.storeInOtherTab(JSON.parse(String(stored)))
  expect(page.state()).toEqual({ state: 'selecting' })
})

test('the draft of a booking whose transfer is announced is cleared', async () => {
  const { payer, page } = await openScreen('bank_transfer')
  const attempt = JSON.stringify({ content: '{}', key: 'a-key', bookingId: BOOKING_ID })
  payer.local.entries.set('booking-attempt', attempt)
  payer.local.entries.set('booking-store', JSON.stringify({ locationId: 'kausimaa' }))
  page.close()
  const reopened = await payer.open('/payment')
  expect(reopened.state()).toMatchObject({ result: { status: 'received' } })
  await waitFor(() => expect(payer.local.entries.has('booking-store')).toBe(false))
})

describe('a late response about a booking', () => {
  test('is ignored when it is about another booking', async () => {
    const { payer, page } = await openPayer()
    const view = page.$booking.get()
    const { promise: response, resolve: reply } = Promise.withResolvers<Response>()
    const restore = page.replaceEnvironment({ request: () => response })
    const booking = page.readBooking()
    restore()
    await payer.storeInOtherTab({ bookingId: 'BK-1796282100000-AAAA', secret: 'other' })
    page.$booking.set(null)
    reply(Response.json(view))
    expect(await booking).toBeUndefined()
    expect(page.$booking.get()).toBeNull()
  })

  test('does not extend another booking', async () => {
    const { page } = await openPayer()
    page.$hold.listen(() => {})
    const extending = page.extendHold()
    const booking = page.$booking.get()
    if (!booking) throw new Error('no booking')
    const other = { ...booking, bookingId: 'BK-1796282100000-AAAA' }
    page.$booking.set(other)
    await extending
    expect(page.$booking.get()).toEqual(other)
    expect(page.$hold.get()).toMatchObject({ extending: false })
  })

  test('does not replace a newer one', async () => {
    const { payer, page } = await openPayer()
    const older = page.$booking.get()
    payer.server.now += MINUTE
    await page.refresh()
    const newer = page.$booking.get()
    payer.server.overrides[READ] = () => ({ status: 200, body: older })
    await page.refresh()
    expect(page.$booking.get()).toBe(newer)
  })
})

test.each([
  ['esewa', 'eSewa payment failed'],
  ['khalti', 'Khalti payment failed'],
] as const)('the error names %s when its payment could not be started', async (method, message) => {
  const unavailable = () => errorResponse(503, 'gateway_unavailable')
  const { page } = await openPayer({ method, overrides: { 'POST /api/payments': unavailable } })
  expect(page.state()).toEqual({ state: 'error', message, detail: expect.stringContaining('Nothing was charged') })
})

test('an error is shown when the browser cannot open the gateway', async () => {
  const { page } = await openPayer()
  page.replaceEnvironment({
    postForm: () => {
      throw new Error('no form')
    },
  })
  await page.startPayment()
  expect(page.state()).toMatchObject({ state: 'error', message: 'eSewa payment failed' })
})
