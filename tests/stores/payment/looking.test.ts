import { describe, expect, test } from 'vitest'
import { BOOKING_ID, MINUTE, NOW, Payer, refusal, settled, TRANSFER } from './payer.ts'

const ID = 'attempt-1-00000000'
const READ = `GET /api/bookings/${BOOKING_ID}`

describe('what there is to pay', () => {
  test.each([undefined, 'null', '', '{', '[]', '{"bookingId":7}', '"BK-1"'])(
    'storage with %s: there is nothing to pay yet',
    async (stored) => {
      const payer = new Payer()
      payer.storage.clear()
      if (stored !== undefined) payer.storage.set('payment-store', stored)
      expect((await payer.open()).state()).toEqual({ state: 'nothing' })
      expect((await payer.open('/payment/esewa/success')).state()).toEqual({ state: 'nothing' })
    },
  )

  test('a booking nobody knows is nothing to pay', async () => {
    const payer = new Payer()
    payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 'guess' }))
    expect((await payer.open()).state()).toEqual({ state: 'nothing' })
  })

  test('a server out of reach is said so, and asked again on demand', async () => {
    const payer = new Payer()
    payer.server.instead[READ] = () => 'unreachable'
    const page = await payer.open()
    expect(page.state()).toMatchObject({ state: 'unreadable', message: expect.stringContaining('reach the server') })
    delete payer.server.instead[READ]
    page.reload()
    await settled()
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('a booking that came with the address is taken, and the address lets go of it', async () => {
    const payer = new Payer()
    payer.storage.set('payment-store', JSON.stringify({ bookingId: 'BK-before', secret: 'old', paymentId: ID }))
    const page = await payer.open(`/payment#booking=${BOOKING_ID}&secret=s3cret`)
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(payer.address.href).toBe('http://localhost/payment')
    expect((await payer.open('/payment#booking=BK-2')).state()).toEqual({ state: 'selecting' })
  })

  test('until the answer is here, nothing is claimed', async () => {
    const payer = new Payer()
    payer.server.instead[READ] = () => 'never'
    expect((await payer.open()).state()).toEqual({ state: 'reading' })
  })

  test('what the site offers may be missing', async () => {
    const payer = new Payer()
    payer.server.instead['GET /api/site'] = () => refusal(503, 'not_ready')
    const page = await payer.open()
    expect(page.$site.get()).toBeNull()
    expect(page.state()).toEqual({ state: 'selecting' })
  })
})

/** How things stand on the server, and what every way onto the page must then show. */
const STANDINGS: [string, (payer: Payer) => void, Record<string, unknown>][] = [
  ['held', () => {}, { state: 'selecting' }],
  ['sent to the gateway', (payer) => sendAway(payer), { state: 'pending', view: 'redirected' }],
  ['cancelled at the gateway', (payer) => sendAway(payer).settle(ID, 'cancelled'), { state: 'selecting' }],
  [
    'paid',
    (payer) => sendAway(payer).settle(ID, 'confirmed'),
    { state: 'success', receipt: { status: 'confirmed', transactionId: '0007G36' } },
  ],
  ['another amount', (payer) => sendAway(payer).settle(ID, 'mismatch'), { state: 'pending', view: 'staff' }],
  [
    'another amount, in another browser',
    (payer) => {
      sendAway(payer).settle(ID, 'mismatch')
      payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret' }))
    },
    { state: 'pending', view: 'staff' },
  ],
  [
    'another amount, a transfer announced as well',
    (payer) => {
      sendAway(payer).settle(ID, 'mismatch')
      payer.server.payments.push({
        id: 'transfer-00000001',
        method: 'bank_transfer',
        state: 'pending',
        transactionId: null,
      })
    },
    { state: 'pending', view: 'staff' },
  ],
  [
    'paid too late',
    (payer) => sendAway(payer).settle(ID, 'confirmed', 'needs_decision'),
    { state: 'success', receipt: { status: 'needs_decision' } },
  ],
  [
    'transfer announced',
    (payer) => {
      payer.server.state = 'pending_verification'
      payer.server.payments.push({ id: ID, method: 'bank_transfer', state: 'pending', transactionId: null })
    },
    { state: 'success', receipt: { status: 'received', transfer: TRANSFER } },
  ],
  [
    'transfer seen by staff',
    (payer) => {
      payer.server.payments.push({ id: ID, method: 'bank_transfer', state: 'pending', transactionId: null })
      payer.server.settle(ID, 'confirmed')
    },
    { state: 'success', receipt: { status: 'confirmed', method: 'bank_transfer' } },
  ],
  [
    'hold over, not yet swept',
    (payer) => {
      payer.server.expiresAt = NOW
    },
    { state: 'ended' },
  ],
  [
    'expired',
    (payer) => {
      payer.server.state = 'expired'
    },
    { state: 'ended' },
  ],
  [
    'expired while the gateway is still open',
    (payer) => {
      sendAway(payer).state = 'expired'
    },
    { state: 'pending', view: 'checking' },
  ],
  [
    'cancelled',
    (payer) => {
      payer.server.state = 'cancelled'
    },
    { state: 'ended' },
  ],
]

