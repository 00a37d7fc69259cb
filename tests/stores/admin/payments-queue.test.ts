import { describe, expect, test, vi } from 'vitest'
import { $action, openForm } from '#stores/admin/payments/edit.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $group, $queue, findNext, openQueue, readQueue, receiveBooking } from '#stores/admin/payments/queue.ts'
import { $view, canDecide, openPaymentsScreen, showGroup, showView } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { paymentRow, paymentView } from '../../support/payment-view.ts'
import { settle, type Tab, who } from './desk.ts'
import { ALL, inSight, listed, WAITING, waiting, withPayments } from './payments.ts'

let tab: Tab
withPayments((opened) => {
  tab = opened
})

describe('the queue', () => {
  test('keeps the places of what it knows, marks what waits no more, and puts what is new at its end', async () => {
    await inSight('b', 'a', 'b', 'c')
    void readQueue()
    await tab.next.answer(200, waiting('d', 'c', 'a'))
    expect(listed()).toEqual(['a', 'b done', 'c', 'd'])
    void openQueue()
    await tab.next.answer(200, waiting('d', 'c'))
    expect(listed()).toEqual(['d', 'c'])
  })

  test('lists the group that the address names', async () => {
    tab.url = new URL('http://localhost:4321/admin/payments?waits=decision')
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

  test('leads to the one after, past what is done, and begins anew at its end', async () => {
    await inSight('a', 'a', 'b', 'c')
    void readQueue()
    await tab.next.answer(200, waiting('a', 'c'))
    expect(['a', 'c', 'gone'].map((id) => findNext(id))).toEqual(['c', 'a', 'a'])
    expect(findNext('a', true)).toBe('c')
    void readQueue()
    await tab.next.answer(200, waiting())
    expect(findNext('a')).toBeUndefined()
  })

  test('says what went wrong, keeps what it had, and is well again', async () => {
    await inSight('a', 'a')
    void readQueue()
    await tab.next.answer(503, {})
    expect($queue.get()).toMatchObject({ failure: { code: 'internal' } })
    expect(listed()).toEqual(['a'])
    void readQueue()
    await tab.next.answer(200, waiting('a'))
    expect($queue.get().failure).toBeUndefined()
  })

  test('shows the answer to the last question', async () => {
    void readQueue()
    void readQueue()
    const [first, second] = [tab.next, tab.next]
    await second.answer(200, waiting('new'))
    await first.answer(200, waiting('old'))
    expect(listed()).toEqual(['new'])
  })

  test('follows news once they have settled, and the payment in sight at once where they are about it', async () => {
    await inSight('a', 'a', 'b')
    receiveBooking({ bookingId: 'BK-b' })
    expect(tab.asked).toEqual([])
    receiveBooking({ bookingId: 'BK-a' })
    expect(tab.asked.map(({ path }) => path)).toEqual([`${ALL}/a`])
    await tab.next.answer(200, paymentView('a', { state: 'confirmed' }))
    expect($selectedPayment.get()).toMatchObject({ view: { payment: { state: 'confirmed' } } })
    await vi.advanceTimersByTimeAsync(400)
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING])
  })
})

describe('the payment in sight', () => {
  test('is named in the address, and no more once it is closed', async () => {
    void openPayment('a')
    expect([tab.url.search, $selectedPayment.get().state]).toEqual(['?open=a', 'reading'])
    const asked = tab.next
    closePayment()
    await asked.answer(200, paymentView('a'))
    expect([tab.url.search, $selectedPayment.get().state]).toEqual(['', 'none'])
  })

  test('is the last one chosen, whichever answer comes last', async () => {
    void openPayment('a')
    void openPayment('b')
    const [first, second] = [tab.next, tab.next]
    await second.answer(200, paymentView('b'))
    await first.answer(200, paymentView('a'))
    expect($selectedPayment.get()).toMatchObject({ state: 'shown', id: 'b' })
  })

  test('that cannot be read says so', async () => {
    void openPayment('a')
    await tab.next.answer(404, { error: { code: 'not_found' } })
    expect($selectedPayment.get()).toMatchObject({ state: 'failed', id: 'a', failure: { code: 'not_found' } })
  })
})

describe('the screen', () => {
  test('opens what its address names', async () => {
    tab.url = new URL('http://localhost:4321/admin/payments?view=all&open=a&q=nisha&method=esewa&state=nonsense')
    void openPaymentsScreen()
    expect(tab.asked).toMatchObject([
      { path: WAITING },
      { path: `${ALL}/a` },
      { path: ALL, query: { q: 'nisha', method: 'esewa' } },
    ])
    await tab.asked[2]?.answer(200, { items: [paymentRow('a')], next: 'c1' })
    expect(payments.$list.get()).toMatchObject({ rows: [{ paymentId: 'a' }], next: 'c1', busy: 'no' })
    void payments.showMore()
    await tab.asked.at(-1)?.answer(200, { items: [paymentRow('a'), paymentRow('b')], next: null })
    expect(payments.$list.get().rows?.map(({ paymentId }) => paymentId)).toEqual(['a', 'b'])
  })

  test('reads again what is in sight, without taking it or what is typed there away', async () => {
    await inSight('a', 'a', 'b')
    openForm('reject')
    void openPaymentsScreen()
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    expect([$selectedPayment.get().state, $action.get().form, listed()]).toEqual(['shown', 'reject', ['a', 'b']])
    await tab.next.answer(200, waiting('b'))
    await tab.next.answer(200, paymentView('a', { state: 'failed' }))
    expect($selectedPayment.get()).toMatchObject({ state: 'shown', view: { payment: { state: 'failed' } } })
    expect([$action.get().form, listed()]).toEqual(['reject', ['a done', 'b']])
  })

  test('means the same days whichever way round they were entered', async () => {
    tab.url.searchParams.set('view', 'all')
    void openPaymentsScreen()
    tab.asked.splice(0)
    payments.look({ from: '2026-12-11', to: '2026-12-09' })
    await settle()
    expect(tab.next.query).toEqual({ from: '2026-12-09', to: '2026-12-11' })
    expect(tab.url.search).toBe('?view=all&from=2026-12-09&to=2026-12-11')
    expect(payments.query()).toBe('?from=2026-12-09&to=2026-12-11')
  })

  test('has no list of all, and no decisions, for the front desk', () => {
    $session.set({ state: 'open', who: who({ role: 'desk' }) })
    tab.url.searchParams.set('view', 'all')
    void openPaymentsScreen()
    expect([$view.get(), canDecide()]).toEqual(['waiting', false])
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING])
  })

  test('changes between both, and leaves what was in sight and half typed', async () => {
    await inSight('a', 'a')
    openForm('reject')
    showView('waiting')
    expect(tab.asked).toEqual([])
    showView('all')
    await settle()
    expect([tab.url.search, $selectedPayment.get().state, $action.get().form]).toEqual(['?view=all', 'none', undefined])
    expect(tab.next.path).toBe(ALL)
    showView('waiting')
    expect([tab.url.search, tab.next.path]).toEqual(['', WAITING])
  })
})
