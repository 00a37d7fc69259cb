import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { REFUNDED_MEANWHILE } from '#contract/sentences.ts'
import { $acting, openForm, typedIntoForm } from '#stores/admin/payments/acting.ts'
import { $case, openCase } from '#stores/admin/payments/case.ts'
import { approve } from '#stores/admin/payments/decision.ts'
import { hearBooking } from '#stores/admin/payments/queue.ts'
import { pick } from '#stores/admin/payments/screen.ts'
import { forgetTypedHere, keepTyped, typedIn, typesHere } from '#stores/admin/typed.ts'
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
  const form = typedIntoForm(paymentView('a'), 'approve')
  const ended = { error: { code: 'unauthorized', message: 'Sign in first', ended: 'expired' } }
  let kept: KeptStorage
  let putBack = () => {}
  beforeEach(() => {
    kept = new KeptStorage()
    putBack = replaceEnvironment({ tabStorage: kept.storage, storage: new KeptStorage().storage })
    typesHere(MINE)
  })
  afterEach(() => {
    forgetTypedHere()
    putBack()
  })
  async function typing() {
    await inSight('a', 'a', 'b')
    openForm('approve')
    keepTyped(form, FOUND)
  }
  /** The page is loaded again: nothing is left of it but what the tab keeps. */
  async function anew() {
    const left = [...kept.entries]
    $case.set({ state: 'none' })
    for (const [name, value] of left) kept.entries.set(name, value)
    typesHere(MINE)
    void openCase('a')
    await tab.asked.at(-1)?.answer(200, paymentView('a'))
  }

  test('and its form come back after a session that ended while it was sent', async () => {
    await typing()
    void approve(paymentView('a'), FOUND)
    await tab.next.answer(401, ended)
    expect(tab.left.at(-1)).toContain('ended=expired')
    await anew()
    expect($acting.get()).toEqual({ form: 'approve', busy: false, fields: {} })
    expect(typedIn(form)).toEqual(FOUND)
  })

  test.each([
    ['it was sent', () => approve(paymentView('a'), FOUND)],
    ['it was given up', () => openForm(undefined)],
    ['another form was opened', () => openForm('reject')],
  ])('is forgotten once %s', async (_, end) => {
    await typing()
    void end()
    await tab.asked.shift()?.answer(200, { state: 'confirmed', bookingState: 'confirmed' })
    expect(typedIn(form)).toBeUndefined()
  })

  test('waits where another payment was picked, until its form is opened again', async () => {
    await typing()
    pick('b')
    await tab.next.answer(200, paymentView('b'))
    expect($acting.get().form).toBeUndefined()
    pick('a')
    await tab.next.answer(200, paymentView('a'))
    expect($acting.get().form).toBeUndefined()
    openForm('approve')
    expect(typedIn(form)).toEqual(FOUND)
  })

  test('of a refund comes back with what was seen then, and is told what was sent back since', async () => {
    void openCase('a')
    await tab.next.answer(200, withRefunds())
    openForm('refund')
    await anew()
    expect($acting.get()).toMatchObject({ form: 'refund', saw: 0 })
    hearBooking({ bookingId: 'BK-a' })
    await tab.asked.at(-1)?.answer(200, withRefunds(madeBy(MINE)))
    expect($acting.get()).toMatchObject({ form: 'refund', saw: 1, problem: REFUNDED_MEANWHILE })
  })
})
