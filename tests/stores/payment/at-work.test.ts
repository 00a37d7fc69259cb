import { describe, expect, test, vi } from 'vitest'
import { BOOKING_ID, MINUTE, NOW, Payer, refusal, settled, TRANSFER } from './payer.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`
const ELSEWHERE = { id: 'elsewhere-00000000', method: 'esewa', state: 'confirmed', transactionId: 'T9' } as const
const PAID = { state: 'success', receipt: { status: 'confirmed', transactionId: 'T9' } }

/** Somebody who has gone as far as a way to pay leads on our own page. */
async function at(method: 'bank_transfer' | 'qr_payment' | 'stripe') {
  const payer = new Payer()
  payer.server.methods.add(method)
  const page = await payer.open()
  const { replaceEnvironment } = await import('#stores/environment.ts')
  let answer: (outcome: { error?: object }) => void = () => {}
  let breakDown: (reason: Error) => void = () => {}
  const element = { on: () => {}, mount: () => {}, destroy: () => {} }
  const stripe = {
    elements: () => ({ create: () => element }),
    confirmPayment: () =>
      new Promise((resolve, reject) => {
        answer = resolve
        breakDown = reject
      }),
  }
  replaceEnvironment({ cardProvider: async () => stripe as never })
  page.selectMethod(method)
  await page.startPayment()
  const card = await import('#stores/payment/card.ts')
  const pressPay = () => {
    const screen = page.state()
    if (screen.state !== 'card') throw new Error(`no card form on ${screen.state}`)
    card.mountCard(document.createElement('div'), screen, false)
    void card.payByCard()
  }
  return {
    payer,
    page,
    pressPay,
    answer: (outcome: { error?: object }) => answer(outcome),
    breakDown: () => breakDown(new Error('an element is gone')),
    payElsewhere: () => {
      payer.server.payments.push({ ...ELSEWHERE })
      payer.server.state = 'confirmed'
    },
  }
}

describe('a transfer', () => {
  test('looked away from and back, its account never leaves the screen', async () => {
    const { payer, page } = await at('bank_transfer')
    const shown: unknown[] = []
    page.$screen.listen((screen) => shown.push(screen))
    await payer.comeBack()
    await payer.pass(MINUTE)
    await payer.comeBack('cache')
    expect(payer.server.calls(/GET .*bookings/).length).toBeGreaterThan(3)
    for (const screen of shown)
      expect(screen).toMatchObject({ state: 'success', receipt: { status: 'received', transfer: TRANSFER } })
  })

  test('confirmed by staff, it is said without a reload', async () => {
    const { payer, page } = await at('bank_transfer')
    payer.server.settle('attempt-1-00000000', 'confirmed')
    await payer.pass(30_000)
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
  })

  test('whose receipt came says so after a reload', async () => {
    const { payer } = await at('bank_transfer')
    const [payment] = payer.server.payments
    if (payment) payment.receiptAt = new Date(NOW).toISOString()
    const page = await payer.open('/payment')
    expect(page.state()).toMatchObject({ receipt: { status: 'received' } })
    expect(page.$underReview.get()).toMatchObject({ paymentId: 'attempt-1-00000000' })
  })
})

