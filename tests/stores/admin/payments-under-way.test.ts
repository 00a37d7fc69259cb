import { beforeEach, expect, test } from 'vitest'
import { approvePayment, recheckPayment, rejectPayment } from '#stores/admin/payments/decision.ts'
import { $action, $status, openForm } from '#stores/admin/payments/edit.ts'
import { openQueue } from '#stores/admin/payments/queue.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $toasts } from '#stores/admin/toasts.ts'
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
  closePayment()
  $toasts.set([])
  $status.set('')
  void openQueue()
  await tab.next.answer(200, waiting('a', 'b'))
  void openPayment('a')
  await tab.next.answer(200, A)
})

test.each([
  ['what was asked', () => recheckPayment(A), /^The gateway was asked\.$/],
  ['a decision', () => approvePayment(A, FOUND), /^Approved: Payer a, .*9,500\.$/],
])('the answer to %s leaves another form open that is about the same payment', async (_, send, said) => {
  openForm('approve')
  void send()
  const sent = tab.next
  openForm('reject')
  expect($action.get()).toEqual({ ...REJECTING, busy: true })
  await sent.answer(200, DONE)
  expect(paths()).toContain('waiting')
  for (const { path, answer } of tab.asked.splice(0)) await answer(200, path.endsWith('/a') ? A : waiting('b'))
  expect([$action.get(), $selectedPayment.get()]).toMatchObject([REJECTING, { state: 'shown', id: 'a' }])
  expect($status.get()).toMatch(said)
})

test('and so does its failure, which is said with a name', async () => {
  openForm('approve')
  void approvePayment(A, FOUND)
  const sent = tab.next
  openForm('reject')
  await sent.answer(422, { error: { code: 'invalid', fields: { amount: 'Compare with the account' } } })
  expect($action.get()).toEqual(REJECTING)
  expect($toasts.get()).toMatchObject([{ notDone: { name: 'Payer a', problem: 'Compare with the account.' } }])
})

test('a form that is opened once the answer is there stays, too, while the queue is read after it', async () => {
  void approvePayment(A, FOUND)
  await tab.next.answer(200, DONE)
  const queue = tab.next
  openForm('reject')
  await queue.answer(200, waiting('b'))
  expect([$action.get(), $selectedPayment.get()]).toMatchObject([REJECTING, { state: 'shown', id: 'a' }])
})

test('nothing is done to a payment twice at once, also by whoever has come back to it', async () => {
  void recheckPayment(A)
  const sent = tab.next
  selectPayment('b')
  expect($action.get().busy).toBe(false)
  selectPayment('a')
  tab.asked.length = 0
  expect($action.get().busy).toBe(true)
  void recheckPayment(A)
  openForm('reject')
  void rejectPayment(A, 'No money came')
  expect(tab.asked).toEqual([])
  await sent.answer(200, DONE)
  expect($action.get()).toEqual(REJECTING)
})

test('a form is closed with the payment that it is about, however that goes out of sight', () => {
  for (const leave of [() => void openPayment('b'), closePayment]) {
    openForm('approve')
    leave()
    expect($action.get()).toEqual({ busy: false, fields: {} })
  }
})
