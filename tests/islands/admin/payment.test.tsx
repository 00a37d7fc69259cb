import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import { ALERT_RAISED_AGAIN } from '#contract/validation-messages.ts'
import { npr, paisa } from '#domain/money.ts'
import { PaymentActions } from '#islands/admin/payments/PaymentActions.tsx'
import { Refunds } from '#islands/admin/payments/Refunds.tsx'
import { WaitingReasonTags } from '#islands/admin/payments/ReviewQueue.tsx'
import { UnreconciledTag } from '#islands/admin/StateTag.tsx'
import { clearTabDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $paymentAction, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { $session } from '#stores/admin/session/session.ts'
import { decidedBy, refundBy } from '../../stores/admin/payments-tab.ts'
import { staffSession } from '../../stores/admin/staff-tab.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { CLAIMED_RECEIPT, paymentView } from '../../support/payment-view.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const VIEW: PaymentView = { ...paymentView('p'), receipts: [CLAIMED_RECEIPT] }
const REFUNDABLE = { received: paisa(950_000), refundable: paisa(950_000), channels: ['manual' as const], items: [] }
const SENT_REFUND = refundBy('Asha', { channel: 'gateway', state: 'sent', amount: paisa(1) })

beforeEach(() => {
  openPaymentForm(undefined)
  $session.set({ state: 'open', user: staffSession() })
})

async function openApproval(view: PaymentView) {
  const { element } = await mount(<PaymentActions view={view} />)
  await click(element.querySelector('[aria-keyshortcuts=a]'))
  return {
    amount: element.querySelector<HTMLInputElement>('#approve-amount'),
    transaction: element.querySelector<HTMLInputElement>('#approve-transaction'),
    send: element.querySelector<HTMLButtonElement>('[type=submit]'),
    text: () => element.textContent,
  }
}

test.each(['qr_payment', 'bank_transfer'] as const)('a %s is not approved with values of its payer', async (method) => {
  const form = await openApproval({ ...VIEW, payment: { ...VIEW.payment, method } })
  expect([form.amount?.value, form.transaction?.value, form.send?.textContent]).toEqual(['', '', 'Approve'])
  await click(form.send)
  expect(form.text()).toContain('Enter the amount received')
  expect(form.text()).toContain('Enter the transaction number')
})

test('the approve button shows the typed amount, or the one that the gateway reported', async () => {
  const typed = await openApproval(VIEW)
  await type(typed.amount as HTMLInputElement, '9,499')
  expect(typed.send?.textContent).toBe(`Approve ${npr(paisa(949_900))}`)
  const differing = { ...VIEW.payment, method: 'esewa' as const, state: 'mismatch' as const, received: paisa(949_900) }
  const form = await openApproval({
    ...VIEW,
    payment: differing,
    refunds: { ...VIEW.refunds, refundable: paisa(949_900) },
  })
  expect(form.send?.textContent).toBe(`Approve ${npr(paisa(949_900))}`)
})

test('money that the desk took by card is marked as reconciled by a manager, and cash is not', async () => {
  const taken = (over: Partial<PaymentView['payment']>): PaymentView => ({
    ...paymentView('p', { method: 'card_terminal', state: 'confirmed', ...over }),
    reviewReasons: [],
  })
  const show = async (view: PaymentView) => {
    const { element } = await mount(
      <>
        <PaymentActions view={view} />
        <UnreconciledTag payment={view.payment} />
      </>,
    )
    return [...textsOf(element, 'button'), ...textsOf(element, '.tag')]
  }
  expect(await show(taken({}))).toEqual(['Mark as reconciled', 'Unreconciled'])
  expect(await show(taken({ reconciledAt: '2026-12-01T04:15:00.000Z' }))).toEqual(['Mark as unreconciled'])
  expect(await show(taken({ method: 'cash' }))).toEqual([])
  $session.set({ state: 'open', user: { ...staffSession(), role: 'desk' } })
  expect(await show(taken({}))).toEqual(['Unreconciled'])
})

test('a full refund offers to cancel the booking, and a partial one does not', async () => {
  const view: PaymentView = { ...VIEW, canCancel: true, refunds: REFUNDABLE }
  const { element } = await mount(<Refunds view={view} methods={{}} />)
  await click(findButton(element, 'Refund'))
  const amountField = () => getField(element, '#refund-amount')
  await type(amountField(), '9500')
  const cancelCheckbox = () => element.querySelector<HTMLInputElement>('.admin-check input')
  expect(element.textContent).toContain('Also cancel the booking')
  expect(cancelCheckbox()?.checked).toBe(true)
  await type(amountField(), '9000')
  expect(cancelCheckbox()).toBeNull()
})

test('a refund due shows its amount, prefills the refund form and can be declined with a reason', async () => {
  const { payment } = VIEW
  const view: PaymentView = {
    ...VIEW,
    payment: {
      ...payment,
      method: 'esewa',
      state: 'partly_refunded',
      bookingState: 'cancelled',
      refundDue: paisa(400_000),
    },
    reviewReasons: ['refund_due'],
    receipts: [],
    refunds: REFUNDABLE,
  }
  const screen = (view: PaymentView) => (
    <>
      <WaitingReasonTags payment={view.payment} reasons={view.reviewReasons} />
      <PaymentActions view={view} />
      <Refunds view={view} methods={{}} />
    </>
  )
  const { element, show } = await mount(screen(view))
  expect(element.textContent).toContain(`Refund due: ${npr(paisa(400_000))}`)
  await click(findButton(element, `Refund ${npr(paisa(400_000))}`))
  expect(element.querySelector<HTMLInputElement>('#refund-amount')?.value).toBe('4000.00')
  await click(findButton(element, 'Cancel'))
  await click(findButton(element, 'No refund'))
  await click(element.querySelector('[type=submit]'))
  expect(element.textContent).toContain('Enter a reason')
  expect(element.textContent).toContain('The customer expects a refund and receives an email with your reason.')
  await show(screen({ ...view, payment: { ...view.payment, bookingState: 'confirmed' } }))
  expect(element.textContent).toContain('The booking was paid twice, and the customer was notified')
  await show(screen({ ...view, purpose: 'difference', payment: { ...view.payment, bookingState: 'confirmed' } }))
  expect(element.textContent).toContain('A change of date was paid too late or twice, and the customer was notified')
  await show(screen({ ...view, hasEmail: false }))
  expect(element.textContent).not.toMatch(/customer (was notified|expects)/)
  expect(element.textContent).toContain('has no email address: call them')
})

test('reason tags name an amount only where it is not the payment’s', async () => {
  const { payment } = VIEW
  const tags = async (over: Partial<PaymentView['payment']>, ...reasons: PaymentView['reviewReasons']) => {
    const { element } = await mount(<WaitingReasonTags payment={{ ...payment, ...over }} reasons={reasons} />)
    return textsOf(element, '.tag')
  }
  expect(await tags({ refundDue: payment.amount }, 'refund_due', 'paid_twice')).toEqual(['Refund due', 'Paid twice'])
  expect(await tags({ refundDue: paisa(900_000) }, 'refund_due')).toEqual([`Refund due: ${npr(paisa(900_000))}`])
})

const DUE: PaymentView = {
  ...VIEW,
  payment: {
    ...VIEW.payment,
    method: 'esewa',
    state: 'confirmed',
    bookingState: 'cancelled',
    refundDue: paisa(950_000),
  },
  receipts: [],
  refunds: REFUNDABLE,
  cancelledByCustomer: true,
  hasRefundAccount: true,
}

test('a refund due is decided beside the other actions, and only when no refund is open', async () => {
  const { element, show } = await mount(<PaymentActions view={DUE} />)
  const names = () => [...element.querySelectorAll('.verify-buttons button')].map(({ textContent }) => textContent)
  expect(names()).toEqual([`Refund ${npr(paisa(950_000))}`, 'No refund'])
  const screen = <Refunds view={{ ...DUE, refunds: { ...REFUNDABLE, items: [SENT_REFUND] } }} methods={{}} />
  await show(screen)
  expect(findButton(element, 'Refund')).toBeNull()
})

test('the account for a refund is read only when a manager asks for it', async () => {
  const account = { bank: 'Nabil Bank', wallet: '', account: '0110017500123', name: 'Asha Rai' }
  const reads: string[] = []
  const restore = replaceEnvironment({
    request: async (address) => {
      reads.push(String(address))
      return Response.json({ ...account, changeableUntil: '2026-12-02T04:15:00.000Z' })
    },
  })
  const { element } = await mount(<Refunds view={DUE} methods={{}} />)
  expect(element.textContent).toContain('The customer cancelled the booking, and the customer was notified')
  expect([reads, element.textContent?.includes('0110017500123')]).toEqual([[], false])
  await click(findButton(element, 'Show the account for the refund'))
  expect(reads).toEqual(['/api/admin/bookings/BK-p/refund-account'])
  expect(element.textContent).toContain('0110017500123')
  expect(textsOf(element, 'dd')).toEqual(['Nabil Bank', '0110017500123', 'Asha Rai', 'Payer p'])
  restore()
})

test('the account for a refund is not offered to the front desk, nor without one', async () => {
  const { element, show } = await mount(<Refunds view={{ ...DUE, hasRefundAccount: false }} methods={{}} />)
  expect(element.textContent).not.toContain('Show the account')
  $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
  await show(<Refunds view={{ ...DUE }} methods={{}} />)
  expect(element.textContent).not.toContain('Show the account')
})

test('money of a booking that its customer cancelled is approved without its seats', async () => {
  const cancelled = { ...VIEW.payment, bookingState: 'cancelled' as const }
  const isWithoutSeats = async (cancelledByCustomer: boolean) => {
    const { element } = await mount(<PaymentActions view={{ ...VIEW, payment: cancelled, cancelledByCustomer }} />)
    await click(element.querySelector('[aria-keyshortcuts=a]'))
    const { checked } = getField(element, '.admin-check input') as HTMLInputElement
    await act(async () => openPaymentForm(undefined))
    return checked
  }
  expect([await isWithoutSeats(true), await isWithoutSeats(false)]).toEqual([true, false])
})

test('a refund cannot be declined while one is pending', async () => {
  const { payment, refunds } = VIEW
  const view: PaymentView = {
    ...VIEW,
    payment: { ...payment, method: 'esewa', state: 'confirmed', bookingState: 'cancelled', refundDue: paisa(400_000) },
    refunds: { ...refunds, items: [SENT_REFUND] },
  }
  const screen = (view: PaymentView) => (
    <>
      <PaymentActions view={view} />
      <Refunds view={view} methods={{}} />
    </>
  )
  const { element, show } = await mount(screen(view))
  const left = `${npr(paisa(400_000))} is left. You can decide about it after this`
  expect(element.querySelector('#refunds ~ ul + p')?.textContent).toBe(`${left} refund.`)
  expect(element.textContent).not.toContain('No refund')
  const failed = { ...refunds, items: [{ ...SENT_REFUND, state: 'failed' as const }] }
  await show(screen({ ...view, refunds: failed }))
  expect(element.textContent).not.toContain(left)
  expect(element.textContent).toContain('No refund')
})

test('a refund shows its reason on a separate line, and the rest can be refunded after a payout in cash', async () => {
  const refund = { ...SENT_REFUND, channel: 'cash', state: 'requested', reason: 'A day without power' } as const
  const { element } = await mount(
    <Refunds view={{ ...DUE, refunds: { ...REFUNDABLE, items: [refund] } }} methods={{}} />,
  )
  expect(textsOf(element, '#refunds ~ ul .mute').at(-1)).toBe('Reason: A day without power')
  expect(element.textContent).toContain(`${npr(paisa(950_000))} is left. You can decide about it after this payout.`)
})

test.each([
  [{ endsBooking: true, hasEmail: true }, 'The booking ends, and the customer gets an email.'],
  [{ endsBooking: true, hasEmail: false }, 'has no email address'],
  [{ endsBooking: false, hasEmail: true }, 'The booking does not change, and no email is sent.'],
])('the rejection form states what happens to the booking and who is notified: %o', async (what, message) => {
  const { element } = await mount(<PaymentActions view={{ ...VIEW, ...what }} />)
  await click(element.querySelector('[aria-keyshortcuts=r]'))
  expect(element.textContent).toContain(message)
  expect(textsOf(element, '[type=submit]')).toEqual([what.endsBooking ? 'Reject and end the booking' : 'Reject'])
})

function createHeading() {
  const current = document.createElement('h2')
  current.tabIndex = -1
  return { current }
}

test.each([
  ['mina@chautari.example', 'mina@chautari.example has already decided this: rejected a payment.'],
  [staffSession().email, 'You have already decided this: rejected a payment.'],
])('a decision by %s closes the open form, is reported and focuses the heading', async (by, message) => {
  const heading = createHeading()
  const { element, show } = await mount(<PaymentActions view={VIEW} heading={heading} />)
  document.body.append(heading.current)
  await click(element.querySelector('[aria-keyshortcuts=a]'))
  const lastDecision = decidedBy(by, 'Rejected a payment')
  const decidedView = {
    ...VIEW,
    payment: { ...VIEW.payment, state: 'failed' as const },
    reviewReasons: [],
    lastDecision,
  }
  await show(<PaymentActions view={decidedView} heading={heading} />)
  expect(element.querySelector('[role=alert]')?.textContent).toBe(message)
  expect(element.querySelector('form')).toBeNull()
  expect(document.activeElement).toBe(heading.current)
})

test('a form that is being sent is neither replaced nor closed', async () => {
  const { element } = await mount(<PaymentActions view={VIEW} />)
  await click(findButton(element, 'Reject'))
  const reason = getField(element, '#decision-reason')
  await type(reason, 'Not received')
  await act(async () => $paymentAction.set({ ...$paymentAction.get(), busy: true }))
  expect(element.querySelector('form [type=submit]')?.className).toContain('button-danger')
  expect(element.querySelector('.verify-buttons')?.hasAttribute('hidden')).toBe(true)
  for (const name of ['Approve', 'Cancel']) {
    expect(findButton(element, name)?.getAttribute('aria-disabled')).toBe('true')
    await click(findButton(element, name))
    expect(reason.isConnected).toBe(true)
  }
})

const TWICE = { alert: 'paid_twice', raised: 'r1' } as const
const DISPUTED = { alert: 'disputed', raised: 'r2' } as const

test('an alert that is raised again closes the form of the first one and reports it', async () => {
  const heading = createHeading()
  const view = (raised: string): PaymentView => ({ ...VIEW, alerts: [{ alert: 'went_back', raised }] })
  const { element, show } = await mount(<PaymentActions view={view('first')} heading={heading} />)
  document.body.append(heading.current)
  const resolve = () => findButton(element, 'Mark as resolved')
  await click(resolve())
  await show(<PaymentActions view={view('second')} heading={heading} />)
  expect(element.querySelector('form')).toBeNull()
  expect(element.querySelector('[role=alert]')?.textContent).toBe(ALERT_RAISED_AGAIN)
  expect(document.activeElement).toBe(heading.current)
  await click(resolve())
  await show(<PaymentActions view={{ ...view('second') }} heading={heading} />)
  expect(element.querySelector('form')?.getAttribute('aria-label')).toBe('Mark as resolved')
  await click(resolve())
  await show(<PaymentActions view={view('third')} heading={heading} />)
  await click(resolve())
  expect(element.querySelector('form')).not.toBeNull()
})

test('each alert has its own action, which names the alert when there are several', async () => {
  const paid = { ...VIEW.payment, method: 'esewa' as const, state: 'confirmed' as const }
  const { element, show } = await mount(<PaymentActions view={{ ...VIEW, payment: paid, alerts: [TWICE, DISPUTED] }} />)
  const buttons = () => textsOf(element, '.verify-actions > .verify-buttons button')
  const [twice, disputed] = ['Mark as resolved: paid twice', 'Mark as resolved: disputed by the payer'] as const
  expect(buttons()).toEqual([twice, disputed])
  await click(findButton(element, disputed))
  expect(element.querySelector('form')?.getAttribute('aria-label')).toBe(disputed)
  await show(<PaymentActions view={{ ...VIEW, payment: paid, alerts: [DISPUTED] }} />)
  expect(buttons()).toEqual(['Mark as resolved'])
})

test.each([
  ['approve', '#approve-transaction'],
  ['reject', '#decision-reason'],
  ['paid_twice', '#decision-reason'],
  ['refund', '#refund-reason'],
  ['refund_ended', '#refund-seen'],
  ['refund_payout', '#refund-taker'],
] as const)('the %s form restores its draft after a remount', async (form, field) => {
  const open = { ...SENT_REFUND, ...(form === 'refund_payout' && { channel: 'cash' as const }) }
  const view: PaymentView = { ...VIEW, alerts: [TWICE], refunds: { ...REFUNDABLE, items: [open] } }
  const screen = (
    <>
      <PaymentActions view={view} />
      <Refunds view={view} methods={{}} />
    </>
  )
  const openFormField = async () => {
    const { element } = await mount(screen)
    await act(async () => openPaymentForm(form))
    return getField(element, field)
  }
  setDraftOwner(staffSession().email)
  await type(await openFormField(), 'half typed')
  expect((await openFormField()).value).toBe('half typed')
  clearTabDrafts()
})
