import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { approvePayment, recheckPayment, rejectPayment, setReconciled } from '#stores/admin/payments/decision.ts'
import {
  $paymentAction,
  $status,
  getPaymentDraftName,
  openPaymentForm,
  reportConflict,
} from '#stores/admin/payments/edit.ts'
import { receiveBooking } from '#stores/admin/payments/queue.ts'
import { resolveRefund, sendRefund } from '#stores/admin/payments/refund.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { paymentView } from '../../support/payment-view.ts'
import {
  CONFIRMED,
  decidedBy,
  INPUT,
  openQueueAndPayment,
  PAYMENTS,
  paths,
  QUEUE,
  queueOf,
  refundBy,
  withPayments,
  withRefunds,
} from './payments-tab.ts'
import { errorBody, staffSession, startDrafts } from './staff-tab.ts'

const OWN_NAME = 'Asha'
const COLLEAGUE = 'maya@chautari.example'
const approvedView = (id: string, by: string): PaymentView => ({
  ...paymentView(id, { state: 'confirmed' }),
  reviewReasons: [],
  lastDecision: decidedBy(by),
})
const tab = withPayments()
beforeEach(() => $session.set({ state: 'open', user: staffSession({ name: OWN_NAME }) }))

/** Responds to the reload of the queue and the payment. */
async function respondToReload(view: PaymentView | undefined, ...ids: string[]) {
  expect(paths()).toEqual([QUEUE, `${PAYMENTS}/a`])
  await tab.next.respond(200, queueOf(...ids))
  await tab.next.respond(view ? 200 : 503, view ?? {})
}

