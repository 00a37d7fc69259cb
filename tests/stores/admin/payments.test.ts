import { describe, expect, test, vi } from 'vitest'
import { $notices } from '#stores/admin/notices.ts'
import { $acting, $said, openForm } from '#stores/admin/payments/acting.ts'
import { $case } from '#stores/admin/payments/case.ts'
import { approve, ask, givePlace, markSeen, reject } from '#stores/admin/payments/decision.ts'
import { endRefund, sendBack } from '#stores/admin/payments/refund.ts'
import { pick } from '#stores/admin/payments/screen.ts'
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
    void approve(paymentView('a'), FOUND)
    expect(tab.asked).toMatchObject([
      {
        path: `${ALL}/a/decision`,
        body: { decision: 'confirm', amount: 950_000, transactionId: 'NIC 123', saw: 'pending' },
      },
    ])
    expect($acting.get().busy).toBe(true)
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting('b'))
    await tab.next.answer(200, paymentView('b'))
    expect($case.get()).toMatchObject({ id: 'b' })
    expect(listed()).toEqual(['a done', 'b'])
    expect($said.get()).toMatch(/^Approved: Payer a, .*9,500\. Next: Payer b\.$/)
    expect($acting.get()).toEqual({ busy: false, fields: {} })
  })

  test('after which the payment waits on for something else keeps it in sight', async () => {
    await inSight('a', 'a', 'b')
    void markSeen(paymentView('a', { state: 'confirmed' }), { alert: 'paid_twice', raised: 'r1' }, 'Kept for January')
    expect(tab.asked).toMatchObject([
      { body: { decision: 'seen', alert: 'paid_twice', raised: 'r1', reason: 'Kept for January' } },
    ])
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting('a', 'b'))
    await tab.next.answer(200, paymentView('a', { state: 'confirmed' }))
    expect($case.get()).toMatchObject({ state: 'shown', id: 'a' })
    expect($said.get()).toMatch(/^Looked after: Payer a, .*9,500\.$/)
  })

  test('about the last one closes it', async () => {
    await inSight('a', 'a')
    void givePlace(paymentView('a', { state: 'confirmed' }))
    expect(tab.asked).toMatchObject([{ body: { decision: 'give_place', saw: 'confirmed' } }])
    await tab.next.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    await tab.next.answer(200, waiting())
    expect($case.get()).toEqual({ state: 'none' })
  })

  test('that lacks a sum, a transaction or a reason is not sent', async () => {
    await inSight('a', 'a')
    await approve(paymentView('a'), { ...FOUND, rupees: 'much', transactionId: ' ' })
    expect(Object.keys($acting.get().fields)).toEqual(['amount', 'transactionId'])
    await reject(paymentView('a'), ' no')
    expect(Object.keys($acting.get().fields)).toEqual(['reason'])
    expect(tab.asked).toEqual([])
  })

  test('that the server refuses stays open with what is wrong, and what is so by now is read', async () => {
    await inSight('a', 'a')
    openForm('approve')
    void approve(paymentView('a'), FOUND)
    await tab.next.answer(422, { error: { code: 'invalid', fields: { amount: 'Compare with the account' } } })
    expect($acting.get()).toEqual({ form: 'approve', busy: false, fields: { amount: 'Compare with the account' } })
    expect(tab.asked).toEqual([])
    void approve(paymentView('a'), FOUND)
    await tab.next.answer(409, { error: { code: 'not_decidable', message: 'Maya was faster.' } })
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    await tab.asked[1]?.answer(200, { ...paymentView('a'), decided: decidedBy('maya@chautari.example') })
    expect($acting.get()).toMatchObject({ form: 'approve', busy: false, fields: {}, problem: 'Maya was faster.' })
  })

  test('asking the gateway reads anew what is in sight', async () => {
    await inSight('a', 'a')
    void ask(paymentView('a'))
    expect(tab.asked).toMatchObject([{ method: 'POST', path: `${ALL}/a/question` }])
    await tab.next.answer(200, { state: 'pending', bookingState: 'held' })
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    expect($said.get()).toBe('The gateway was asked.')
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
    pick('b')
    await tab.next.answer(200, paymentView('b'))
    openForm('approve')
    return sent
  }
  const expectThatBStays = () => {
    expect($case.get()).toMatchObject({ state: 'shown', id: 'b' })
    expect(tab.url.search).toBe('?open=b')
    expect($acting.get()).toEqual(typing)
  }

  test('says that it failed and for whom, and takes nothing away there', async () => {
    const sent = await moveOn(() => reject(paymentView('a'), 'No money came'))
    await sent.answer(500, { error: { code: 'internal', message: 'Noted as 7.' } })
    expectThatBStays()
    expect($notices.get()).toMatchObject([
      { notDone: { name: 'Payer a', href: '/admin/payments?open=a', unanswered: true } },
    ])
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING])
  })

  test.each([
    ['decided', () => reject(paymentView('a'), 'No money came'), /^Rejected: Payer a, .*9,500\.$/],
    ['asked', () => ask(paymentView('a')), /^Payer a: The gateway was asked\.$/],
  ])('says what was %s and for whom, and stays there', async (_, send, said) => {
    const sent = await moveOn(send)
    await sent.answer(200, { state: 'failed', bookingState: 'expired' })
    await tab.next.answer(200, waiting('b'))
    expectThatBStays()
    expect($said.get()).toMatch(said)
    expect(listed()).toEqual(['a done', 'b'])
    expect(tab.asked).toEqual([])
  })

  test('or while the queue is read after it', async () => {
    await inSight('a', 'a', 'b', 'c')
    void reject(paymentView('a'), 'No money came')
    await tab.next.answer(200, { state: 'failed', bookingState: 'expired' })
    const queue = tab.next
    pick('c')
    await tab.next.answer(200, paymentView('c'))
    openForm('approve')
    await queue.answer(200, waiting('b', 'c'))
    expect($case.get()).toMatchObject({ state: 'shown', id: 'c' })
    expect($acting.get()).toEqual(typing)
    expect($said.get()).toMatch(/^Rejected: Payer a, .*9,500\.$/)
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
      void sendBack(paymentView('a'), { ...all, rupees })
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
    expect($said.get()).toMatch(/500 is on its way\.$/)
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
    void sendBack(paymentView('a'), all)
    vi.unstubAllGlobals()
    expect(tab.next.key).toMatch(/^\w{8,}$/)
  })

  test('by hand bears its number, and none without a sum or a reason is sent', async () => {
    void sendBack(paymentView('a'), { ...all, way: 'manual', reference: 'T-1' })
    expect(tab.next.body).toMatchObject({ way: 'manual', reference: 'T-1' })
    await sendBack(paymentView('a'), { ...all, rupees: '0', reason: '' })
    await endRefund('r', { went: true, reason: '' })
    expect(Object.keys($acting.get().fields)).toEqual(['reason'])
    expect(tab.asked).toEqual([])
  })

  test.each([
    ['all that is left, and the booking with it', { rupees: '9500' }, true, true],
    ['all that is left, where staff keep the booking', { rupees: '9500', cancelBooking: false }, true, undefined],
    ['a part', { rupees: '9000' }, true, undefined],
    ['all of a payment whose booking has other money', { rupees: '9500' }, false, undefined],
  ])('sends back %s', (_, typed, mayCancel, cancelBooking) => {
    const view = paymentView('a')
    void sendBack({ ...view, mayCancel, refunds: { ...view.refunds, left: 950_000 } }, { ...all, ...typed })
    const { body } = tab.next
    expect((body as { cancelBooking?: boolean }).cancelBooking).toBe(cancelBooking)
  })

  test('whose end staff looked up is said', async () => {
    void endRefund('r1', { went: false, reason: 'Looked at the gateway' })
    expect(tab.asked).toMatchObject([{ path: '/api/admin/refunds/r1/decision', body: { went: false } }])
    await tab.next.answer(200, { state: 'failed' })
    expect($said.get()).toBe('The refund did not go.')
  })
})
