import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payments } from '#stores/admin/payments/list.ts'
import {
  $view,
  openPaymentsScreen,
  selectPayment,
  showView,
  syncPaymentsWithUrl,
} from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { paymentView } from '../../support/payment-view.ts'
import { settle, type Tab } from './desk.ts'
import { ALL, withPayments } from './payments.ts'

let tab: Tab
withPayments((opened) => {
  tab = opened
})

describe('the way back', () => {
  /** The browser's entries for this tab, of which one is in sight. */
  let entries: { url: URL; remembered: unknown }[] = []
  let at = 0
  let putBack = () => {}
  beforeEach(() => {
    entries = [{ url: tab.url, remembered: null }]
    at = 0
    putBack = replaceEnvironment({
      address: () => new URL(here().url),
      showAddress: (url, entry) => {
        if (entry === 'push') entries.splice(++at, Number.POSITIVE_INFINITY, { url, remembered: null })
        else here().url = url
      },
      remembered: () => here().remembered,
      remember: (value) => {
        here().remembered = value
      },
      goBack: back,
    })
  })
  afterEach(() => putBack())
  function here() {
    const entry = entries[at]
    if (!entry) throw new Error('the tab was left')
    return entry
  }
  function back() {
    at--
    syncPaymentsWithUrl()
  }
  const forward = () => {
    at++
    syncPaymentsWithUrl()
  }
  const trail = () => entries.map(({ url }) => url.search)

  test.each([
    ['the browser’s button', () => back()],
    ['the screen’s', () => closePayment()],
  ])('from a payment to its list is one step by %s, and forth again as well', async (_, leave) => {
    selectPayment('a')
    await tab.next.answer(200, paymentView('a'))
    leave()
    expect([trail(), at, $selectedPayment.get().state]).toEqual([['', '?open=a'], 0, 'none'])
    forward()
    expect($selectedPayment.get()).toEqual({ state: 'reading', id: 'a' })
  })

  test('leaves no entry behind where the payment came with the address', () => {
    here().url = new URL('?open=a', tab.url)
    void openPaymentsScreen()
    closePayment()
    expect([trail(), at]).toEqual([[''], 0])
  })

  test('leads from all payments to the queue, in which one was opened', async () => {
    selectPayment('a')
    await tab.next.answer(200, paymentView('a'))
    showView('all')
    expect([trail(), $view.get()]).toEqual([['', '?view=all'], 'all'])
    back()
    expect([$view.get(), $selectedPayment.get().state]).toEqual(['waiting', 'none'])
    forward()
    expect([$view.get(), $selectedPayment.get().state]).toEqual(['all', 'none'])
    // This entry is no longer a payment's: nothing of it leads back by itself.
    void openPayment('b')
    closePayment()
    expect([trail(), at]).toEqual([['', '?view=all'], 1])
  })

  test('names what was looked for then, and that is what is listed', async () => {
    here().url = new URL('?view=all', tab.url)
    void openPaymentsScreen()
    tab.asked.splice(0)
    selectPayment('a')
    await tab.next.answer(200, paymentView('a'))
    payments.look({ q: 'lama' })
    await settle()
    expect([trail(), tab.next.query]).toEqual([['?view=all', '?view=all&open=a&q=lama'], { q: 'lama' }])
    back()
    expect([payments.$filter.get().q, payments.query(), tab.next.query]).toEqual(['', '', {}])
    forward()
    expect([payments.query(), tab.asked.map(({ path }) => path)]).toEqual(['?q=lama', [ALL, `${ALL}/a`]])
  })
})
