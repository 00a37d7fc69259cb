import { describe, expect, test, vi } from 'vitest'
import { $paymentAction, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $group, $queue, findNext, openQueue, readQueue, receiveBooking } from '#stores/admin/payments/queue.ts'
import { $view, openPaymentsScreen, showGroup, showView } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session, isManagerOrAbove } from '#stores/admin/session/session.ts'
import { paymentRow, paymentView } from '../../support/payment-view.ts'
import { getQueueIds, openQueueAndPayment, PAYMENTS, paths, QUEUE, queueOf, withPayments } from './payments-tab.ts'
import { settle, staffSession } from './staff-tab.ts'

const tab = withPayments()

describe('the review queue', () => {
  test('keeps known payments in order through a failure, marks resolved ones as done, and appends new ones', async () => {
    await openQueueAndPayment('b', 'a', 'b', 'c')
    await tab.respondTo(readQueue(), 503, {})
    expect($queue.get()).toMatchObject({ failure: { code: 'internal' } })
    expect(getQueueIds()).toEqual(['a', 'b', 'c'])
    await tab.respondTo(readQueue(), 200, queueOf('d', 'c', 'a'))
    expect($queue.get().failure).toBeUndefined()
    expect(getQueueIds()).toEqual(['a', 'b done', 'c', 'd'])
    await tab.respondTo(openQueue(), 200, queueOf('d', 'c'))
    expect(getQueueIds()).toEqual(['d', 'c'])
  })

  test('lists the group named in the URL', async () => {
    tab.open('/admin/payments?waits=decision')
    void openPaymentsScreen()
    expect(tab.next.query).toEqual({ group: 'decision' })
    showGroup('refund')
    expect(tab.url.search).toBe('?waits=refund')
    expect(tab.next.query).toEqual({ group: 'refund' })
    showGroup(undefined)
    expect(tab.url.search).toBe('')
    expect(tab.next.query).toEqual({})
    expect($group.get()).toBeUndefined()
  })

  test('finds the next waiting payment in both directions, and wraps around at the end', async () => {
    await openQueueAndPayment('a', 'a', 'b', 'c')
    await tab.respondTo(readQueue(), 200, queueOf('a', 'c'))
    expect(['a', 'c', 'gone'].map((id) => findNext(id))).toEqual(['c', 'a', 'a'])
    expect(findNext('a', true)).toBe('c')
    await tab.respondTo(readQueue(), 200, queueOf())
    expect(findNext('a')).toBeUndefined()
  })

  test('reloads after an event once no more arrive, and the selected payment at once', async () => {
    await openQueueAndPayment('a', 'a', 'b')
    receiveBooking({ bookingId: 'BK-b' })
    expect(tab.requests).toEqual([])
    receiveBooking({ bookingId: 'BK-a' })
    expect(paths()).toEqual([`${PAYMENTS}/a`])
    await tab.next.respond(200, paymentView('a', { state: 'confirmed' }))
    expect($selectedPayment.get()).toMatchObject({ detail: { payment: { state: 'confirmed' } } })
    await vi.advanceTimersByTimeAsync(400)
    expect(paths()).toEqual([QUEUE])
  })
})

test('queue and selected payment show the response to the last request', async () => {
  void readQueue()
  void readQueue()
  void openPayment('a')
  void openPayment('b')
  const [first, second, a, b] = [tab.next, tab.next, tab.next, tab.next]
  await second.respond(200, queueOf('new'))
  await first.respond(200, queueOf('old'))
  expect(getQueueIds()).toEqual(['new'])
  await b.respond(200, paymentView('b'))
  await a.respond(200, paymentView('a'))
  expect($selectedPayment.get()).toMatchObject({ state: 'open', id: 'b' })
})

describe('the selected payment', () => {
  test('is in the URL until it is closed', async () => {
    void openPayment('a')
    expect([tab.url.search, $selectedPayment.get().state]).toEqual(['?open=a', 'loading'])
    const request = tab.next
    closePayment()
    await request.respond(200, paymentView('a'))
    expect([tab.url.search, $selectedPayment.get().state]).toEqual(['', 'none'])
  })

  test('has the failure when it cannot be loaded', async () => {
    await tab.respondTo(openPayment('a'), 404, { error: { code: 'not_found' } })
    expect($selectedPayment.get()).toMatchObject({ state: 'failed', id: 'a', failure: { code: 'not_found' } })
  })
})

