import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEdition } from '#build/edition.ts'
import { KeptStorage } from '../../support/kept.ts'
import { order } from '../../support/orders.ts'
import { settled } from './payer.ts'

const NOW = Date.parse('2026-12-03T07:15:00Z')

/** The payment screen of the edition without a server: every page load begins with storage and history alone. */
class Page {
  readonly local = new KeptStorage()
  readonly tab = new KeptStorage()
  readonly posted: { action: string; fields: Readonly<Record<string, string>> }[] = []
  readonly asked: { address: string; body: string }[] = []
  /** What eSewa's record says; nothing where it cannot be reached. */
  reply: string | undefined
  address = new URL('http://localhost/payment')
  remembered: unknown = null
  left = ''

  async open(path = '/payment') {
    vi.resetModules()
    // As the build does (build/edition.ts).
    vi.doMock('#stores/ledger/index.ts', () => import('#stores/ledger/browser/index.ts'))
    this.address = new URL(path, 'http://localhost')
    const { replaceEnvironment } = await import('#stores/environment.ts')
    replaceEnvironment({
      storage: this.local.storage,
      tabStorage: this.tab.storage,
      now: () => NOW,
      later: () => () => {},
      locks: () => undefined,
      address: () => new URL(this.address),
      showAddress: (address) => {
        this.address = new URL(address)
      },
      remembered: () => this.remembered,
      remember: (value) => {
        this.remembered = structuredClone(value)
      },
      onReturn: () => () => {},
      navigate: (url) => {
        this.left = url
      },
      postForm: (action, fields) => this.posted.push({ action, fields }),
      cardProvider: () => Promise.reject(new Error('no provider is asked here')),
      request: async (address, init) => {
        this.asked.push({ address: String(address), body: String(init?.body) })
        if (this.reply === undefined) throw new TypeError('no network')
        return new Response(this.reply)
      },
    })
    const stores = {
      ...(await import('#stores/payment/screen.ts')),
      ...(await import('#stores/payment/booking.ts')),
      ...(await import('#stores/payment/open-payment-screen.ts')),
      ...(await import('#stores/payment/refresh.ts')),
      ...(await import('#stores/payment/start-payment.ts')),
      ...(await import('#stores/current-booking.ts')),
      ledger: (await import('#stores/ledger/index.ts')).ledger,
    }
    stores.openPaymentScreen()
    await settled()
    return {
      ...stores,
      state: () => stores.$screen.get(),
      payBy: async (method: Parameters<typeof stores.selectMethod>[0]) => {
        stores.selectMethod(method)
        await stores.startPayment()
        await settled()
        return stores.$screen.get()
      },
    }
  }

  /** A booking from the wizard, and the payment screen that it leads to. */
  async book(payment = '/payment') {
    const { ledger, setCurrentBooking, getPaymentUrl } = await this.open('/booking')
    const placed = await ledger.place(order(), 'a key that is long enough')
    if (!placed.ok) throw new Error(JSON.stringify(placed))
    setCurrentBooking(placed.value)
    this.remembered = null
    return this.open(getPaymentUrl().replace('/payment', payment))
  }
}

const use = (environment: Record<string, string> = {}) =>
  Object.assign(globalThis, { EDITION: readEdition({ PUBLIC_BACKEND: 'browser', ...environment }) })

let page: Page
beforeEach(() => {
  use()
  page = new Page()
})
afterEach(() => vi.resetModules())

