import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { approvePayment } from '#stores/admin/payments/decision.ts'
import { $action, $status, openForm, reportConflict } from '#stores/admin/payments/edit.ts'
import { receiveBooking } from '#stores/admin/payments/queue.ts'
import { resolveRefund, sendRefund } from '#stores/admin/payments/refund.ts'
import { $selectedPayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { paymentView } from '../../support/payment-view.ts'
import { type Tab, who } from './desk.ts'
import { ALL, decidedBy, inSight, madeBy, WAITING, waiting, withPayments, withRefunds } from './payments.ts'

/** What is done to a payment and never answered, or conflict: the payment itself says what is so. */
const FOUND = { rupees: '9,500', transactionId: 'NIC 123', reason: '', withoutPlace: false }

/** As colleagues read it. */
const MINE = 'Asha'
/** As it is once somebody has approved it. */
const approved = (id: string, by: string): PaymentView => ({
  ...paymentView(id, { state: 'confirmed' }),
  waits: [],
  decided: decidedBy(by),
})
let tab: Tab
withPayments((opened) => {
  tab = opened
})
beforeEach(() => $session.set({ state: 'open', who: who({ name: MINE }) }))

describe('a decision whose answer is lost', () => {
  /** The payment is read again: the answer to that, and to the queue. */
  async function read(view: PaymentView | undefined, ...ids: string[]) {
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    await tab.next.answer(200, waiting(...ids))
    await tab.next.answer(view ? 200 : 503, view ?? {})
  }
  async function expectThatItIsDone() {
    await tab.next.answer(200, waiting('b'))
    await tab.next.answer(200, paymentView('b'))
    expect($status.get()).toMatch(/^Approved: Payer a, .*9,500\. Next: Payer b\.$/)
    expect($selectedPayment.get()).toMatchObject({ id: 'b' })
    expect($action.get()).toEqual({ busy: false, fields: {} })
  }
  beforeEach(async () => {
    await inSight('a', 'a', 'b')
    openForm('approve')
    void approvePayment(paymentView('a'), FOUND)
    await tab.next.answer(503, {})
    expect($action.get()).toEqual({ form: 'approve', busy: true, fields: {} })
  })

  test('goes on like any other where the payment shows that it was done', async () => {
    await read(approved('a', MINE), 'a', 'b')
    await expectThatItIsDone()
  })

  test('stays open where the payment shows nothing yet, and goes on once it does', async () => {
    await read(paymentView('a'), 'a', 'b')
    expect($action.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
    receiveBooking({ bookingId: 'BK-a' })
    await tab.next.answer(200, approved('a', MINE))
    await expectThatItIsDone()
  })

  test('and is pressed again is one’s own, and nobody else was faster', async () => {
    await read(undefined, 'a', 'b')
    expect($action.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
    void approvePayment(paymentView('a'), FOUND)
    await tab.next.answer(409, { error: { code: 'not_decidable', message: 'You have decided this already.' } })
    await read(approved('a', MINE), 'a', 'b')
    await expectThatItIsDone()
  })

  test.each([
    ['somebody else’s', decidedBy('maya@chautari.example'), 'maya@chautari.example was faster and approved a payment.'],
    [
      'another one of one’s own',
      decidedBy(MINE, 'Rejected a payment'),
      'You have decided this already: rejected a payment.',
    ],
  ])('is not taken for done where what is seen is %s', async (_, decided, sentence) => {
    await read({ ...approved('a', MINE), decided }, 'a', 'b')
    expect($status.get()).toBe('')
    expect($action.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
    reportConflict({ ...approved('a', MINE), decided })
    expect($action.get()).toEqual({ busy: false, fields: {}, problem: sentence })
  })

  test('is not waited for once its form was given up', async () => {
    await read(paymentView('a'), 'a', 'b')
    openForm('reject')
    receiveBooking({ bookingId: 'BK-a' })
    await tab.next.answer(200, approved('a', MINE))
    expect($status.get()).toBe('')
    expect($action.get()).toEqual({ form: 'reject', busy: false, fields: {} })
  })
})

describe('money that is sent back where others may send some at once', () => {
  const part = { way: 'manual', rupees: '100', reason: 'Heater was off', reference: '', cancelBooking: true } as const
  const typing = { form: 'refund', busy: false, fields: {} }
  async function reread(view: PaymentView | undefined) {
    expect(tab.asked.map(({ path }) => path)).toEqual([WAITING, `${ALL}/a`])
    await tab.next.answer(200, waiting())
    await tab.next.answer(view ? 200 : 503, view ?? {})
  }
  beforeEach(async () => {
    void openPayment('a')
    await tab.next.answer(200, withRefunds())
    openForm('refund')
  })

  test('says how many were seen when it was begun, and what it is told of then is seen', async () => {
    receiveBooking({ bookingId: 'BK-a' })
    void sendRefund(withRefunds(), part)
    const [heard, sent] = [tab.next, tab.next]
    expect(sent.body).toMatchObject({ saw: 0 })
    await heard.answer(200, withRefunds(madeBy('maya@chautari.example')))
    await sent.answer(409, { error: { code: 'changed_meanwhile', message: CONCURRENT_REFUND } })
    await reread(withRefunds(madeBy('maya@chautari.example')))
    expect($action.get()).toEqual({ ...typing, saw: 1, problem: CONCURRENT_REFUND })
    void sendRefund(withRefunds(madeBy('maya@chautari.example')), part)
    const again = tab.next
    expect(again).toMatchObject({ body: { saw: 1 }, key: expect.not.stringMatching(sent.key ?? '') })
    await again.answer(200, madeBy(MINE))
  })

  test('tells of another one at once, and of the same one only once', async () => {
    for (const problem of [CONCURRENT_REFUND, undefined]) {
      receiveBooking({ bookingId: 'BK-a' })
      await tab.next.answer(200, withRefunds(madeBy('maya@chautari.example')))
      expect($action.get()).toEqual({ ...typing, saw: 1, ...(problem && { problem }) })
      openForm('refund')
    }
  })

  test('is given up where nothing is left for it', async () => {
    receiveBooking({ bookingId: 'BK-a' })
    const all = withRefunds(madeBy('maya@chautari.example', { amount: 950_000 }))
    await tab.next.answer(200, { ...all, refunds: { ...all.refunds, left: 0, ways: [] } })
    expect($action.get()).toEqual({ busy: false, fields: {}, problem: CONCURRENT_REFUND })
  })

  test('is done where no answer came and the payment shows it', async () => {
    void sendRefund(withRefunds(), part)
    await tab.next.answer(503, {})
    await reread(withRefunds(madeBy(MINE)))
    expect($status.get()).toMatch(/^NPR.100 was sent back\.$/)
    await reread(withRefunds(madeBy(MINE)))
    expect($action.get()).toEqual({ busy: false, fields: {} })
  })

  test.each([
    ['somebody else’s', madeBy('maya@chautari.example')],
    ['of another sum', madeBy(MINE, { amount: 20_000 })],
  ])('is not done where no answer came and the only one there is %s', async (_, other) => {
    void sendRefund(withRefunds(), part)
    await tab.next.answer(503, {})
    await reread(withRefunds(other))
    expect($status.get()).toBe('')
    expect($action.get()).toEqual({ ...typing, saw: 1, problem: CONCURRENT_REFUND })
  })

  test('is not sent twice where neither answer nor reading came and its reason was mended', async () => {
    void sendRefund(withRefunds(), part)
    const lost = tab.next
    await lost.answer(503, {})
    await reread(undefined)
    expect($action.get()).toEqual({ ...typing, saw: 0, problem: expect.any(String) })
    void sendRefund(withRefunds(), { ...part, reason: 'Heater was off all day' })
    const mended = tab.next
    expect([mended.body, mended.key === lost.key]).toEqual([expect.objectContaining({ saw: 0 }), false])
    await mended.answer(409, { error: { code: 'changed_meanwhile', message: CONCURRENT_REFUND } })
    await reread(withRefunds(madeBy(MINE)))
    expect($action.get()).toEqual({ ...typing, saw: 1, problem: CONCURRENT_REFUND })
  })
})

test('a refund whose end is seen although no answer came is said to have ended so', async () => {
  const open = withRefunds(madeBy(MINE, { state: 'sent' }))
  void openPayment('a')
  await tab.next.answer(200, open)
  void resolveRefund('r1', { went: true, reason: 'Looked at the gateway' })
  await tab.next.answer(503, {})
  await tab.asked[1]?.answer(200, withRefunds(madeBy(MINE)))
  expect($status.get()).toBe('The refund went.')
})