describe('the payments screen', () => {
  test('opens the view, filter and payment of the URL', async () => {
    tab.open('/admin/payments?view=all&open=a&q=nisha&method=esewa&state=nonsense')
    void openPaymentsScreen()
    expect(tab.requests).toMatchObject([
      { path: QUEUE },
      { path: `${PAYMENTS}/a` },
      { path: PAYMENTS, query: { q: 'nisha', method: 'esewa' } },
    ])
    await tab.requests[2]?.respond(200, { items: [paymentRow('a')], next: 'c1' })
    expect(payments.$list.get()).toMatchObject({ rows: [{ paymentId: 'a' }], next: 'c1', status: 'idle' })
    void payments.loadMore()
    await tab.requests.at(-1)?.respond(200, { items: [paymentRow('a'), paymentRow('b')], next: null })
    expect(payments.$list.get().rows?.map(({ paymentId }) => paymentId)).toEqual(['a', 'b'])
  })

  test('shows in the list what changed in the selected payment', async () => {
    tab.open('/admin/payments?view=all&open=a')
    void openPaymentsScreen()
    const [, payment, list] = tab.requests
    await list?.respond(200, { items: [paymentRow('a'), paymentRow('b')], next: null })
    await payment?.respond(200, paymentView('a', { state: 'confirmed' }))
    expect(payments.$list.get().rows?.map(({ state }) => state)).toEqual(['confirmed', 'pending'])
  })

  test('keeps the selected payment and its open form when it is opened again', async () => {
    await openQueueAndPayment('a', 'a', 'b')
    openPaymentForm('reject')
    void openPaymentsScreen()
    expect(paths()).toEqual([QUEUE, `${PAYMENTS}/a`])
    expect([$selectedPayment.get().state, $paymentAction.get().form, getQueueIds()]).toEqual([
      'open',
      'reject',
      ['a', 'b'],
    ])
    await tab.next.respond(200, queueOf('b'))
    await tab.next.respond(200, paymentView('a', { state: 'failed' }))
    expect($selectedPayment.get()).toMatchObject({ state: 'open', detail: { payment: { state: 'failed' } } })
    expect([$paymentAction.get().form, getQueueIds()]).toEqual(['reject', ['a done', 'b']])
  })

  test('writes a reversed range of days in order, and keeps the view in the URL', async () => {
    tab.url.searchParams.set('view', 'all')
    void openPaymentsScreen()
    tab.requests.splice(0)
    payments.changeFilter({ receivedFrom: '2026-12-11', receivedTo: '2026-12-09' })
    await settle()
    expect(tab.next.query).toEqual({ receivedFrom: '2026-12-09', receivedTo: '2026-12-11' })
    expect(tab.url.search).toBe('?view=all&receivedFrom=2026-12-09&receivedTo=2026-12-11')
    expect(payments.getQuery()).toBe('?receivedFrom=2026-12-09&receivedTo=2026-12-11')
  })

  test('offers the front desk neither all payments nor decisions', () => {
    $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
    tab.url.searchParams.set('view', 'all')
    void openPaymentsScreen()
    expect([$view.get(), isManagerOrAbove()]).toEqual(['waiting', false])
    expect(paths()).toEqual([QUEUE])
  })

  test('closes the selected payment and its form when the view changes', async () => {
    await openQueueAndPayment('a', 'a')
    openPaymentForm('reject')
    showView('waiting')
    expect(tab.requests).toEqual([])
    showView('all')
    await settle()
    expect([tab.url.search, $selectedPayment.get().state, $paymentAction.get().form]).toEqual([
      '?view=all',
      'none',
      undefined,
    ])
    expect(tab.next.path).toBe(PAYMENTS)
    showView('waiting')
    expect([tab.url.search, tab.next.path]).toEqual(['', QUEUE])
  })
})