describe('simulated gateways', () => {
  test.each([
    ['esewa', '/payment/esewa/success', 950_000],
    ['khalti', '/payment', 950_000],
    ['stripe', '/payment', 984_250],
  ] as const)('%s is paid by the gateway’s own way back', async (method, path, amount) => {
    const { payBy, completeSimulatedPayment, $site, state } = await page.book()
    expect($site.get()?.methods.find(({ id }) => id === method)?.simulated).toBe(true)
    expect(await payBy(method)).toMatchObject({ state: 'pending', view: 'simulated' })
    completeSimulatedPayment('paid')
    await settled()
    expect(state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed', method, amount } })
    expect([page.address.pathname, page.address.search]).toEqual([path, ''])
    const again = await page.open(page.address.pathname)
    expect(again.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
    expect((await page.open()).state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
    expect([page.asked, page.posted]).toEqual([[], []])
  })

  test.each([
    ['esewa', { message: 'Payment verification failed', detail: 'eSewa payment failed' }],
    [
      'khalti',
      {
        message: 'Payment verification failed',
        detail: 'Khalti payment failed',
        gatewayMessage: 'The payment was refused',
      },
    ],
    [
      'stripe',
      { message: 'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.' },
    ],
  ] as const)('%s refused says so, and the booking can be paid again', async (method, failure) => {
    const { payBy, completeSimulatedPayment, state, retryPayment } = await page.book()
    await payBy(method)
    completeSimulatedPayment('refused')
    await settled()
    expect(state()).toEqual({ state: 'error', ...failure })
    retryPayment()
    await settled()
    expect(state()).toEqual({ state: 'selecting' })
  })

  test('whoever looks away while they choose finds the choice again', async () => {
    const { payBy, refreshQuietly, state } = await page.book()
    const chosen = await payBy('esewa')
    await refreshQuietly()
    expect(state()).toEqual(chosen)
    expect((await page.open()).state()).toEqual({ state: 'selecting' })
  })
})

test('a simulated upload of a receipt takes one second', async () => {
  const { ledger, $currentBooking, payBy } = await page.book()
  await payBy('qr_payment')
  const delays: number[] = []
  const { replaceEnvironment } = await import('#stores/environment.ts')
  replaceEnvironment({
    later: (run, milliseconds) => {
      delays.push(milliseconds)
      run()
      return () => {}
    },
  })
  const handle = $currentBooking.get()
  if (!handle?.paymentId) throw new Error('no payment was started')
  const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])])
  expect(await ledger.sendReceipt(handle, handle.paymentId, png)).toMatchObject({ ok: true })
  expect(delays).toEqual([1_000])
})

