import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { Outcome } from '#contract/failure.ts'
import { ALERT_RAISED_AGAIN, CONCURRENT_REFUND, formatAlreadyDecided } from '#contract/validation-messages.ts'
import type { Paisa } from '#domain/money.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import { formatStaffName } from '#domain/staff.ts'
import {
  createSavedForms,
  getFailedState,
  IDLE,
  isPending,
  resolveUnknownOutcome,
  runPending,
  type SavedForm,
  type ActionState as State,
} from '../edit.ts'
import { getIdOf } from '../selected-record.ts'
import { $session, requireSession } from '../session/session.ts'
import { showFailureToast } from '../toasts.ts'
import { readQueue } from './queue.ts'
import { $selectedPayment, getSelectedId, reloadPayment } from './selected-payment.ts'

export type PaymentForm = 'approve' | 'reject' | 'keep' | 'refund' | 'refund_ended' | 'refund_payout' | PaymentAlert

/** A refund that another screen proposes. */
interface ProposedRefund {
  amount: Paisa
  reason: string
}

interface FormContext {
  form: PaymentForm
  proposed?: ProposedRefund
  /** The number of refunds shown when the form was opened. */
  expectedCount?: number
}
interface ActionState extends State, Partial<FormContext> {}

export const $paymentAction = atom<ActionState>(IDLE)
/** The last result, for screen readers. */
export const $status = atom('')

/** Counts opened and closed forms, so that a response to an earlier form is not shown. */
let formCount = 0

$selectedPayment.listen((now, before) => {
  const id = before && getIdOf(before)
  if (id !== getIdOf(now)) stashPaymentForm(id)
  if (now.state !== 'open') return
  if (before?.state !== 'open' || before.id !== now.id) resumeForm(now.id, now.detail)
  checkRefundCount(now.detail)
})

const savedForms = createSavedForms<FormContext>('payment')
export const getPaymentDraftName = ({ payment }: PaymentView, form: string): string =>
  `${savedForms.getName(payment.paymentId)}/${form}`

/** Opens a form, with its draft if there is one; `undefined` discards the open form. */
export function openPaymentForm(form: PaymentForm | undefined): void {
  const selected = $selectedPayment.get()
  const id = getSelectedId()
  const saved = savedForms.read(id)
  if (saved?.form !== form) savedForms.clear(id)
  if (!form) resetForm()
  else if (saved?.form === form) startForm(id, saved)
  else
    startForm(id, {
      form,
      ...(form === 'refund' && selected.state === 'open' && { expectedCount: countRefunds(selected.detail) }),
    })
}

/** Opens the refund form with this refund as soon as the payment is opened in this tab. */
export function proposeRefund(paymentId: string, proposed: ProposedRefund): void {
  savedForms.clear(paymentId)
  savedForms.save(paymentId, { form: 'refund', proposed })
}

function startForm(id: string | undefined, { isAway: _, ...form }: SavedForm<FormContext>): void {
  if (id) savedForms.save(id, form)
  resetForm(form)
}

function resetForm(form?: FormContext): void {
  formCount++
  $paymentAction.set({ ...IDLE, busy: isPending(getSelectedId()), ...form })
}

const countRefunds = ({ refunds }: PaymentView): number => refunds.items.length

function stashPaymentForm(id: string | undefined): void {
  savedForms.stash(id)
  resetForm()
}

function resumeForm(id: string, view: PaymentView): void {
  const saved = savedForms.read(id)
  if (!saved || saved.isAway) return
  startForm(id, saved.form === 'refund' ? { expectedCount: countRefunds(view), ...saved } : saved)
}

export function getOwnName(): string {
  const session = $session.get()
  return session.state === 'open' ? formatStaffName(session.user.name, session.user.email) : ''
}

