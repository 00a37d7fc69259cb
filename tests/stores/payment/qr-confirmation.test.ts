import { afterEach, describe, expect, test } from 'vitest'
import { errorResponse, ID, openPayer, waitForRequests } from './payer.ts'

let stop = () => {}
afterEach(() => stop())

/** Opens the screen of a QR code that its provider confirms, and polls. */
async function openCode() {
  const { payer, page } = await openPayer({ methods: new Set(['qr_payment']) })
  let isVisible = true
  page.replaceEnvironment({ isVisible: () => isVisible })
  await page.payBy('qr_payment')
  const { $confirmation, checkQrPayment, watchQrPayment } = await import('#stores/payment/qr-confirmation.ts')
  stop = watchQrPayment(ID)
  await waitForRequests()
  const countChecks = () => payer.server.requestsTo(/verify$/).length
  const hide = () => {
    isVisible = false
  }
  return { payer, page, $confirmation, checkQrPayment, countChecks, hide }
}

describe('watchQrPayment', () => {
  test('checks every three seconds, and shows the payment within five seconds', async () => {
    const { payer, page, countChecks } = await openCode()
    expect(countChecks()).toBe(1)
    await payer.advance(3_000)
    await payer.advance(3_000)
    expect(countChecks()).toBe(3)
    expect(page.state()).toMatchObject({ state: 'qr_payment' })
    payer.server.settle('confirmed')
    await payer.advance(3_000)
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
    await payer.advance(60_000)
    expect(countChecks()).toBe(4)
  })

  test('checks every 15 seconds while the page is hidden, and at once when it is shown', async () => {
    const { payer, countChecks, hide } = await openCode()
    hide()
    await payer.advance(3_000)
    expect(countChecks()).toBe(2)
    await payer.advance(14_999)
    expect(countChecks()).toBe(2)
    await payer.advance(1)
    expect(countChecks()).toBe(3)
    await payer.makeVisible()
    expect(countChecks()).toBe(4)
  })

  test('waits as long as the server asks', async () => {
    const { payer, countChecks } = await openCode()
    payer.server.overrides['POST /api/payments/verify'] = () => errorResponse(429, 'too_many', { retryAfter: 10 })
    await payer.advance(3_000)
    await payer.advance(9_999)
    expect(countChecks()).toBe(2)
    await payer.advance(1)
    expect(countChecks()).toBe(3)
  })

  test('continues after an unreachable server', async () => {
    const { payer, page, $confirmation } = await openCode()
    payer.server.overrides['POST /api/payments/verify'] = () => 'unreachable'
    await payer.advance(3_000)
    expect($confirmation.get().status).toBeUndefined()
    delete payer.server.overrides['POST /api/payments/verify']
    payer.server.settle('confirmed')
    await payer.advance(3_000)
    expect(page.state()).toMatchObject({ state: 'success' })
  })

  test.each([
    ['failed', { state: 'error', message: 'Payment verification failed' }],
    ['cancelled', { state: 'error', detail: 'the payment was not completed.' }],
    ['mismatch', { state: 'pending', view: 'staff' }],
  ] as const)('shows a payment that is %s', async (state, screen) => {
    const { payer, page } = await openCode()
    payer.server.settle(state)
    await payer.advance(3_000)
    expect(page.state()).toMatchObject(screen)
  })

  test('changes nothing after the payer left the code', async () => {
    const { payer, page, countChecks } = await openCode()
    await page.retry()
    payer.server.settle('confirmed', 'held')
    const before = countChecks()
    await payer.advance(20_000)
    expect(countChecks() - before).toBeLessThanOrEqual(1)
    expect(page.state()).toMatchObject({ state: 'selecting' })
  })
})

describe('checkQrPayment', () => {
  test('checks at once, and says that the payment has not arrived', async () => {
    const { $confirmation, checkQrPayment, countChecks } = await openCode()
    checkQrPayment()
    expect($confirmation.get()).toEqual({ isQuerying: true })
    checkQrPayment()
    await waitForRequests()
    expect(countChecks()).toBe(2)
    expect($confirmation.get()).toEqual({
      isQuerying: false,
      status: 'We have not received your payment yet. This page keeps checking.',
    })
  })

  test('shows why a check failed', async () => {
    const { payer, $confirmation, checkQrPayment } = await openCode()
    payer.server.overrides['POST /api/payments/verify'] = () => 'unreachable'
    checkQrPayment()
    await waitForRequests()
    expect($confirmation.get().status).toContain('connection')
  })
})