describe('eSewa with a merchant’s code', () => {
  beforeEach(() => use({ PUBLIC_DEMO_ESEWA_MERCHANT: 'EPAYTEST' }))

  const back = async (reply: string | undefined) => {
    const { payBy } = await page.book()
    await payBy('esewa')
    const { pid, amt } = page.posted[0]?.fields ?? {}
    page.reply = reply
    return page.open(`/payment/esewa/success?oid=${pid}&amt=${amt}&refId=0007G36`)
  }

  test('submits the hidden form of eSewa v1', async () => {
    const { payBy } = await page.book()
    expect(await payBy('esewa')).toMatchObject({ state: 'pending', view: 'redirected' })
    const [form] = page.posted
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

  test('has paid when its record says so', async () => {
    expect((await back(' Success\n')).state()).toMatchObject({
      state: 'success',
      receipt: { status: 'confirmed', transactionId: '0007G36' },
    })
    const pid = page.posted[0]?.fields.pid
    expect(page.asked).toEqual([
      {
        address: 'https://uat.esewa.com.np/epay/transrec',
        body: `amt=9500.00&rid=0007G36&pid=${pid}&scd=EPAYTEST`,
      },
    ])
  })

  test.each(['failure', '', '<html>success</html>', undefined])('has not where it says %j', async (reply) => {
    expect((await back(reply)).state()).toMatchObject({ state: 'error', message: 'Payment verification failed' })
  })
})

describe('Khalti with a public key', () => {
  beforeEach(() => use({ PUBLIC_DEMO_KHALTI_KEY: 'test_public_key_1' }))

  test('opens its own window with the published settings, and says that nobody verifies its response', async () => {
    const { ledger, $currentBooking, $site, open } = { ...(await page.book()), open: page.open.bind(page) }
    const khalti = $site.get()?.methods.find(({ id }) => id === 'khalti')
    expect([khalti?.simulated, khalti?.note]).toEqual([undefined, expect.stringContaining('simulated')])
    const handle = $currentBooking.get()
    const started = handle && (await ledger.startPayment(handle, 'khalti'))
    if (!started?.ok || started.value.next.kind !== 'khalti_window') throw new Error('no window')
    const { paymentId, next } = started.value
    expect(next).toMatchObject({
      publicKey: 'test_public_key_1',
      productIdentity: paymentId,
      productUrl: 'http://localhost/booking',
      paymentPreference: ['KHALTI', 'EBANKING', 'MOBILE_BANKING', 'CONNECT_IPS', 'SCT'],
      amount: 950_000,
    })
    const back = await open(`/payment?payment=${paymentId}&token=QUao9cqFzxPgvWJNi9aKac&amount=950000`)
    expect(back.state()).toMatchObject({
      state: 'success',
      receipt: { status: 'confirmed', transactionId: expect.stringMatching(/^SIMULATED/) },
    })
  })
})

describe('a payment without a booking', () => {
  test('is a trial with the trial amount and labels, and is recorded as one', async () => {
    const { $booking, state, payBy } = await page.open()
    expect([state(), $booking.get()]).toMatchObject([
      { state: 'selecting' },
      { trial: true, totalAmount: 120_000, planName: 'hot-desk', locationName: 'thamel-hub' },
    ])
    expect(await payBy('bank_transfer')).toMatchObject({ state: 'success', receipt: { status: 'received' } })
    expect(page.local.read('bookings')).toMatchObject([
      { status: 'pending_verification', amount: 120_000, trial: true, planName: 'hot-desk' },
    ])
  })

  test('garbage where a booking was remembered is no booking', async () => {
    for (const text of ['x', '[]', '{"bookingId":"BK-1","secret":"{"}', '{"bookingId":1}', 'null']) {
      page.local.entries.clear()
      page.local.entries.set('payment-store', text)
      const { $booking } = await page.open()
      expect($booking.get()?.trial).toBe(true)
    }
  })
})

describe('a browser that keeps nothing', () => {
  beforeEach(() => {
    page.local.state = 'blocked'
    page.tab.state = 'blocked'
  })

  test('pays all the same: the booking goes along with what opens it', async () => {
    const { payBy, $booking, ledger, state } = await page.book()
    expect(state()).toEqual({ state: 'selecting' })
    expect($booking.get()).toMatchObject({ totalAmount: 950_000, status: 'held' })
    expect(page.address.href).toBe('http://localhost/payment')
    expect(ledger.unsavedKeys.get()).toContain('bookings')
    expect(await payBy('bank_transfer')).toMatchObject({ state: 'success', receipt: { status: 'received' } })
  })

  test('finds the booking again when the page is loaded anew', async () => {
    await page.book()
    const { $booking } = await page.open()
    expect($booking.get()).toMatchObject({ totalAmount: 950_000, status: 'held' })
    expect($booking.get()?.trial).toBeUndefined()
  })

  test.each(['esewa', 'khalti', 'stripe'] as const)(
    'ends a simulated payment with %s, and finds it after a reload',
    async (method) => {
      const { payBy, completeSimulatedPayment, state, ledger } = await page.book()
      await payBy(method)
      completeSimulatedPayment('paid')
      await settled()
      const paid = { state: 'success', receipt: { status: 'confirmed', method } }
      expect(state()).toMatchObject(paid)
      expect(ledger.unsavedKeys.get()).toContain('bookings')
      const again = await page.open(page.address.pathname)
      expect(again.state()).toMatchObject(paid)
      expect(again.ledger.unsavedKeys.get()).toContain('bookings')
    },
  )

  test.each(['esewa', 'bank_transfer'] as const)(
    'both storages full: %s ends and outlives a reload',
    async (method) => {
      page.local.state = 'full'
      page.tab.state = 'full'
      const { payBy, completeSimulatedPayment } = await page.book()
      await payBy(method)
      completeSimulatedPayment('paid')
      await settled()
      const again = await page.open(page.address.pathname)
      expect(again.state()).toMatchObject({ state: 'success' })
      expect(again.$booking.get()?.trial).toBeUndefined()
    },
  )

  test.each(['esewa', 'bank_transfer'] as const)('full storage: the tab keeps what was done by %s', async (method) => {
    page.local.state = 'full'
    page.tab.state = 'open'
    const { payBy, completeSimulatedPayment } = await page.book()
    expect(page.remembered).toBeNull()
    await payBy(method)
    completeSimulatedPayment('paid')
    await settled()
    const again = await page.open()
    expect(again.state()).toMatchObject({ state: 'success' })
    expect(again.$booking.get()).toMatchObject({ totalAmount: 950_000 })
    expect(again.ledger.unsavedKeys.get()).toContain('bookings')
  })
})
