import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import { ALERT_RAISED_AGAIN, REFUND_PENDING } from '#contract/validation-messages.ts'
import { npr, paisa } from '#domain/money.ts'
import { PaymentActions } from '#islands/admin/payments/PaymentActions.tsx'
import { isDoubtful, ReceiptChecks, Receipts } from '#islands/admin/payments/Receipts.tsx'
import { Refunds } from '#islands/admin/payments/Refunds.tsx'
import { WaitingReasonTag } from '#islands/admin/payments/ReviewQueue.tsx'
import { clearTabDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $action, openForm } from '#stores/admin/payments/edit.ts'
import { $session } from '#stores/admin/session/session.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { who } from '../../stores/admin/desk.ts'
import { paymentView } from '../../support/payment-view.ts'
import { buttonNamed, mount, press, type } from '../booking/mount.ts'

/** A receipt whose payer says that it is in perfect order. */
const CLAIMED: PaymentView['receipts'][number] = {
  receiptId: 'r',
  sentAt: '2026-12-01T04:15:00.000Z',
  kept: true,
  reading: { amount: 950_000, transactionId: '0VOJMBX', recipientName: 'A Payee', confidence: 1 },
  problems: [],
  earlier: [],
}
const VIEW: PaymentView = { ...paymentView('p'), receipts: [CLAIMED] }

beforeEach(() => openForm(undefined))

async function approving(view: PaymentView) {
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<PaymentActions view={view} />)
  await press(element.querySelector('[aria-keyshortcuts=a]'))
  const input = (id: string) => element.querySelector<HTMLInputElement>(`#${id}`)
  return {
    amount: input('approve-amount'),
    transaction: input('approve-transaction'),
    send: element.querySelector<HTMLButtonElement>('[type=submit]'),
    text: () => element.textContent,
  }
}

test.each(['qr_payment', 'bank_transfer'] as const)(
  '%s: nothing that a payer sent approves a payment',
  async (method) => {
    const form = await approving({ ...VIEW, payment: { ...VIEW.payment, method } })
    expect([form.amount?.value, form.transaction?.value, form.send?.textContent]).toEqual(['', '', 'Approve'])
    await press(form.send)
    expect(form.text()).toContain('Enter the amount that arrived')
    expect(form.text()).toContain('Enter the transaction as the account shows it')
  },
)

test('the button names the sum that was typed', async () => {
  const form = await approving(VIEW)
  if (!form.amount) throw new Error('no field')
  await type(form.amount, '9,499')
  expect(form.send?.textContent).toBe(`Approve ${npr(paisa(949_900))}`)
})

test('the button takes the sum that a gateway has said, and does not approve it', async () => {
  const differing = { ...VIEW.payment, method: 'esewa' as const, state: 'mismatch' as const, received: 949_900 }
  const form = await approving({ ...VIEW, payment: differing, refunds: { ...VIEW.refunds, left: 949_900 } })
  expect(form.send?.textContent).toBe(`Take ${npr(paisa(949_900))}`)
})

test('of what was read it is said who read it', async () => {
  const { element } = await mount(<ReceiptChecks view={VIEW} receipt={CLAIMED} />)
  const caption = element.querySelector('caption')
  expect(caption?.textContent).toContain('Read from the picture by the payer’s browser')
  expect(caption?.className).not.toContain('visually-hidden')
})

test('a picture that fails or never comes is said, can be asked for again, and nothing enlarges what is not there', async () => {
  let runOut = () => {}
  const putBack = replaceEnvironment({
    later: (run) => {
      runOut = run
      return () => {}
    },
  })
  const { element } = await mount(<Receipts view={VIEW} receipt={CLAIMED} choose={() => {}} />)
  const picture = () => element.querySelector('img')
  const larger = () => element.querySelector<HTMLElement>('[aria-label=Larger]')
  const again = () => element.querySelector<HTMLElement>('[role=alert] button')
  const tell = (word: 'load' | 'error') => act(async () => picture()?.dispatchEvent(new Event(word)))
  expect(element.textContent).toContain('The picture is coming.')
  for (const fail of [() => tell('error'), () => act(async () => runOut())]) {
    await fail()
    expect(picture()).toBeNull()
    expect(element.querySelector('[role=alert]')?.textContent).toContain('The picture did not come.')
    expect(larger()?.getAttribute('aria-disabled')).toBe('true')
    await press(larger())
    await press(again())
    expect(document.activeElement).toBe(element.querySelector('.receipt-frame'))
    expect(picture()).not.toBeNull()
  }
  await tell('load')
  expect(element.textContent).not.toContain('The picture')
  await press(larger())
  expect(element.querySelector('[data-zoom]')?.getAttribute('data-zoom')).toBe('1.5')
  putBack()
})