describe('a card form', () => {
  test('stays while its holder agrees in another window, and takes what became of it', async () => {
    const { payer, page, pressPay, answer } = await at('stripe')
    pressPay()
    expect(page.state()).toMatchObject({ state: 'card', paying: true })
    const shown = page.state()
    await payer.comeBack()
    await payer.pass(2 * MINUTE)
    expect(page.state()).toBe(shown)
    expect(payer.server.calls(/verify$/)).toEqual([])
    payer.server.settle('attempt-1-00000000', 'confirmed')
    answer({})
    await settled()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
  })

  test('that was left for the bank’s page has nobody to answer to: its payment is asked about', async () => {
    const { payer, page, pressPay } = await at('stripe')
    pressPay()
    await payer.comeBack('cache')
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking' })
    expect(page.$summary.get()).toMatchObject({ fee: 40_900, total: 1_180_900 })
  })

  test.each(['looked at again', 'left open'])('%s, it learns that the booking was paid elsewhere', async (how) => {
    const { payer, page, payElsewhere } = await at('stripe')
    const shown = page.state()
    await payer.comeBack()
    await payer.pass(30_000)
    expect(page.state()).toBe(shown)
    payElsewhere()
    await (how === 'left open' ? payer.pass(30_000) : payer.comeBack())
    expect(page.state()).toMatchObject(PAID)
  })

  test('knows how long the place is kept for it', async () => {
    const { page } = await at('stripe')
    page.$hold.listen(() => {})
    await settled()
    expect(page.$hold.get()?.secondsLeft).toBe(90 * 60)
  })

  test('stays usable with the message when 3-D Secure fails in its window', async () => {
    const { page, pressPay, answer } = await at('stripe')
    pressPay()
    const message = 'We are unable to authenticate your payment method.'
    answer({
      error: { type: 'invalid_request_error', message, payment_intent: { status: 'requires_payment_method' } },
    })
    await settled()
    expect(page.state()).toMatchObject({ state: 'card', paying: false, problem: message })
  })

  test('whose script breaks leaves the outcome to the server', async () => {
    const { page, pressPay, breakDown } = await at('stripe')
    pressPay()
    breakDown()
    await settled()
    expect(page.state()).toMatchObject({ state: 'pending', view: 'checking' })
  })

  test('come back to after its bank, the fee is the card’s on every screen', async () => {
    const { payer, page, pressPay } = await at('stripe')
    pressPay()
    page.close()
    const back = await payer.open('/payment?payment=attempt-1-00000000&redirect_status=failed')
    expect(back.state()).toMatchObject({ state: 'pending' })
    expect(back.$summary.get()).toMatchObject({ fee: 40_900 })
    payer.server.settle('attempt-1-00000000', 'failed')
    const reloaded = await payer.open('/payment?payment=attempt-1-00000000')
    expect(reloaded.state()).toMatchObject({ state: 'error' })
    expect(reloaded.$summary.get()).toMatchObject({ fee: 40_900 })
  })
})

describe('a QR panel', () => {
  test.each(['looked at again', 'left open'])('%s, it learns that the booking was paid elsewhere', async (how) => {
    const { payer, page, payElsewhere } = await at('qr_payment')
    const shown = page.state()
    await payer.comeBack()
    expect(page.state()).toBe(shown)
    payElsewhere()
    await (how === 'left open' ? payer.pass(30_000) : payer.comeBack())
    expect(page.state()).toMatchObject(PAID)
  })

  test('whose place is gone still takes the receipt of whoever has paid', async () => {
    const { payer, page } = await at('qr_payment')
    payer.server.state = 'expired'
    await payer.pass(MINUTE)
    expect(page.state()).toMatchObject({ state: 'qr_payment' })
  })

  test('a receipt that came after its place was given away is not forgotten', async () => {
    const { payer } = await at('qr_payment')
    const [payment] = payer.server.payments
    if (payment) payment.receiptAt = new Date(NOW).toISOString()
    payer.server.state = 'expired'
    const page = await payer.open('/payment')
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'late', method: 'qr_payment' } })
    await payer.comeBack()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'late' } })
  })

  test('that gets no new code says why, and never that the payment failed', async () => {
    const { payer, page, payElsewhere } = await at('qr_payment')
    payer.server.instead['POST /api/payments'] = () => 'unreachable'
    await page.resumeQr()
    expect(page.state()).toMatchObject({ state: 'qr_payment', problem: expect.stringContaining('reach the server') })
    expect((await payer.open('/payment')).state()).toMatchObject({ state: 'unreadable' })
    payer.server.instead['POST /api/payments'] = () => refusal(409, 'not_payable')
    payElsewhere()
    await page.resumeQr()
    expect(page.state()).toMatchObject(PAID)
  })

  test('given up: nobody says that nothing was paid', async () => {
    const { page } = await at('qr_payment')
    await page.abandonQrPayment()
    expect(page.state()).toEqual({ state: 'error', message: 'QR payment verification failed', isOutcomeUnknown: true })
  })
})

