import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { clearTabDrafts, getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { approvePayment } from '#stores/admin/payments/decision.ts'
import { $action, getDraftName, openForm } from '#stores/admin/payments/edit.ts'
import { receiveBooking } from '#stores/admin/payments/queue.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { paymentView } from '../../support/payment-view.ts'
import { type Tab, who } from './desk.ts'
import { inSight, madeBy, withPayments, withRefunds } from './payments.ts'

const MINE = who().email
const FOUND = { rupees: '9,500', transactionId: 'NIC 123', reason: '', withoutPlace: false }

let tab: Tab
withPayments((opened) => {
  tab = opened
})

describe('what is typed about a payment', () => {
  const form = getDraftName(paymentView('a'), 'approve')
  const ended = { error: { code: 'unauthorized', message: 'Sign in first', ended: 'expired' } }
  let kept: KeptStorage
  let putBack = () => {}
  beforeEach(() => {
    kept = new KeptStorage()
    putBack = replaceEnvironment({ tabStorage: kept.storage, storage: new KeptStorage().storage })
    setDraftOwner(MINE)
  })
  afterEach(() => {
    clearTabDrafts()
    putBack()
  })
  async function typing() {
    await inSight('a', 'a', 'b')
    openForm('approve')
    saveDraft(form, FOUND)
  }
  /** The page is loaded again: nothing is left of it but what the tab keeps. */
  async function anew() {
    const left = [...kept.entries]
    $selectedPayment.set({ state: 'none' })
    for (const [name, value] of left) kept.entries.set(name, value)
    setDraftOwner(MINE)
    void openPayment('a')
    await tab.asked.at(-1)?.answer(200, paymentView('a'))
  }

  test('and its form come back after a session that ended while it was sent', async () => {
    await typing()
    void approvePayment(paymentView('a'), FOUND)
    await tab.next.answer(401, ended)
    expect(tab.left.at(-1)).toContain('ended=expired')
    await anew()
    expect($action.get()).toEqual({ form: 'approve', busy: false, fields: {} })
    expect(getDraft(form)).toEqual(FOUND)
  })

  test.each([
    ['it was sent', () => approvePayment(paymentView('a'), FOUND)],
    ['it was given up', () => openForm(undefined)],
    ['another form was opened', () => openForm('reject')],
  ])('is forgotten once %s', async (_, end) => {
    await typing()
    void end()
    await tab.asked.shift()?.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    expect(getDraft(form)).toBeUndefined()
  })

  test('waits where another payment was picked, until its form is opened again', async () => {
    await typing()
    selectPayment('b')
    await tab.next.answer(200, paymentView('b'))
    expect($action.get().form).toBeUndefined()
    selectPayment('a')
    await tab.next.answer(200, paymentView('a'))
    expect($action.get().form).toBeUndefined()
    openForm('approve')
    expect(getDraft(form)).toEqual(FOUND)
  })

  test('of a refund comes back with what was seen then, and is told what was sent back since', async () => {
    void openPayment('a')
    await tab.next.answer(200, withRefunds())
    openForm('refund')
    await anew()
    expect($action.get()).toMatchObject({ form: 'refund', saw: 0 })
    receiveBooking({ bookingId: 'BK-a' })
    await tab.asked.at(-1)?.answer(200, withRefunds(madeBy(MINE)))
    expect($action.get()).toMatchObject({ form: 'refund', saw: 1, problem: CONCURRENT_REFUND })
  })
})