test('a full refund offers to cancel the booking, and a part does not', async () => {
  const view: PaymentView = {
    ...VIEW,
    mayCancel: true,
    refunds: { received: 950_000, left: 950_000, ways: ['manual'], items: [] },
  }
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<Refunds view={view} methods={{}} />)
  await press(buttonNamed(element, 'Send money back'))
  const amountField = () => element.querySelector<HTMLInputElement>('#refund-amount') as HTMLInputElement
  await type(amountField(), '9500')
  const box = () => element.querySelector<HTMLInputElement>('.admin-check input')
  expect(element.textContent).toContain('and cancel the booking')
  expect(box()?.checked).toBe(true)
  await type(amountField(), '9000')
  expect(box()).toBeNull()
})

test('money that is owed is named with its sum, is what a refund begins with, and may be kept for a reason', async () => {
  const { payment } = VIEW
  const view: PaymentView = {
    ...VIEW,
    payment: { ...payment, method: 'esewa', state: 'partly_refunded', bookingState: 'cancelled', owed: 400_000 },
    waits: ['owed'],
    receipts: [],
    refunds: { received: 950_000, left: 950_000, ways: ['manual'], items: [] },
  }
  $session.set({ state: 'open', who: who() })
  const screen = (view: PaymentView) => (
    <>
      <WaitingReasonTag why="owed" owed={view.payment.owed} />
      <PaymentActions view={view} />
      <Refunds view={view} methods={{}} />
    </>
  )
  const { element, show } = await mount(screen(view))
  const button = (name: string) => buttonNamed(element, name)
  expect(element.textContent).toContain(`Refund due: ${npr(paisa(400_000))}`)
  await press(button('Send money back'))
  expect(element.querySelector<HTMLInputElement>('#refund-amount')?.value).toBe('4000.00')
  await press(button('Not now'))
  await press(button('Nothing goes back'))
  await press(element.querySelector('[type=submit]'))
  expect(element.textContent).toContain('Say why')
  expect(element.textContent?.match(/The customer was told|the customer was told/g)).toHaveLength(2)
  await show(screen({ ...view, payment: { ...view.payment, bookingState: 'confirmed' } }))
  expect(element.textContent).toContain('The booking was paid twice, and the customer was told')
  await show(screen({ ...view, hasEmail: false }))
  expect(element.textContent).not.toContain('customer was told')
  expect(element.textContent).toContain('gave no address for a mail: tell them')
})

test('while a refund is on its way nobody is offered to say that nothing goes back', async () => {
  $session.set({ state: 'open', who: who() })
  const { payment, refunds } = VIEW
  const refund = { refundId: 'r', paymentId: 'p', way: 'gateway', state: 'sent', amount: 1, reason: 'Asked' } as const
  const rest = { reference: null, answer: null, by: null, createdAt: payment.createdAt, updatedAt: payment.createdAt }
  const view: PaymentView = {
    ...VIEW,
    payment: { ...payment, method: 'esewa', state: 'confirmed', bookingState: 'cancelled', owed: 400_000 },
    refunds: { ...refunds, items: [{ ...refund, ...rest }] },
  }
  const { element, show } = await mount(<PaymentActions view={view} />)
  expect(element.textContent).toContain(REFUND_PENDING)
  expect(element.textContent).not.toContain('Nothing goes back')
  await show(
    <PaymentActions view={{ ...view, refunds: { ...refunds, items: [{ ...refund, ...rest, state: 'failed' }] } }} />,
  )
  expect(element.textContent).not.toContain(REFUND_PENDING)
  expect(element.textContent).toContain('Nothing goes back')
})

test.each([
  [{ endsBooking: true, hasEmail: true }, 'The booking ends, and its customer gets a mail.'],
  [{ endsBooking: true, hasEmail: false }, 'gave no address for a mail'],
  [{ endsBooking: false, hasEmail: true }, 'The booking stays as it is, and no mail goes out.'],
])('before a rejection is said what becomes of the booking, and who hears of it: %o', async (what, said) => {
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<PaymentActions view={{ ...VIEW, ...what }} />)
  await press(element.querySelector('[aria-keyshortcuts=r]'))
  expect(element.textContent).toContain(said)
})

test('the brick button follows the evidence', async () => {
  const broken = { ...CLAIMED, problems: ['amount_mismatch' as const] }
  const again = { ...CLAIMED, earlier: [{ same: 'file' as const, payment: null }] }
  expect([CLAIMED, broken, again].map((receipt) => isDoubtful(VIEW, receipt))).toEqual([false, true, true])
  $session.set({ state: 'open', who: who() })
  const loud = (element: HTMLElement) =>
    [...element.querySelectorAll('.verify-buttons .button:not(.button-quiet)')].map(({ textContent }) => textContent)
  const { element, show } = await mount(<PaymentActions view={VIEW} />)
  expect(loud(element)).toEqual(['Approve'])
  await show(<PaymentActions view={VIEW} doubtful />)
  expect(loud(element)).toEqual(['Reject'])
  expect(element.querySelector('.verify-buttons button')?.textContent).toBe('Reject')
})

