import { describe, expect, test } from 'vitest'
import { BOOKING_ID, errorResponse, ID, MINUTE, NOW, openPayer, Payer, TRANSFER, waitForRequests } from './payer.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`

describe('the booking to pay', () => {
  const INVALID = [undefined, 'null', '', '{', '[]', '{"bookingId":7}', '"BK-1"']
  test.each(INVALID)('is missing when storage holds %s', async (stored) => {
    const payer = new Payer()
    payer.local.entries.clear()
    if (stored !== undefined) payer.local.entries.set('payment-store', stored)
    expect((await payer.open()).state()).toEqual({ state: 'no_booking' })
    expect((await payer.open('/payment/esewa/success')).state()).toEqual({ state: 'no_booking' })
  })

  test('is missing when the server does not know it', async () => {
    const payer = new Payer()
    payer.store({ secret: 'guess' })
    expect((await payer.open()).state()).toEqual({ state: 'no_booking' })
  })

  test('cannot be shown while the server is unreachable, and loads on demand', async () => {
    const { payer, page } = await openPayer({ overrides: { [READ]: () => 'unreachable' } })
    expect(page.state()).toMatchObject({ state: 'load_failed', message: expect.stringContaining('reach the server') })
    delete payer.server.overrides[READ]
    page.reload()
    await waitForRequests()
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('is read from the fragment, which is removed from the address', async () => {
    const payer = new Payer()
    payer.store({ bookingId: 'BK-before', secret: 'old', paymentId: ID })
    const page = await payer.open(`/payment#booking=${BOOKING_ID}&secret=s3cret`)
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(payer.address.href).toBe('http://localhost/payment')
    expect((await payer.open('/payment#booking=BK-2')).state()).toEqual({ state: 'selecting' })
  })

  test.each([READ, 'GET /api/site'])('is loading until the response to %s arrives', async (request) => {
    const { payer, page } = await openPayer({ overrides: { [request]: () => 'never' } })
    expect(page.state()).toEqual({ state: 'loading' })
    expect(payer.server.requestsTo(/GET .*bookings/)).toHaveLength(1)
  })

  test('can be paid when the site’s capabilities do not load', async () => {
    const { page } = await openPayer({ overrides: { 'GET /api/site': () => errorResponse(503, 'not_ready') } })
    expect(page.$site.get()).toBeNull()
    expect(page.state()).toEqual({ state: 'selecting' })
  })
})

const STAFF = { state: 'pending', view: 'staff' }

/** States on the server and the screen that each must show. */
const STATES: [string, (payer: Payer) => void, Record<string, unknown>][] = [
  ['held', () => {}, { state: 'selecting' }],
  ['sent to the gateway', (payer) => startAtGateway(payer), { state: 'pending', view: 'redirected' }],
  ['cancelled at the gateway', (payer) => startAtGateway(payer).settle('cancelled'), { state: 'selecting' }],
  [
    'paid',
    (payer) => startAtGateway(payer).settle('confirmed'),
    { state: 'success', result: { status: 'confirmed', transactionId: '0007G36' } },
  ],
  ['another amount', (payer) => startAtGateway(payer).settle('mismatch'), STAFF],
  ['another amount, in another browser', ({ server }) => server.addPayment().settle('mismatch'), STAFF],
  [
    'another amount, a transfer announced as well',
    (payer) => {
      startAtGateway(payer).settle('mismatch')
      payer.server.addPayment({ id: 'transfer-00000001', method: 'bank_transfer' })
    },
    STAFF,
  ],
  [
    'paid too late',
    (payer) => startAtGateway(payer).settle('confirmed', 'needs_decision'),
    { state: 'success', result: { status: 'needs_decision' } },
  ],
  [
    'transfer announced',
    ({ server }) => server.addPayment({ method: 'bank_transfer' }).set({ state: 'pending_verification' }),
    { state: 'success', result: { status: 'received', transfer: TRANSFER } },
  ],
  [
    'transfer seen by staff',
    ({ server }) => server.addPayment({ method: 'bank_transfer' }).settle('confirmed'),
    { state: 'success', result: { status: 'confirmed', method: 'bank_transfer' } },
  ],
  ['hold over, not yet swept', ({ server }) => server.set({ expiresAt: NOW }), { state: 'ended' }],
  ['expired', ({ server }) => server.set({ state: 'expired' }), { state: 'ended' }],
  [
    'expired while the gateway is still open',
    (payer) => startAtGateway(payer).set({ state: 'expired' }),
    { state: 'pending', view: 'checking' },
  ],
  ['cancelled', ({ server }) => server.set({ state: 'cancelled' }), { state: 'ended' }],
]

function startAtGateway(payer: Payer) {
  payer.store({ paymentId: ID })
  return payer.server.addPayment()
}

describe('openPaymentScreen', () => {
  test.each(STATES)('shows "%s" on the first visit, after a reload and in a second tab', async (_, arrange, shown) => {
    const payer = new Payer()
    arrange(payer)
    for (let visit = 0; visit < 3; visit++) expect((await payer.open('/payment')).state()).toMatchObject(shown)
  })

  test.each(STATES)('shows "%s" when the page becomes visible again', async (_, arrange, shown) => {
    const { payer, page } = await openPayer()
    arrange(payer)
    await payer.storeInOtherTab(JSON.parse(payer.local.entries.get('payment-store') ?? 'null'))
    await payer.makeVisible()
    expect(page.state()).toMatchObject(shown)
  })

  test.each([
    ['after the back button', 'esewa'],
    ['of a transfer that staff have confirmed', 'bank_transfer'],
  ] as const)('shows the payment %s as successful', async (_, method) => {
    const { payer, page } = await openPayer({ method })
    payer.server.settle('confirmed')
    await payer.makeVisible()
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
  })

  test('changes nothing when a refresh fails', async () => {
    const { payer, page } = await openPayer()
    page.selectMethod('khalti')
    payer.server.overrides[READ] = () => 'unreachable'
    await payer.makeVisible()
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$method.get()).toBe('khalti')
  })

  test('keeps a failed attempt on the screen until it is retried', async () => {
    const { payer, page } = await openPayer({ method: 'stripe' })
    const shown = page.state()
    await payer.makeVisible()
    expect(page.state()).toBe(shown)
  })

  test('shows the booking that another tab has placed', async () => {
    const { payer, page } = await openPayer({ state: 'confirmed' })
    await payer.storeInOtherTab({ bookingId: 'BK-1796282100000-AAAA', secret: 'other' })
    expect(page.state()).toEqual({ state: 'no_booking' })
    await payer.storeInOtherTab(null)
    expect(page.state()).toEqual({ state: 'no_booking' })
  })

  test('shows the booking of a payment link opened in this tab and removes the fragment', async () => {
    const { payer, page } = await openPayer({ state: 'confirmed' })
    payer.address.hash = 'booking=BK-1796282100000-AAAA&secret=other'
    window.dispatchEvent(new PopStateEvent('popstate'))
    await waitForRequests()
    expect(page.state()).toEqual({ state: 'no_booking' })
    expect(payer.address.hash).toBe('')
    expect(payer.local.entries.get('payment-store')).toContain('BK-1796282100000-AAAA')
  })

  test('remembers the payment of a return URL without its query', async () => {
    const { payer } = await openPayer({ method: 'esewa' })
    await payer.open(`/payment/esewa/failure?payment=${ID}`)
    payer.server.settle('failed')
    expect((await payer.open()).state()).toMatchObject({ state: 'error' })
    payer.server.settle('confirmed')
    expect((await payer.open()).state()).toMatchObject({ state: 'success' })
  })

  test('does not depend on the visitor’s clock', async () => {
    for (const skew of [-3 * 3_600_000, 0, 40 * MINUTE]) {
      const payer = new Payer()
      payer.skew = skew
      expect((await payer.open()).state()).toEqual({ state: 'selecting' })
    }
  })
})
