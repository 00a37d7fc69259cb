import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEdition } from '#build/edition.ts'
import { order } from '../../support/orders.ts'
import { NOW, PaymentBrowser, waitForRequests } from './payer.ts'

/** The payment screen without a server: each page load starts from storage and history alone. */
class Page extends PaymentBrowser {
  readonly requests: { address: string; body: string }[] = []
  /** eSewa's record; undefined if it is unreachable. */
  reply: string | undefined

  open(path = '/payment') {
    // As the build does (build/edition.ts).
    vi.doMock('#stores/ledger/index.ts', () => import('#stores/ledger/browser/index.ts'))
    vi.doMock('#stores/closures.ts', () => import('#stores/no-closures.ts'))
    return this.load(path, {
      now: () => NOW,
      later: () => () => {},
      locks: () => undefined,
      onReturn: () => () => {},
      navigate: () => {},
      request: async (address, init) => {
        this.requests.push({ address: String(address), body: String(init?.body) })
        if (this.reply === undefined) throw new TypeError('no network')
        return new Response(this.reply)
      },
    })
  }

  /** Places a booking and opens its payment screen. */
  async book(payment = '/payment') {
    const { ledger, setCurrentBooking, getPaymentUrl } = await this.open('/booking')
    const placed = await ledger.place(order(), 'a key that is long enough')
    if (!placed.ok) throw new Error(JSON.stringify(placed))
    setCurrentBooking(placed.value)
    this.historyState = null
    return this.open(getPaymentUrl().replace('/payment', payment))
  }
}

const setEdition = (environment: Record<string, string> = {}) =>
  Object.assign(globalThis, { EDITION: readEdition({ PUBLIC_BACKEND: 'browser', ...environment }) })

let page: Page
beforeEach(() => {
  setEdition()
  page = new Page()
})
afterEach(() => vi.resetModules())

describe('the payment screen with simulated gateways', () => {
  test.each([
    ['esewa', '/payment/esewa/success', 950_000],
    ['khalti', '/payment', 950_000],
    ['stripe', '/payment', 984_250],
  ] as const)('pays through the return URL of %s', async (method, path, amount) => {
    const { payBy, completeSimulatedPayment, $site, state } = await page.book()
    expect($site.get()?.methods.find(({ id }) => id === method)?.simulated).toBe(true)
    expect(await payBy(method)).toMatchObject({ state: 'pending', view: 'simulated' })
    completeSimulatedPayment('success')
    await waitForRequests()
    expect(state()).toMatchObject({ state: 'success', result: { status: 'confirmed', method, amount } })
    expect([page.address.pathname, page.address.search]).toEqual([path, ''])
    const reopened = await page.open(page.address.pathname)
    expect(reopened.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
    expect((await page.open()).state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
    expect([page.requests, page.postedForms]).toEqual([[], []])
  })

  test.each([
    ['esewa', 'Payment verification failed', { detail: 'eSewa payment failed' }],
    [
      'khalti',
      'Payment verification failed',
      { detail: 'Khalti payment failed', gatewayMessage: 'The payment was declined' },
    ],
    ['stripe', 'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.', {}],
  ] as const)('shows that %s was declined and allows another attempt', async (method, message, more) => {
    const { payBy, completeSimulatedPayment, state, retry } = await page.book()
    await payBy(method)
    completeSimulatedPayment('failure')
    await waitForRequests()
    expect(state()).toEqual({ state: 'error', message, ...more })
    await retry()
    expect(state()).toEqual({ state: 'selecting' })
  })

  test('keeps the simulated payment on a refresh', async () => {
    const { payBy, refreshQuietly, state } = await page.book()
    const chosen = await payBy('esewa')
    await refreshQuietly()
    expect(state()).toEqual(chosen)
    expect((await page.open()).state()).toEqual({ state: 'selecting' })
  })
})

test('the browser edition simulates an upload of one second', async () => {
  const { ledger, $currentBooking, payBy, replaceEnvironment } = await page.book()
  await payBy('qr_payment')
  const delays: number[] = []
  replaceEnvironment({
    later: (run, milliseconds) => {
      delays.push(milliseconds)
      run()
      return () => {}
    },
  })
  const currentBooking = $currentBooking.get()
  if (!currentBooking?.paymentId) throw new Error('no payment was started')
  const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])])
  expect(await ledger.sendReceipt(currentBooking, currentBooking.paymentId, png)).toMatchObject({ ok: true })
  expect(delays).toEqual([1_000])
})