describe('a decision on a payment whose response is lost', () => {
  beforeEach(async () => {
    await openQueueAndPayment('a', 'a', 'b')
    openPaymentForm('approve')
    await tab.respondTo(approvePayment(paymentView('a'), INPUT), 503, {})
    expect($paymentAction.get()).toEqual({ form: 'approve', busy: true, fields: {} })
  })

  test('succeeds when the re-read payment shows it', async () => {
    await respondToReload(approvedView('a', OWN_NAME), 'a', 'b')
    await tab.next.respond(200, queueOf('b'))
    await tab.next.respond(200, paymentView('b'))
    expect($status.get()).toMatch(/^Approved: Payer a, .*9,500\. Next: Payer b\.$/)
    expect($selectedPayment.get()).toMatchObject({ id: 'b' })
    expect($paymentAction.get()).toEqual({ busy: false, fields: {} })
  })

  test('keeps its form open when the payment does not show it', async () => {
    await respondToReload(paymentView('a'), 'a', 'b')
    expect($status.get()).toBe('')
    expect($paymentAction.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
  })

  test('does not succeed because of a decision on another payment that was selected during the re-read', async () => {
    const [queue, reread] = [tab.next, tab.next]
    await tab.respondTo(selectPayment('b'), 200, approvedView('b', OWN_NAME))
    await queue.respond(200, queueOf('a'))
    await reread.respond(200, paymentView('a'))
    expect($status.get()).toBe('')
    expect($toasts.get()).toMatchObject([{ failedAction: { name: 'Payer a', isOutcomeUnknown: true } }])
  })

  test('names the user’s own decision when the reload is lost too and it is repeated', async () => {
    await respondToReload(undefined, 'a', 'b')
    expect($paymentAction.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
    await tab.respondTo(approvePayment(paymentView('a'), INPUT), 409, errorBody('not_decidable'))
    await respondToReload(approvedView('a', OWN_NAME), 'a', 'b')
    reportConflict(approvedView('a', OWN_NAME))
    expect($paymentAction.get()).toEqual({
      ...{ busy: false, fields: {} },
      problem: 'You have already decided this: approved a payment.',
    })
  })

  test.each([
    ['that of a colleague', decidedBy(COLLEAGUE), `${COLLEAGUE} has already decided this: approved a payment.`],
    ['another one', decidedBy(OWN_NAME, 'Rejected a payment'), 'You have already decided this: rejected a payment.'],
  ])('fails when the last decision is %s', async (_, lastDecision, sentence) => {
    await respondToReload({ ...approvedView('a', OWN_NAME), lastDecision }, 'a', 'b')
    expect($status.get()).toBe('')
    expect($paymentAction.get()).toMatchObject({ form: 'approve', busy: false, problem: expect.any(String) })
    reportConflict({ ...approvedView('a', OWN_NAME), lastDecision })
    expect($paymentAction.get()).toEqual({ busy: false, fields: {}, problem: sentence })
  })
})

describe('a refund during which colleagues may refund too', () => {
  const part = {
    channel: 'manual',
    rupees: '100',
    reason: 'Heater was off',
    reference: '',
    cancelBooking: true,
  } as const
  const idleForm = { form: 'refund', busy: false, fields: {} }
  const CONFLICT = errorBody('changed_meanwhile', { message: CONCURRENT_REFUND })
  beforeEach(async () => {
    await tab.respondTo(openPayment('a'), 200, withRefunds())
    openPaymentForm('refund')
  })

  test('sends the number of refunds seen, which grows with each warning', async () => {
    receiveBooking({ bookingId: 'BK-a' })
    void sendRefund(withRefunds(), part)
    const [reload, sent] = [tab.next, tab.next]
    expect(sent.body).toMatchObject({ expectedCount: 0 })
    await reload.respond(200, withRefunds(refundBy(COLLEAGUE)))
    await sent.respond(409, CONFLICT)
    await respondToReload(withRefunds(refundBy(COLLEAGUE)))
    expect($paymentAction.get()).toEqual({ ...idleForm, expectedCount: 1, problem: CONCURRENT_REFUND })
    void sendRefund(withRefunds(refundBy(COLLEAGUE)), part)
    const repeated = tab.next
    expect(repeated).toMatchObject({ body: { expectedCount: 1 }, key: expect.not.stringMatching(sent.key ?? '') })
    await repeated.respond(200, refundBy(OWN_NAME))
  })

  test('warns of each other refund once', async () => {
    for (const problem of [CONCURRENT_REFUND, undefined]) {
      await tab.respondTo(receiveBooking({ bookingId: 'BK-a' }), 200, withRefunds(refundBy(COLLEAGUE)))
      expect($paymentAction.get()).toEqual({ ...idleForm, expectedCount: 1, ...(problem && { problem }) })
      openPaymentForm('refund')
    }
  })

  test('closes its form when nothing is left to refund', async () => {
    receiveBooking({ bookingId: 'BK-a' })
    const all = withRefunds(refundBy(COLLEAGUE, { amount: paisa(950_000) }))
    await tab.next.respond(200, { ...all, refunds: { ...all.refunds, refundable: 0, channels: [] } })
    expect($paymentAction.get()).toEqual({ busy: false, fields: {}, problem: CONCURRENT_REFUND })
  })

  test('succeeds after a lost response when the payment shows it', async () => {
    await tab.respondTo(sendRefund(withRefunds(), part), 503, {})
    await respondToReload(withRefunds(refundBy(OWN_NAME)))
    expect($status.get()).toMatch(/^NPR.100 was refunded\.$/)
    await respondToReload(withRefunds(refundBy(OWN_NAME)))
    expect($paymentAction.get()).toEqual({ busy: false, fields: {} })
  })

  test.each([
    ['that of a colleague', refundBy(COLLEAGUE)],
    ['of another amount', refundBy(OWN_NAME, { amount: paisa(20_000) })],
  ])('fails after a lost response when the only refund is %s', async (_, other) => {
    await tab.respondTo(sendRefund(withRefunds(), part), 503, {})
    await respondToReload(withRefunds(other))
    expect($status.get()).toBe('')
    expect($paymentAction.get()).toEqual({ ...idleForm, expectedCount: 1, problem: CONCURRENT_REFUND })
  })

  test('is not sent twice when response and reload are lost and the reason is edited', async () => {
    void sendRefund(withRefunds(), part)
    const lost = tab.next
    await lost.respond(503, {})
    await respondToReload(undefined)
    expect($paymentAction.get()).toEqual({ ...idleForm, expectedCount: 0, problem: expect.any(String) })
    void sendRefund(withRefunds(), { ...part, reason: 'Heater was off all day' })
    const edited = tab.next
    expect([edited.body, edited.key === lost.key]).toEqual([expect.objectContaining({ expectedCount: 0 }), false])
    await edited.respond(409, CONFLICT)
    await respondToReload(withRefunds(refundBy(OWN_NAME)))
    expect($paymentAction.get()).toEqual({ ...idleForm, expectedCount: 1, problem: CONCURRENT_REFUND })
  })
})

test('resolving a refund succeeds after a lost response when the payment shows it', async () => {
  const open = withRefunds(refundBy(OWN_NAME, { state: 'sent' }))
  await tab.respondTo(openPayment('a'), 200, open)
  await tab.respondTo(
    resolveRefund({ refundId: 'r1', channel: 'gateway' }, { succeeded: true, reason: 'Looked at the gateway' }),
    503,
    {},
  )
  await tab.requests[1]?.respond(200, withRefunds(refundBy(OWN_NAME)))
  expect($status.get()).toBe('Refund sent.')
})

describe('a draft about a payment', () => {
  const EMAIL = staffSession().email
  const form = getPaymentDraftName(paymentView('a'), 'approve')
  let storage: FakeStorage
  beforeEach(() => {
    storage = new FakeStorage()
    return startDrafts(EMAIL, storage)
  })
  async function typeApproval() {
    await openQueueAndPayment('a', 'a', 'b')
    openPaymentForm('approve')
    saveDraft(form, INPUT)
  }
  /** Loads the page again; only tab storage survives. */
  async function reloadPage() {
    const entries = [...storage.entries]
    $selectedPayment.set({ state: 'none' })
    for (const [name, value] of entries) storage.entries.set(name, value)
    setDraftOwner(EMAIL)
    void openPayment('a')
    await tab.requests.at(-1)?.respond(200, paymentView('a'))
  }

  test('is restored with its form when the session ended during the request', async () => {
    await typeApproval()
    await tab.respondTo(approvePayment(paymentView('a'), INPUT), 401, errorBody('unauthorized', { ended: 'expired' }))
    expect(tab.redirects.at(-1)).toContain('ended=expired')
    await reloadPage()
    expect($paymentAction.get()).toEqual({ form: 'approve', busy: false, fields: {} })
    expect(getDraft(form)).toEqual(INPUT)
  })

  test.each([
    ['it was sent', () => approvePayment(paymentView('a'), INPUT)],
    ['it was closed', () => openPaymentForm(undefined)],
    ['another form was opened', () => openPaymentForm('reject')],
  ])('is deleted once %s', async (_, close) => {
    await typeApproval()
    void close()
    await tab.requests.shift()?.respond(200, CONFIRMED)
    expect(getDraft(form)).toBeUndefined()
  })

  test('remains when another payment is selected, until its form is opened again', async () => {
    await typeApproval()
    await tab.respondTo(selectPayment('b'), 200, paymentView('b'))
    expect($paymentAction.get().form).toBeUndefined()
    await tab.respondTo(selectPayment('a'), 200, paymentView('a'))
    expect($paymentAction.get().form).toBeUndefined()
    openPaymentForm('approve')
    expect(getDraft(form)).toEqual(INPUT)
  })

  test('is restored for a refund with the refunds seen, and warns of new ones', async () => {
    await tab.respondTo(openPayment('a'), 200, withRefunds())
    openPaymentForm('refund')
    await reloadPage()
    expect($paymentAction.get()).toMatchObject({ form: 'refund', expectedCount: 0 })
    receiveBooking({ bookingId: 'BK-a' })
    await tab.requests.at(-1)?.respond(200, withRefunds(refundBy(EMAIL)))
    expect($paymentAction.get()).toMatchObject({ form: 'refund', expectedCount: 1, problem: CONCURRENT_REFUND })
  })
})

describe('during an action on a payment', () => {
  const A = paymentView('a')
  const REJECTING = { form: 'reject', busy: false, fields: {} }
  beforeEach(() => openQueueAndPayment('a', 'a', 'b'))

  test.each([
    ['a recheck', () => recheckPayment(A), /^The gateway was checked\.$/],
    ['a reconciliation', () => setReconciled(A, true), /^Marked as reconciled\.$/],
    ['a decision', () => approvePayment(A, INPUT), /^Approved: Payer a, .*9,500\.$/],
  ])('the response to %s keeps another form of the same payment open', async (_, send, message) => {
    openPaymentForm('approve')
    void send()
    const sent = tab.next
    openPaymentForm('reject')
    expect($paymentAction.get()).toEqual({ ...REJECTING, busy: true })
    await sent.respond(200, CONFIRMED)
    expect(paths()).toContain(QUEUE)
    for (const { path, respond } of tab.requests.splice(0)) await respond(200, path.endsWith('/a') ? A : queueOf('b'))
    expect([$paymentAction.get(), $selectedPayment.get()]).toMatchObject([REJECTING, { state: 'open', id: 'a' }])
    expect($status.get()).toMatch(message)
  })

  test('a failed decision shows a toast, and keeps another form open', async () => {
    openPaymentForm('approve')
    void approvePayment(A, INPUT)
    const sent = tab.next
    openPaymentForm('reject')
    await sent.respond(422, errorBody('invalid', { fields: { amount: 'Compare with the account' } }))
    expect($paymentAction.get()).toEqual(REJECTING)
    expect($toasts.get()).toMatchObject([{ failedAction: { name: 'Payer a', problem: 'Compare with the account.' } }])
  })

  test('a form opened while the queue is reloading stays open', async () => {
    await tab.respondTo(approvePayment(A, INPUT), 200, CONFIRMED)
    const queue = tab.next
    openPaymentForm('reject')
    await queue.respond(200, queueOf('b'))
    expect([$paymentAction.get(), $selectedPayment.get()]).toMatchObject([REJECTING, { state: 'open', id: 'a' }])
  })

  test('a second action is blocked, also after the payment was selected again', async () => {
    void recheckPayment(A)
    const sent = tab.next
    selectPayment('b')
    expect($paymentAction.get().busy).toBe(false)
    selectPayment('a')
    tab.requests.length = 0
    expect($paymentAction.get().busy).toBe(true)
    void recheckPayment(A)
    openPaymentForm('reject')
    void rejectPayment(A, 'Not received')
    expect(tab.requests).toEqual([])
    await sent.respond(200, CONFIRMED)
    expect($paymentAction.get()).toEqual(REJECTING)
  })

  test('a form is closed when its payment is deselected', () => {
    for (const leave of [() => void openPayment('b'), closePayment]) {
      openPaymentForm('approve')
      leave()
      expect($paymentAction.get()).toEqual({ busy: false, fields: {} })
    }
  })
})
