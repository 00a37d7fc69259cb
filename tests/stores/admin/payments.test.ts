import { describe, expect, test, vi } from 'vitest'
import {
  approvePayment,
  markReviewed,
  recheckPayment,
  rejectPayment,
  restoreSeats,
} from '#stores/admin/payments/decision.ts'
import { $action, $status, openForm } from '#stores/admin/payments/edit.ts'
import { resolveRefund, sendRefund } from '#stores/admin/payments/refund.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { $selectedPayment } from '#stores/admin/payments/selected-payment.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { paymentView } from '../../support/payment-view.ts'
import type { Tab } from './desk.ts'
import { ALL, decidedBy, inSight, listed, WAITING, waiting, withPayments } from './payments.ts'

const FOUND = { rupees: '9,500', transactionId: 'NIC 123', reason: '', withoutPlace: false }

let tab: Tab
withPayments((opened) => {
  tab = opened
})

describe('a decision', () => {
  test('is sent with the state that was seen; the next that waits comes into sight, and both are said', async () => {
    await inSight('a', 'a', 'b')
    openForm('approve')
    void approvePayment(paymentView('a'), FOUND)
    expect(tab.asked).toMatchObject([
      {
        path: `${ALL}/a/decision`,
        body: { decision: 'confirm', amount: 950_000, transactionId: 'NIC 123', saw: 'pending' },
      },
    ])
    expect($action.get().busy).toBe(true)
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting('b'))
    await tab.next.answer(200, paymentView('b'))
    expect($selectedPayment.get()).toMatchObject({ id: 'b' })
    expect(listed()).toEqual(['a done', 'b'])
    expect($status.get()).toMatch(/^Approved: Payer a, .*9,500\. Next: Payer b\.$/)
    expect($action.get()).toEqual({ busy: false, fields: {} })
  })

  test('after which the payment waits on for something else keeps it in sight', async () => {
    await inSight('a', 'a', 'b')
    void markReviewed(
      paymentView('a', { state: 'confirmed' }),
      { alert: 'paid_twice', raised: 'r1' },
      'Kept for January',
    )
    expect(tab.asked).toMatchObject([
      { body: { decision: 'seen', alert: 'paid_twice', raised: 'r1', reason: 'Kept for January' } },
    ])
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting('a', 'b'))
    await tab.next.answer(200, paymentView('a', { state: 'confirmed' }))
    expect($selectedPayment.get()).toMatchObject({ state: 'shown', id: 'a' })
    expect($status.get()).toMatch(/^Looked after: Payer a, .*9,500\.$/)
  })

  test('about the last one closes it', async () => {
    await inSight('a', 'a')
    void restoreSeats(paymentView('a', { state: 'confirmed' }))
    expect(tab.asked).toMatchObject([{ body: { decision: 'give_place', saw: 'confirmed' } }])
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting())
    expect($selectedPayment.get()).toEqual({ state: 'none' })
  })

  test('that lacks a sum, a transaction or a reason is not sent', async () => {
    await inSight('a', 'a')
    await approvePayment(paymentView('a'), { ...FOUND, rupees: 'much', transactionId: ' ' })
    expect(Object.keys($action.get().fields)).toEqual(['amount', 'transactionId'])
    await rejectPayment(paymentView('a'), ' no')
    expect(Object.keys($action.get().fields)).toEqual(['reason'])
    expect(tab.asked).toEqual([])
  })

  test('that the server refuses stays open with what is wrong, and what is so by now is read', async () => {
    await inSight('a', 'a')
    openForm('approve')
    void approvePayment(paymentView('a'), FOUND)
    await tab.next.answer(422, { error: { code: 'invalid', fields: { amount: 'Compare with the account' } } })
    expect($action.get()).toEqual({ form: 'approve', busy: false, fields: { amount: 'Compare with the account' } })
    expect(tab.asked).toEqual([])
    void approvePayment(paymentView('a'), FOUND)
    await tab.next.answer(409, { error: { code: 'not_decidable', message: 'Maya was faster.' } })
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    await tab.asked[1]?.answer(200, { ...paymentView('a'), decided: decidedBy('maya@chautari.example') })
    expect($action.get()).toMatchObject({ form: 'approve', busy: false, fields: {}, problem: 'Maya was faster.' })
  })

  test('asking the gateway reads anew what is in sight', async () => {
    await inSight('a', 'a')
    void recheckPayment(paymentView('a'))
    expect(tab.asked).toMatchObject([{ method: 'POST', path: `${ALL}/a/question` }])
    await tab.next.answer(200, { state: 'pending', bookingState: 'held' })
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    expect($status.get()).toBe('The gateway was asked.')
  })
})