describe('eSewa with a merchant code', () => {
  beforeEach(() => setEdition({ PUBLIC_DEMO_ESEWA_MERCHANT: 'EPAYTEST' }))

  const returnWith = async (reply: string | undefined) => {
    const { payBy } = await page.book()
    await payBy('esewa')
    const { pid, amt } = page.postedForms[0]?.fields ?? {}
    page.reply = reply
    return page.open(`/payment/esewa/success?oid=${pid}&amt=${amt}&refId=0007G36`)
  }

  test('submits the hidden form of eSewa v1', async () => {
    const { payBy } = await page.book()
    expect(await payBy('esewa')).toMatchObject({ state: 'pending', view: 'redirected' })
    const [form] = page.postedForms
    expect(form?.action).toBe('https://uat.esewa.com.np/epay/main')
    const pid = form?.fields.pid ?? ''
    expect(form?.fields).toEqual({
      amt: '9500.00',
      psc: '0',
      pdc: '0',
      txAmt: '0',
      tAmt: '9500.00',
      pid,
      scd: 'EPAYTEST',
      su: `http://localhost/payment/esewa/success?payment=${pid}`,
      fu: `http://localhost/payment/esewa/failure?payment=${pid}`,
    })
  })

  test('confirms the payment when eSewa’s record is a success', async () => {
    const result = { status: 'confirmed', transactionId: '0007G36' }
    expect((await returnWith(' Success\n')).state()).toMatchObject({ state: 'success', result })
    const body = `amt=9500.00&rid=0007G36&pid=${page.postedForms[0]?.fields.pid}&scd=EPAYTEST`
    expect(page.requests).toEqual([{ address: 'https://uat.esewa.com.np/epay/transrec', body }])
  })

  test.each(['failure', '', '<html>success</html>', undefined])('fails when eSewa’s record is %j', async (reply) => {
    expect((await returnWith(reply)).state()).toMatchObject({ state: 'error', message: 'Payment verification failed' })
  })
})

describe('Khalti with a public key', () => {
  beforeEach(() => setEdition({ PUBLIC_DEMO_KHALTI_KEY: 'test_public_key_1' }))

  test('opens its window with the published settings and states that its response is not verified', async () => {
    const { ledger, $currentBooking, $site } = await page.book()
    const khalti = $site.get()?.methods.find(({ id }) => id === 'khalti')
    expect([khalti?.simulated, khalti?.note]).toEqual([undefined, expect.stringContaining('simulated')])
    const currentBooking = $currentBooking.get()
    const started = currentBooking && (await ledger.startPayment(currentBooking, 'khalti'))
    if (!started?.ok || started.value.next.kind !== 'khalti_window') throw new Error('no window')
    const { paymentId, next } = started.value
    expect(next).toMatchObject({
      publicKey: 'test_public_key_1',
      productIdentity: paymentId,
      productUrl: 'http://localhost/booking',
      paymentPreference: ['KHALTI', 'EBANKING', 'MOBILE_BANKING', 'CONNECT_IPS', 'SCT'],
      amount: 950_000,
    })
    const returned = await page.open(`/payment?payment=${paymentId}&token=QUao9cqFzxPgvWJNi9aKac&amount=950000`)
    const result = { status: 'confirmed', transactionId: expect.stringMatching(/^SIMULATED/) }
    expect(returned.state()).toMatchObject({ state: 'success', result })
  })
})

