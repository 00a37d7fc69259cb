import { beforeEach, describe, expect, test } from 'vitest'
import { payments } from '#stores/admin/payments/list.ts'
import {
  $view,
  openPaymentsScreen,
  selectPayment,
  showView,
  syncPaymentsWithUrl,
} from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { paymentView } from '../../support/payment-view.ts'
import { PAYMENTS, paths, withPayments } from './payments-tab.ts'
import { recordHistory, settle } from './staff-tab.ts'

const tab = withPayments()

describe('browser history of the payments screen', () => {
  let history: ReturnType<typeof recordHistory>
  beforeEach(() => {
    history = recordHistory(tab, syncPaymentsWithUrl)
    return history.restore
  })
  const back = () => history.go(-1)
  const forward = () => history.go(1)

  test.each([
    ['the Back button of the browser', () => back()],
    ['the button of the screen', () => closePayment()],
  ])('returns from a payment to the list in one step by %s, and forward again', async (_, leave) => {
    await tab.respondTo(selectPayment('a'), 200, paymentView('a'))
    leave()
    expect([history.trail(), history.position(), $selectedPayment.get().state]).toEqual([['', '?open=a'], 0, 'none'])
    forward()
    expect($selectedPayment.get()).toEqual({ state: 'loading', id: 'a' })
  })

  test('adds no entry when a payment opened from the URL is closed', () => {
    history.replace(new URL('?open=a', tab.url))
    void openPaymentsScreen()
    closePayment()
    expect([history.trail(), history.position()]).toEqual([[''], 0])
  })

  test('returns from all payments to the queue', async () => {
    await tab.respondTo(selectPayment('a'), 200, paymentView('a'))
    showView('all')
    expect([history.trail(), $view.get()]).toEqual([['', '?view=all'], 'all'])
    back()
    expect([$view.get(), $selectedPayment.get().state]).toEqual(['waiting', 'none'])
    forward()
    expect([$view.get(), $selectedPayment.get().state]).toEqual(['all', 'none'])
    // The entry was not opened from a list, so closing does not go back.
    void openPayment('b')
    closePayment()
    expect([history.trail(), history.position()]).toEqual([['', '?view=all'], 1])
  })

  test('restores the filter of each entry', async () => {
    history.replace(new URL('?view=all', tab.url))
    void openPaymentsScreen()
    tab.requests.splice(0)
    await tab.respondTo(selectPayment('a'), 200, paymentView('a'))
    payments.changeFilter({ q: 'lama' })
    await settle()
    expect([history.trail(), tab.next.query]).toEqual([['?view=all', '?view=all&open=a&q=lama'], { q: 'lama' }])
    back()
    expect([payments.$filter.get().q, payments.getQuery(), tab.next.query]).toEqual(['', '', {}])
    forward()
    expect([payments.getQuery(), paths()]).toEqual(['?q=lama', [PAYMENTS, `${PAYMENTS}/a`]])
  })
})