describe('an answer that comes once another payment was picked', () => {
  const typing = { form: 'approve', busy: false, fields: {} }
  /** Somebody sends an act about `a`, then picks `b` and opens a form there. */
  async function moveOn(send: () => unknown) {
    await inSight('a', 'a', 'b')
    openForm('reject')
    void send()
    const sent = tab.next
    selectPayment('b')
    await tab.next.answer(200, paymentView('b'))
    openForm('approve')
    return sent
  }
  const expectThatBStays = () => {
    expect($selectedPayment.get()).toMatchObject({ state: 'shown', id: 'b' })
    expect(tab.url.search).toBe('?open=b')
    expect($action.get()).toEqual(typing)
  }

  test('says that it failed and for whom, and takes nothing away there', async () => {
    const sent = await moveOn(() => rejectPayment(paymentView('a'), 'No money came'))
    await sent.answer(500, { error: { code: 'internal', message: 'Noted as 7.' } })
    expectThatBStays()
    expect($toasts.get()).toMatchObject([
      { notDone: { name: 'Payer a', href: '/admin/payments?open=a', isOutcomeUnknown: true } },
    ])
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING])
  })

  test.each([
    ['decided', () => rejectPayment(paymentView('a'), 'No money came'), /^Rejected: Payer a, .*9,500\.$/],
    ['asked', () => recheckPayment(paymentView('a')), /^Payer a: The gateway was asked\.$/],
  ])('says what was %s and for whom, and stays there', async (_, send, said) => {
    const sent = await moveOn(send)
    await sent.answer(200, { state: 'failed', bookingState: 'expired' })
    await tab.next.answer(200, waiting('b'))
    expectThatBStays()
    expect($status.get()).toMatch(said)
    expect(listed()).toEqual(['a done', 'b'])
    expect(tab.asked).toEqual([])
  })

  test('or while the queue is read after it', async () => {
    await inSight('a', 'a', 'b', 'c')
    void rejectPayment(paymentView('a'), 'No money came')
    await tab.next.answer(200, { state: 'failed', bookingState: 'expired' })
    const queue = tab.next
    selectPayment('c')
    await tab.next.answer(200, paymentView('c'))
    openForm('approve')
    await queue.answer(200, waiting('b', 'c'))
    expect($selectedPayment.get()).toMatchObject({ state: 'shown', id: 'c' })
    expect($action.get()).toEqual(typing)
    expect($status.get()).toMatch(/^Rejected: Payer a, .*9,500\.$/)
  })
})

describe('money that is sent back', () => {
  const all = {
    way: 'gateway',
    rupees: '9500',
    reason: 'Cancelled in time',
    reference: 'unused',
    cancelBooking: true,
  } as const

  test('has one key however often it is pressed, until it is answered or is another sum', async () => {
    const press = (rupees = '9500') => {
      void sendRefund(paymentView('a'), { ...all, rupees })
      return tab.next
    }
    const lost = press()
    expect(lost).toMatchObject({
      path: `${ALL}/a/refunds`,
      body: { way: 'gateway', amount: 950_000, reason: all.reason },
    })
    await lost.answer(503, {})
    tab.asked.length = 0
    const again = press()
    expect(again.key).toBe(lost.key)
    await again.answer(503, {})
    tab.asked.length = 0
    const less = press('500')
    expect(less.key).not.toBe(lost.key)
    await less.answer(201, { state: 'sent' })
    expect($status.get()).toMatch(/500 is on its way\.$/)
    tab.asked.length = 0
    const anew = press('500')
    expect(anew.key).not.toBe(less.key)
    await anew.answer(503, {})
    tab.asked.length = 0
    // Nobody has said yet what became of it.
    expect(press().key).toBe(lost.key)
  })

  test('goes from an office network without TLS too, where browsers make no UUIDs', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    void sendRefund(paymentView('a'), all)
    vi.unstubAllGlobals()
    expect(tab.next.key).toMatch(/^\w{8,}$/)
  })

  test('by hand bears its number, and none without a sum or a reason is sent', async () => {
    void sendRefund(paymentView('a'), { ...all, way: 'manual', reference: 'T-1' })
    expect(tab.next.body).toMatchObject({ way: 'manual', reference: 'T-1' })
    await sendRefund(paymentView('a'), { ...all, rupees: '0', reason: '' })
    await resolveRefund('r', { went: true, reason: '' })
    expect(Object.keys($action.get().fields)).toEqual(['reason'])
    expect(tab.asked).toEqual([])
  })

  test.each([
    ['all that is left, and the booking with it', { rupees: '9500' }, true, true],
    ['all that is left, where staff keep the booking', { rupees: '9500', cancelBooking: false }, true, undefined],
    ['a part', { rupees: '9000' }, true, undefined],
    ['all of a payment whose booking has other money', { rupees: '9500' }, false, undefined],
  ])('sends back %s', (_, typed, mayCancel, cancelBooking) => {
    const view = paymentView('a')
    void sendRefund({ ...view, mayCancel, refunds: { ...view.refunds, left: 950_000 } }, { ...all, ...typed })
    const { body } = tab.next
    expect((body as { cancelBooking?: boolean }).cancelBooking).toBe(cancelBooking)
  })

  test('whose end staff looked up is said', async () => {
    void resolveRefund('r1', { went: false, reason: 'Looked at the gateway' })
    expect(tab.asked).toMatchObject([{ path: '/api/admin/refunds/r1/decision', body: { went: false } }])
    await tab.next.answer(200, { state: 'failed' })
    expect($status.get()).toBe('The refund did not go.')
  })
})