test.each([
  ['mina@chautari.example', 'mina@chautari.example was faster and rejected a payment.'],
  [who().email, 'You have decided this already: rejected a payment.'],
])('whoever was overtaken is told by whom, and the keyboard goes on from the heading: %s', async (by, said) => {
  const heading = { current: document.createElement('h2') }
  heading.current.tabIndex = -1
  $session.set({ state: 'open', who: who() })
  const { element, show } = await mount(<PaymentActions view={VIEW} heading={heading} />)
  document.body.append(heading.current)
  await press(element.querySelector('[aria-keyshortcuts=a]'))
  const decided = { what: 'Rejected a payment', by, at: VIEW.rule.until, reason: null }
  const settled = { ...VIEW, payment: { ...VIEW.payment, state: 'failed' as const }, waits: [], decided }
  await show(<PaymentActions view={settled} heading={heading} />)
  expect(element.querySelector('[role=alert]')?.textContent).toBe(said)
  expect(element.querySelector('form')).toBeNull()
  expect(document.activeElement).toBe(heading.current)
})

test('what is being sent gives its place to no other form, and is not put away', async () => {
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<PaymentActions view={VIEW} />)
  const button = (name: string) => buttonNamed(element, name)
  await press(button('Reject'))
  const reason = element.querySelector<HTMLInputElement>('#decision-reason')
  if (!reason) throw new Error('no field')
  await type(reason, 'No money came')
  await act(async () => $action.set({ ...$action.get(), busy: true }))
  for (const name of ['Approve', 'Not now']) {
    expect(button(name)?.getAttribute('aria-disabled')).toBe('true')
    await press(button(name))
    expect(reason.isConnected).toBe(true)
  }
})

const TWICE = { alert: 'paid_twice', raised: 'r1' } as const
const DISPUTED = { alert: 'disputed', raised: 'r2' } as const

test('what happens again takes the form about the first with it, and says so; the next form is about both', async () => {
  $session.set({ state: 'open', who: who() })
  const heading = { current: document.createElement('h2') }
  heading.current.tabIndex = -1
  const view = (raised: string): PaymentView => ({ ...VIEW, alerts: [{ alert: 'went_back', raised }] })
  const { element, show } = await mount(<PaymentActions view={view('first')} heading={heading} />)
  document.body.append(heading.current)
  const lookedAfter = () => buttonNamed(element, 'Looked after')
  await press(lookedAfter())
  await show(<PaymentActions view={view('second')} heading={heading} />)
  expect(element.querySelector('form')).toBeNull()
  expect(element.querySelector('[role=alert]')?.textContent).toBe(ALERT_RAISED_AGAIN)
  expect(document.activeElement).toBe(heading.current)
  await press(lookedAfter())
  await show(<PaymentActions view={{ ...view('second') }} heading={heading} />)
  expect(element.querySelector('form')?.getAttribute('aria-label')).toBe('Looked after')
  await press(lookedAfter())
  await show(<PaymentActions view={view('third')} heading={heading} />)
  await press(lookedAfter())
  expect(element.querySelector('form')).not.toBeNull()
})

test('each reason to look is looked after by itself, and named where there are several', async () => {
  $session.set({ state: 'open', who: who() })
  const paid = { ...VIEW.payment, method: 'esewa' as const, state: 'confirmed' as const }
  const { element, show } = await mount(<PaymentActions view={{ ...VIEW, payment: paid, alerts: [TWICE, DISPUTED] }} />)
  const buttons = () => [...element.querySelectorAll<HTMLElement>('.verify-actions > .verify-buttons button')]
  expect(buttons().map(({ textContent }) => textContent)).toEqual([
    'Looked after: paid twice',
    'Looked after: disputed by the payer',
  ])
  await press(buttons()[1] ?? null)
  expect(element.querySelector('form')?.getAttribute('aria-label')).toBe('Looked after: disputed by the payer')
  await show(<PaymentActions view={{ ...VIEW, payment: paid, alerts: [DISPUTED] }} />)
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Looked after'])
})

test.each([
  ['approve', '#approve-transaction'],
  ['reject', '#decision-reason'],
  ['paid_twice', '#decision-reason'],
  ['refund', '#refund-reason'],
  ['refund_ended', '#refund-seen'],
] as const)('what is typed into a form outlives the page: %s', async (form, field) => {
  const at = VIEW.payment.createdAt
  const sent = { refundId: 'r', paymentId: 'p', way: 'gateway', state: 'sent', amount: 1, reason: 'Asked' } as const
  const items = [{ ...sent, reference: null, answer: null, by: null, createdAt: at, updatedAt: at }]
  const view: PaymentView = {
    ...VIEW,
    alerts: [TWICE],
    refunds: { received: 950_000, left: 950_000, ways: ['manual'], items },
  }
  const screen = (
    <>
      <PaymentActions view={view} />
      <Refunds view={view} methods={{}} />
    </>
  )
  const shown = async () => {
    const { element } = await mount(screen)
    await act(async () => openForm(form))
    return element.querySelector<HTMLInputElement>(field)
  }
  $session.set({ state: 'open', who: who() })
  setDraftOwner(who().email)
  const input = await shown()
  if (!input) throw new Error('no field')
  await type(input, 'half typed')
  expect((await shown())?.value).toBe('half typed')
  clearTabDrafts()
})