describe('a payment without a booking in the browser edition', () => {
  test('is a trial with the trial amount and labels, recorded as one', async () => {
    const { $booking, state, payBy } = await page.open()
    expect([state(), $booking.get()]).toMatchObject([
      { state: 'selecting' },
      { trial: true, totalAmount: 120_000, planName: 'hot-desk', locationName: 'thamel-hub' },
    ])
    expect(await payBy('bank_transfer')).toMatchObject({ state: 'success', result: { status: 'received' } })
    expect(page.local.read('bookings')).toMatchObject([
      { status: 'pending_verification', amount: 120_000, trial: true, planName: 'hot-desk' },
    ])
  })

  test('starts a trial when the stored booking is invalid', async () => {
    for (const text of ['x', '[]', '{"bookingId":"BK-1","secret":"{"}', '{"bookingId":1}', 'null']) {
      page.local.entries.clear()
      page.local.entries.set('payment-store', text)
      const { $booking } = await page.open()
      expect($booking.get()?.trial).toBe(true)
    }
  })
})

describe('the browser edition without storage', () => {
  test('pays a booking that the payment URL carries, and restores it after a reload', async () => {
    page.local.state = page.tab.state = 'blocked'
    const { $booking, ledger, state } = await page.book()
    expect(state()).toEqual({ state: 'selecting' })
    expect($booking.get()).toMatchObject({ totalAmount: 950_000, status: 'held' })
    expect(page.address.href).toBe('http://localhost/payment')
    expect(ledger.unsavedKeys.get()).toContain('bookings')
    const reloaded = await page.open()
    expect(reloaded.$booking.get()).toMatchObject({ totalAmount: 950_000, status: 'held' })
    expect(reloaded.$booking.get()?.trial).toBeUndefined()
    const { payBy } = await page.book()
    expect(await payBy('bank_transfer')).toMatchObject({ state: 'success', result: { status: 'received' } })
  })

  test.each([
    ['blocked', 'blocked', 'esewa'],
    ['blocked', 'blocked', 'khalti'],
    ['blocked', 'blocked', 'stripe'],
    ['full', 'full', 'esewa'],
    ['full', 'full', 'bank_transfer'],
    ['full', 'open', 'esewa'],
    ['full', 'open', 'bank_transfer'],
  ] as const)('restores the payment after a reload (browser %s, tab %s, %s)', async (local, tab, method) => {
    page.local.state = local
    page.tab.state = tab
    const { payBy, completeSimulatedPayment, ledger, state } = await page.book()
    if (tab === 'open') expect(page.historyState).toBeNull()
    await payBy(method)
    completeSimulatedPayment('success')
    await waitForRequests()
    const status = method === 'bank_transfer' ? 'received' : 'confirmed'
    const paid = { state: 'success', result: { status, method } }
    expect(state()).toMatchObject(paid)
    expect(ledger.unsavedKeys.get()).toContain('bookings')
    const reloaded = await page.open(tab === 'open' ? '/payment' : page.address.pathname)
    expect(reloaded.state()).toMatchObject(paid)
    expect(reloaded.$booking.get()).toMatchObject({ totalAmount: 950_000 })
    expect(reloaded.$booking.get()?.trial).toBeUndefined()
    expect(reloaded.ledger.unsavedKeys.get()).toContain('bookings')
  })
})

describe('the page of a booking in the browser edition', () => {
  test.each(['open', 'blocked'] as const)(
    'shows a booking of this browser, also after a reload (storage: %s)',
    async (state) => {
      page.local.state = page.tab.state = state
      const { getYourBookingUrl, payBy } = await page.book()
      await payBy('bank_transfer')
      const url = getYourBookingUrl()
      if (state === 'open') expect(url).toBe('/your-booking')
      page.historyState = null
      for (const path of [url, '/your-booking']) {
        const { close } = await page.open(path)
        close()
        const { $yourBooking, openYourBooking } = await import('#stores/payment/your-booking.ts')
        const stop = openYourBooking()
        await waitForRequests()
        expect($yourBooking.get()).toMatchObject({
          state: 'booking',
          booking: { totalAmount: 950_000, status: 'pending_verification' },
        })
        expect(page.address.hash).toBe('')
        stop()
      }
      expect(page.requests).toEqual([])
    },
  )
})