test('until it is known which ways to pay there are, none is offered', async () => {
  const payer = new Payer()
  payer.server.instead['GET /api/site'] = () => 'never'
  expect((await payer.open()).state()).toEqual({ state: 'reading' })
  expect(payer.server.calls(/GET .*bookings/)).toHaveLength(1)
})

test('where the browser keeps nothing, a reload finds the booking and its payment again', async () => {
  const payer = new Payer()
  payer.blocked = true
  const page = await payer.open(`/payment#booking=${BOOKING_ID}&secret=s3cret`)
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(payer.address.href).toBe('http://localhost/payment')
  expect((await payer.open('/payment')).state()).toEqual({ state: 'selecting' })
  await page.startPayment()
  expect((await payer.open('/payment')).state()).toMatchObject({ state: 'pending', view: 'redirected' })
})

test('a booking that the browser hands over late is not wiped out, and is found when it comes', async () => {
  const payer = new Payer()
  const kept = payer.storage.get('payment-store')
  const read = payer.storage.get
  payer.storage.get = () => undefined
  const page = await payer.open()
  expect(page.state()).toEqual({ state: 'nothing' })
  payer.storage.get = read
  expect(payer.storage.get('payment-store')).toBe(kept)
  await payer.remember(JSON.parse(String(kept)))
  expect(page.state()).toEqual({ state: 'selecting' })
})

test('an announced transfer empties the draft that its booking came from', async () => {
  const { payer, page } = await at('bank_transfer')
  const attempt = JSON.stringify({ content: '{}', key: 'a-key', bookingId: BOOKING_ID })
  payer.storage.set('booking-attempt', attempt)
  payer.storage.set('booking-store', JSON.stringify({ locationId: 'kausimaa' }))
  page.close()
  const again = await payer.open('/payment')
  expect(again.state()).toMatchObject({ receipt: { status: 'received' } })
  await vi.waitFor(() => expect(payer.storage.has('booking-store')).toBe(false))
})

describe('answers that come late', () => {
  test('about another booking than the one at hand are not shown', async () => {
    const payer = new Payer()
    const page = await payer.open()
    const view = page.$booking.get()
    let reply: () => void = () => {}
    const { replaceEnvironment } = await import('#stores/environment.ts')
    const undo = replaceEnvironment({
      request: () =>
        new Promise((resolve) => {
          reply = () => resolve(Response.json(view))
        }),
    })
    const { readBooking } = await import('#stores/payment/booking.ts')
    const asked = readBooking()
    undo()
    await payer.remember({ bookingId: 'BK-1796282100000-AAAA', secret: 'other' })
    page.$booking.set(null)
    reply()
    expect(await asked).toBeUndefined()
    expect(page.$booking.get()).toBeNull()
  })

  test('an extension of another booking changes nothing here', async () => {
    const payer = new Payer()
    const page = await payer.open()
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

  test('an older answer does not take the place of a newer one', async () => {
    const payer = new Payer()
    const page = await payer.open()
    const older = page.$booking.get()
    payer.server.now += MINUTE
    await page.refresh()
    const newer = page.$booking.get()
    payer.server.instead[READ] = () => ({ status: 200, body: older })
    await page.refresh()
    expect(page.$booking.get()).toBe(newer)
  })
})

test.each([
  ['esewa', 'eSewa payment failed'],
  ['khalti', 'Khalti payment failed'],
] as const)('a payment that %s did not begin is named, with what to do', async (method, message) => {
  const payer = new Payer()
  const page = await payer.open()
  page.selectMethod(method)
  payer.server.instead['POST /api/payments'] = () => refusal(503, 'gateway_unavailable')
  await page.startPayment()
  expect(page.state()).toEqual({ state: 'error', message, detail: expect.stringContaining('Nothing was charged') })
})

test('a browser that cannot leave for the gateway is said so', async () => {
  const payer = new Payer()
  const page = await payer.open()
  const { replaceEnvironment } = await import('#stores/environment.ts')
  replaceEnvironment({
    postForm: () => {
      throw new Error('no form')
    },
  })
  await page.startPayment()
  expect(page.state()).toMatchObject({ state: 'error', message: 'eSewa payment failed' })
})
