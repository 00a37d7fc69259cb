import { describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import {
  approvePayment,
  markReviewed,
  recheckPayment,
  rejectPayment,
  restoreSeats,
} from '#stores/admin/payments/decision.ts'
import { $paymentAction, $status, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { resolveRefund, sendRefund } from '#stores/admin/payments/refund.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { $selectedPayment } from '#stores/admin/payments/selected-payment.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { paymentView } from '../../support/payment-view.ts'
import {
  CONFIRMED,
  decidedBy,
  getQueueIds,
  INPUT,
  openQueueAndPayment,
  PAYMENTS,
  paths,
  QUEUE,
  queueOf,
  withPayments,
} from './payments-tab.ts'
import { errorBody } from './staff-tab.ts'

const tab = withPayments()

describe('a decision on a payment', () => {
  test('sends the displayed state, then selects and announces the next payment', async () => {
    await openQueueAndPayment('a', 'a', 'b')
    openPaymentForm('approve')
    void approvePayment(paymentView('a'), INPUT)
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'NIC 123', expectedState: 'pending' }
    expect(tab.requests).toMatchObject([{ path: `${PAYMENTS}/a/decision`, body }])
    expect($paymentAction.get().busy).toBe(true)
    await tab.next.respond(200, CONFIRMED)
    await tab.next.respond(200, queueOf('b'))
    await tab.next.respond(200, paymentView('b'))
    expect($selectedPayment.get()).toMatchObject({ id: 'b' })
    expect(getQueueIds()).toEqual(['a done', 'b'])
    expect($status.get()).toMatch(/^Approved: Payer a, .*9,500\. Next: Payer b\.$/)
    expect($paymentAction.get()).toEqual({ busy: false, fields: {} })
  })

  test('keeps the payment selected while it still waits', async () => {
    await openQueueAndPayment('a', 'a', 'b')
    const alert = { alert: 'paid_twice', raised: 'r1' } as const
    void markReviewed(paymentView('a', { state: 'confirmed' }), alert, 'Kept for January')
    expect(tab.requests).toMatchObject([{ body: { decision: 'seen', ...alert, reason: 'Kept for January' } }])
    await tab.next.respond(200, CONFIRMED)
    await tab.next.respond(200, queueOf('a', 'b'))
    await tab.next.respond(200, paymentView('a', { state: 'confirmed' }))
    expect($selectedPayment.get()).toMatchObject({ state: 'open', id: 'a' })
    expect($status.get()).toMatch(/^Resolved: Payer a, .*9,500\.$/)
  })

  test('closes the last payment', async () => {
    await openQueueAndPayment('a', 'a')
    void restoreSeats(paymentView('a', { state: 'confirmed' }))
    expect(tab.requests).toMatchObject([{ body: { decision: 'give_place', expectedState: 'confirmed' } }])
    await tab.next.respond(200, CONFIRMED)
    await tab.next.respond(200, queueOf())
    expect($selectedPayment.get()).toEqual({ state: 'none' })
  })

  test('is not sent without an amount, a transaction or a reason', async () => {
    await openQueueAndPayment('a', 'a')
    await approvePayment(paymentView('a'), { ...INPUT, rupees: 'much', transactionId: ' ' })
    expect(Object.keys($paymentAction.get().fields)).toEqual(['amount', 'transactionId'])
    await rejectPayment(paymentView('a'), ' no')
    expect(Object.keys($paymentAction.get().fields)).toEqual(['reason'])
    expect(tab.requests).toEqual([])
  })

  test('keeps its form open when it is rejected, and reloads the payment', async () => {
    await openQueueAndPayment('a', 'a')
    openPaymentForm('approve')
    const fields = { amount: 'Compare with the account' }
    await tab.respondTo(approvePayment(paymentView('a'), INPUT), 422, errorBody('invalid', { fields }))
    expect($paymentAction.get()).toEqual({ form: 'approve', busy: false, fields })
    expect(tab.requests).toEqual([])
    const late = errorBody('not_decidable', { message: 'Maya was faster.' })
    await tab.respondTo(approvePayment(paymentView('a'), INPUT), 409, late)
    expect(paths()).toEqual([QUEUE, `${PAYMENTS}/a`])
    await tab.requests[1]?.respond(200, { ...paymentView('a'), lastDecision: decidedBy('maya@chautari.example') })
    expect($paymentAction.get()).toMatchObject({
      form: 'approve',
      busy: false,
      fields: {},
      problem: 'Maya was faster.',
    })
  })

  test('is preceded by a recheck, which reloads the selected payment', async () => {
    await openQueueAndPayment('a', 'a')
    void recheckPayment(paymentView('a'))
    expect(tab.requests).toMatchObject([{ method: 'POST', path: `${PAYMENTS}/a/question` }])
    await tab.next.respond(200, { state: 'pending', bookingState: 'held' })
    expect(paths()).toEqual([QUEUE, `${PAYMENTS}/a`])
    expect($status.get()).toBe('The gateway was checked.')
  })
})

describe('a response about a payment after another one was selected', () => {
  const idleForm = { form: 'approve', busy: false, fields: {} }
  const failed = { state: 'failed', bookingState: 'expired' }
  /** Sends an action about `a`, then selects `b` and opens a form there. */
  async function openOtherDuringRequest(send: () => unknown) {
    await openQueueAndPayment('a', 'a', 'b')
    openPaymentForm('reject')
    void send()
    const sent = tab.next
    await tab.respondTo(selectPayment('b'), 200, paymentView('b'))
    openPaymentForm('approve')
    return sent
  }
  const expectOtherUnchanged = () => {
    expect($selectedPayment.get()).toMatchObject({ state: 'open', id: 'b' })
    expect(tab.url.search).toBe('?open=b')
    expect($paymentAction.get()).toEqual(idleForm)
  }

  test('shows a toast with the payer after a failure', async () => {
    const sent = await openOtherDuringRequest(() => rejectPayment(paymentView('a'), 'Not received'))
    await sent.respond(500, errorBody('internal'))
    expectOtherUnchanged()
    expect($toasts.get()).toMatchObject([
      { failedAction: { name: 'Payer a', href: '/admin/payments?open=a', isOutcomeUnknown: true } },
    ])
    expect(paths()).toEqual([QUEUE])
  })

  test.each([
    ['decided', () => rejectPayment(paymentView('a'), 'Not received'), /^Rejected: Payer a, .*9,500\.$/],
    ['rechecked', () => recheckPayment(paymentView('a')), /^Payer a: The gateway was checked\.$/],
  ])('announces the payer after it was %s', async (_, send, message) => {
    const sent = await openOtherDuringRequest(send)
    await sent.respond(200, failed)
    await tab.next.respond(200, queueOf('b'))
    expectOtherUnchanged()
    expect($status.get()).toMatch(message)
    expect(getQueueIds()).toEqual(['a done', 'b'])
    expect(tab.requests).toEqual([])
  })

  test('keeps a payment selected while the queue was reloading', async () => {
    await openQueueAndPayment('a', 'a', 'b', 'c')
    await tab.respondTo(rejectPayment(paymentView('a'), 'Not received'), 200, failed)
    const queue = tab.next
    await tab.respondTo(selectPayment('c'), 200, paymentView('c'))
    openPaymentForm('approve')
    await queue.respond(200, queueOf('b', 'c'))
    expect($selectedPayment.get()).toMatchObject({ state: 'open', id: 'c' })
    expect($paymentAction.get()).toEqual(idleForm)
    expect($status.get()).toMatch(/^Rejected: Payer a, .*9,500\.$/)
  })
})

describe('a refund', () => {
  const full = {
    channel: 'gateway',
    rupees: '9500',
    reason: 'Cancelled in time',
    reference: 'unused',
    cancelBooking: true,
  } as const

  test('reuses its key until it succeeds or the amount changes', async () => {
    const send = async (rupees = '9500', status = 503, body: object = {}) => {
      tab.requests.length = 0
      void sendRefund(paymentView('a'), { ...full, rupees })
      const sent = tab.next
      await sent.respond(status, body)
      return sent
    }
    const lost = await send()
    const body = { channel: 'gateway', amount: 950_000, reason: full.reason }
    expect(lost).toMatchObject({ path: `${PAYMENTS}/a/refunds`, body })
    expect((await send()).key).toBe(lost.key)
    const smaller = await send('500', 201, { state: 'sent' })
    expect(smaller.key).not.toBe(lost.key)
    expect($status.get()).toMatch(/500 is being refunded\.$/)
    expect((await send('500')).key).not.toBe(smaller.key)
    // The outcome of the first request is still unknown.
    expect((await send()).key).toBe(lost.key)
  })

  test('has a key without TLS, where browsers provide no UUIDs', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    void sendRefund(paymentView('a'), full)
    vi.unstubAllGlobals()
    expect(tab.next.key).toMatch(/^\w{8,}$/)
  })

  test('sends the reference of a manual one, and nothing without an amount or a reason', async () => {
    void sendRefund(paymentView('a'), { ...full, channel: 'manual', reference: 'T-1' })
    expect(tab.next.body).toMatchObject({ channel: 'manual', reference: 'T-1' })
    await sendRefund(paymentView('a'), { ...full, rupees: '0', reason: '' })
    await resolveRefund({ refundId: 'r', channel: 'gateway' }, { succeeded: true, reason: '' })
    expect(Object.keys($paymentAction.get().fields)).toEqual(['reason'])
    expect(tab.requests).toEqual([])
  })

  test.each([
    ['all that is left, and the booking with it', { rupees: '9500' }, true, true],
    ['all that is left, where staff keep the booking', { rupees: '9500', cancelBooking: false }, true, undefined],
    ['a part', { rupees: '9000' }, true, undefined],
    ['all of a payment whose booking has other money', { rupees: '9500' }, false, undefined],
  ])('refunds %s', (_, input, canCancel, cancelBooking) => {
    const view = paymentView('a')
    void sendRefund(
      { ...view, canCancel, refunds: { ...view.refunds, refundable: paisa(950_000) } },
      { ...full, ...input },
    )
    expect((tab.next.body as { cancelBooking?: boolean }).cancelBooking).toBe(cancelBooking)
  })

  test('announces the result that staff recorded', async () => {
    void resolveRefund({ refundId: 'r1', channel: 'gateway' }, { succeeded: false, reason: 'Looked at the gateway' })
    expect(tab.requests).toMatchObject([{ path: '/api/admin/refunds/r1/decision', body: { succeeded: false } }])
    await tab.next.respond(200, { state: 'failed' })
    expect($status.get()).toBe('Refund failed.')
  })
})