/** Closes a form that no longer applies, and shows why. */
export function reportConflict({ payment, lastDecision, alerts }: PaymentView): void {
  const { form } = $paymentAction.get()
  const endedMessage = lastDecision
    ? `${formatAlreadyDecided(lastDecision.by, lastDecision.label, getOwnName())}.`
    : 'This payment has already been settled.'
  const isRaisedAgain = alerts.some(({ alert }) => alert === form)
  savedForms.clear(payment.paymentId)
  resetForm()
  $paymentAction.set({ ...$paymentAction.get(), problem: isRaisedAgain ? ALERT_RAISED_AGAIN : endedMessage })
}

/** Warns of another refund; the form closes only if nothing is left to refund. */
function checkRefundCount(view: PaymentView): void {
  const { form, expectedCount, ...state } = $paymentAction.get()
  const count = countRefunds(view)
  if (state.busy || form !== 'refund' || expectedCount === undefined || expectedCount === count) return
  if (view.refunds.channels.length === 0) openPaymentForm(undefined)
  else {
    savedForms.save(view.payment.paymentId, {
      ...{ form, expectedCount: count },
      ...(state.proposed && { proposed: state.proposed }),
    })
    $paymentAction.set({ ...state, form, expectedCount: count })
  }
  $paymentAction.set({ ...$paymentAction.get(), problem: CONCURRENT_REFUND })
}

interface ActionOptions<Value> {
  /** The result as text; `prefix` names the payer where another payment is selected. */
  describe: (prefix: string, value: Value) => string
  /** Finds the result in the re-read payment after a lost response. */
  findResult?: (view: PaymentView) => Value | undefined
  /** Runs instead of a reload; `isCurrent` returns false once another form was opened. */
  afterSuccess?: (isCurrent: () => boolean) => Promise<void>
}

/** Runs an action on the selected payment. Its result does not affect a form or payment opened since. */
export async function runPaymentAction<Value>(
  send: () => Promise<Outcome<Value>>,
  { describe, findResult, afterSuccess }: ActionOptions<Value>,
): Promise<void> {
  const { problem: _, ...before } = $paymentAction.get()
  if (before.busy) return
  const selected = $selectedPayment.get()
  const id = getSelectedId() ?? ''
  const startCount = formCount
  const isCurrent = () => formCount === startCount
  const payment = selected.state === 'open' ? selected.detail.payment : undefined
  $paymentAction.set({ ...before, busy: true, fields: {} })
  const response = await runPending(id, payment?.bookingId ?? '', () => requireSession(send()))
  const isFinal = response.ok || response.failure.fields || !isCurrent()
  const outcome = isFinal ? response : await rereadOutcome(id, response, findResult)
  if (outcome.ok && savedForms.read(id)?.form === before.form) savedForms.clear(id)
  if (!isCurrent()) {
    const isSelected = getSelectedId() === id
    if (isSelected) $paymentAction.set({ ...$paymentAction.get(), busy: false })
    const name = payment?.customerName ?? ''
    if (outcome.ok) $status.set(describe(isSelected ? '' : `${name}: `, outcome.value))
    else showFailureToast(name, outcome.failure, `/admin/payments?open=${id}`)
    await Promise.all([readQueue(), isSelected && reloadPayment()])
    return
  }
  if (!outcome.ok) {
    $paymentAction.set({ ...before, ...getFailedState(outcome.failure) })
    const now = $selectedPayment.get()
    if (now.state === 'open') checkRefundCount(now.detail)
    return
  }
  if (afterSuccess) await afterSuccess(isCurrent)
  else {
    $status.set(describe('', outcome.value))
    void readQueue()
    await reloadPayment()
  }
  if (isCurrent()) resetForm()
}

/** Reloads the payment of a failed action, and looks there for the result unless another one was selected since. */
async function rereadOutcome<Value>(
  id: string,
  response: Outcome<Value>,
  findResult: ActionOptions<Value>['findResult'],
): Promise<Outcome<Value>> {
  void readQueue()
  await reloadPayment()
  return resolveUnknownOutcome(response, async () => {
    const now = $selectedPayment.get()
    return now.state === 'open' && now.detail.payment.paymentId === id ? findResult?.(now.detail) : undefined
  })
}

export function showFieldErrors(fields: Record<string, string>): void {
  $paymentAction.set({ ...$paymentAction.get(), fields })
}