function sendAway(payer: Payer) {
  payer.server.payments.push({ id: ID, method: 'esewa', state: 'pending', transactionId: null })
  payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret', paymentId: ID }))
  return payer.server
}

describe('every way onto the page ends in the true state', () => {
  test.each(STANDINGS)('%s: first visit, reload, second tab', async (_, arrange, shown) => {
    const payer = new Payer()
    arrange(payer)
    for (let visit = 0; visit < 3; visit++) expect((await payer.open('/payment')).state()).toMatchObject(shown)
  })

  test.each(STANDINGS)('%s: a page that was choosing is looked at again', async (_, arrange, shown) => {
    const payer = new Payer()
    const page = await payer.open()
    arrange(payer)
    await payer.remember(JSON.parse(payer.storage.get('payment-store') ?? 'null'))
    await payer.comeBack()
    expect(page.state()).toMatchObject(shown)
  })

  test('the back button out of the cache: the payment is asked about', async () => {
    const payer = new Payer()
    const page = await payer.open()
    await page.startPayment()
    payer.server.settle(ID, 'confirmed')
    await payer.comeBack()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
  })

  test('a received transfer becomes successful once staff have seen the money', async () => {
    const payer = new Payer()
    const page = await payer.open()
    page.selectMethod('bank_transfer')
    await page.startPayment()
    payer.server.settle(ID, 'confirmed')
    await payer.comeBack()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
  })

  test('a failed question changes nothing that is shown', async () => {
    const payer = new Payer()
    const page = await payer.open()
    page.selectMethod('khalti')
    payer.server.instead[READ] = () => 'unreachable'
    await payer.comeBack()
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$method.get()).toBe('khalti')
  })

  test('a try that failed says so until it is tried again', async () => {
    const payer = new Payer()
    const page = await payer.open()
    page.selectMethod('stripe')
    await page.startPayment()
    const shown = page.state()
    await payer.comeBack()
    expect(page.state()).toBe(shown)
  })

  test('another tab books anew: this one is about the new booking', async () => {
    const payer = new Payer()
    payer.server.state = 'confirmed'
    const page = await payer.open()
    await payer.remember({ bookingId: 'BK-1796282100000-AAAA', secret: 'other' })
    expect(page.state()).toEqual({ state: 'nothing' })
    await payer.remember(null)
    expect(page.state()).toEqual({ state: 'nothing' })
  })

  test('a link to pay that is opened in this tab: the page is about its booking, and its address is clean', async () => {
    const payer = new Payer()
    payer.server.state = 'confirmed'
    const page = await payer.open()
    payer.address.hash = 'booking=BK-1796282100000-AAAA&secret=other'
    window.dispatchEvent(new PopStateEvent('popstate'))
    await settled()
    expect(page.state()).toEqual({ state: 'nothing' })
    expect(payer.address.hash).toBe('')
    expect(payer.storage.get('payment-store')).toContain('BK-1796282100000-AAAA')
  })

  test('a return page without its query remembers which payment it was about', async () => {
    const payer = new Payer()
    await (await payer.open()).startPayment()
    await payer.open(`/payment/esewa/failure?payment=${ID}`)
    payer.server.settle(ID, 'failed')
    expect((await payer.open()).state()).toMatchObject({ state: 'error' })
    payer.server.settle(ID, 'confirmed')
    expect((await payer.open()).state()).toMatchObject({ state: 'success' })
  })

  test('the visitor’s clock plays no part', async () => {
    for (const skew of [-3 * 3_600_000, 0, 40 * MINUTE]) {
      const payer = new Payer()
      payer.skew = skew
      expect((await payer.open()).state()).toEqual({ state: 'selecting' })
    }
  })
})
