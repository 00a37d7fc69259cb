import { beforeEach, expect, test } from 'vitest'
import { $notices } from '#stores/admin/notices.ts'
import { $acting, $said, openForm } from '#stores/admin/payments/acting.ts'
import { $case, closeCase, openCase } from '#stores/admin/payments/case.ts'
import { approve, ask, reject } from '#stores/admin/payments/decision.ts'
import { openQueue } from '#stores/admin/payments/queue.ts'
import { pick } from '#stores/admin/payments/screen.ts'
import { paymentRow, paymentView } from '../../support/payment-view.ts'
import { type Tab, withTab } from './desk.ts'

/** What happens to a payment in sight while something is being done to it. */
let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin/payments')
})

const A = paymentView('a')
const waiting = (...ids: string[]) => ({
  items: ids.map((id) => ({ payment: paymentRow(id), waits: ['receipt'], since: '2026-12-01T04:15:00.000Z' })),
  more: false,
})
const FOUND = { rupees: '9,500', transactionId: 'NIC 123', reason: '', withoutPlace: false }
const DONE = { state: 'confirmed', bookingState: 'confirmed' }
const REJECTING = { form: 'reject', busy: false, fields: {} }
const paths = () => tab.asked.map(({ path }) => path.replace('/api/admin/payments/', '')).toSorted()

beforeEach(async () => {
  closeCase()
  $notices.set([])
  $said.set('')
  void openQueue()
  await tab.next.answer(200, waiting('a', 'b'))
  void openCase('a')
  await tab.next.answer(200, A)
})

test.each([
  ['what was asked', () => ask(A), /^The gateway was asked\.$/],
  ['a decision', () => approve(A, FOUND), /^Approved: Payer a, .*9,500\.$/],
])('the answer to %s leaves another form open that is about the same payment', async (_, send, said) => {
  openForm('approve')
  void send()
  const sent = tab.next
  openForm('reject')
  expect($acting.get()).toEqual({ ...REJECTING, busy: true })
  await sent.answer(200, DONE)
  expect(paths()).toContain('waiting')
  for (const { path, answer } of tab.asked.splice(0)) await answer(200, path.endsWith('/a') ? A : waiting('b'))
  expect([$acting.get(), $case.get()]).toMatchObject([REJECTING, { state: 'shown', id: 'a' }])
  expect($said.get()).toMatch(said)
})

test('and so does its failure, which is said with a name', async () => {
  openForm('approve')
  void approve(A, FOUND)
  const sent = tab.next
  openForm('reject')
  await sent.answer(422, { error: { code: 'invalid', fields: { amount: 'Compare with the account' } } })
  expect($acting.get()).toEqual(REJECTING)
  expect($notices.get()).toMatchObject([{ notDone: { name: 'Payer a', problem: 'Compare with the account.' } }])
})

test('a form that is opened once the answer is there stays, too, while the queue is read after it', async () => {
  void approve(A, FOUND)
  await tab.next.answer(200, DONE)
  const queue = tab.next
  openForm('reject')
  await queue.answer(200, waiting('b'))
  expect([$acting.get(), $case.get()]).toMatchObject([REJECTING, { state: 'shown', id: 'a' }])
})

test('nothing is done to a payment twice at once, also by whoever has come back to it', async () => {
  void ask(A)
  const sent = tab.next
  pick('b')
  expect($acting.get().busy).toBe(false)
  pick('a')
  tab.asked.length = 0
  expect($acting.get().busy).toBe(true)
  void ask(A)
  openForm('reject')
  void reject(A, 'No money came')
  expect(tab.asked).toEqual([])
  await sent.answer(200, DONE)
  expect($acting.get()).toEqual(REJECTING)
})

test('a form is closed with the payment that it is about, however that goes out of sight', () => {
  for (const leave of [() => void openCase('b'), closeCase]) {
    openForm('approve')
    leave()
    expect($acting.get()).toEqual({ busy: false, fields: {} })
  }
})
