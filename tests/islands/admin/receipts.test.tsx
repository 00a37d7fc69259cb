import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import { PaymentActions } from '#islands/admin/payments/PaymentActions.tsx'
import { hasFailedCheck, ReceiptChecks, ReceiptViewer } from '#islands/admin/payments/ReceiptViewer.tsx'
import { openPaymentForm } from '#stores/admin/payments/edit.ts'
import { $session } from '#stores/admin/session/session.ts'
import { staffSession } from '../../stores/admin/staff-tab.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { CLAIMED_RECEIPT, paymentView } from '../../support/payment-view.ts'
import { click, findButton, mount, textsOf } from '../booking/mount.ts'

const VIEW: PaymentView = { ...paymentView('p'), receipts: [CLAIMED_RECEIPT] }

beforeEach(() => {
  openPaymentForm(undefined)
  $session.set({ state: 'open', user: staffSession() })
})

test('receipt checks state that the payer’s browser read the values', async () => {
  const { element } = await mount(<ReceiptChecks view={VIEW} receipt={CLAIMED_RECEIPT} />)
  const caption = element.querySelector('caption')
  expect(caption?.textContent).toContain('The payer’s browser read these values')
  expect(caption?.className).not.toContain('visually-hidden')
})

test('a receipt image that fails or times out can be retried, and cannot be zoomed until it is loaded', async () => {
  let timeOut = () => {}
  const restore = replaceEnvironment({
    later: (run) => {
      timeOut = run
      return () => {}
    },
  })
  const { element } = await mount(<ReceiptViewer view={VIEW} receipt={CLAIMED_RECEIPT} select={() => {}} />)
  const image = () => element.querySelector('img')
  const zoomIn = () => element.querySelector<HTMLElement>('[aria-label="Zoom in"]')
  const retryButton = () => element.querySelector<HTMLElement>('[role=alert] button')
  const dispatchImageEvent = (type: 'load' | 'error') => act(async () => image()?.dispatchEvent(new Event(type)))
  expect(element.textContent).toContain('Loading the image.')
  for (const fail of [() => dispatchImageEvent('error'), () => act(async () => timeOut())]) {
    await fail()
    expect(image()).toBeNull()
    expect(element.querySelector('[role=alert]')?.textContent).toContain('The image did not load.')
    expect(zoomIn()?.getAttribute('aria-disabled')).toBe('true')
    await click(zoomIn())
    await click(retryButton())
    expect(document.activeElement).toBe(element.querySelector('.receipt-frame'))
    expect(image()).not.toBeNull()
  }
  await dispatchImageEvent('load')
  expect(element.textContent).not.toContain('The image did not load.')
  await click(zoomIn())
  expect(element.querySelector('[data-zoom]')?.getAttribute('data-zoom')).toBe('1.5')
  restore()
})

test('rejecting is the primary action when a receipt check fails', async () => {
  const broken = { ...CLAIMED_RECEIPT, problems: ['amount_mismatch' as const] }
  const resent = { ...CLAIMED_RECEIPT, earlier: [{ match: 'file' as const, payment: null }] }
  expect([CLAIMED_RECEIPT, broken, resent].map((receipt) => hasFailedCheck(VIEW, receipt))).toEqual([false, true, true])
  const getPrimaryLabels = (element: HTMLElement) => textsOf(element, '.verify-buttons .button:not(.button-quiet)')
  const { element, show } = await mount(<PaymentActions view={VIEW} />)
  expect(getPrimaryLabels(element)).toEqual(['Approve'])
  await show(<PaymentActions view={VIEW} receiptCheckFailed />)
  expect(getPrimaryLabels(element)).toEqual(['Reject'])
  expect(element.querySelector('.verify-buttons button')?.textContent).toBe('Reject')
})

test('the decision on a receipt stays in view for managers until it is opened or made', async () => {
  const { element, show } = await mount(<PaymentActions view={VIEW} />)
  const isBar = () => element.querySelector('.receipt-decision') !== null
  expect(isBar()).toBe(true)
  await click(findButton(element, 'Approve'))
  expect(isBar()).toBe(false)
  await click(findButton(element, 'Cancel'))
  await show(<PaymentActions view={{ ...VIEW, receipts: [] }} />)
  expect(isBar()).toBe(false)
  await show(<PaymentActions view={{ ...VIEW, payment: { ...VIEW.payment, state: 'confirmed' } }} />)
  expect(isBar()).toBe(false)
  $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
  await show(<PaymentActions view={{ ...VIEW }} />)
  expect(isBar()).toBe(false)
})
