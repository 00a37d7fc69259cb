import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import { type Failure, type Outcome, succeed } from '#contract/failure.ts'
import { ALERT_RAISED_AGAIN, CONCURRENT_REFUND, formatAlreadyDecided } from '#contract/validation-messages.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import { formatStaffName } from '#domain/staff.ts'
import { formatFailure, isOutcomeUnknown } from '../../api.ts'
import { clearDraft, getDraft, hasDraftUnder, saveDraft } from '../form-drafts.ts'
import { recordOwnAction } from '../own-actions.ts'
import { $session, requireSession } from '../session/session.ts'
import { showFailureToast } from '../toasts.ts'
import { readQueue } from './queue.ts'
import { $selectedPayment, getSelectedId, reloadPayment, type SelectedPayment } from './selected-payment.ts'

/** Which form is open, and what is wrong with what was tried last: beside its fields, or about it as a whole. */
export type PaymentForm = 'approve' | 'reject' | 'keep' | 'refund' | 'refund_ended' | PaymentAlert
export interface ActionState {
  form?: PaymentForm
  /** Of a refund: how many others whoever types it has seen. */
  saw?: number
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const IDLE: ActionState = { busy: false, fields: {} }
export const $action = atom<ActionState>(IDLE)
/** What was done last, for those who hear it. */
export const $status = atom('')

/** What is being done, by the id of its payment: nothing is done to one twice at once. */
const pendingIds = new Set<string>()
/** Counts the forms that were opened and closed: what is answered to a former one is not about the one in sight. */
let formCount = 0
/** An act whose answer never came: whenever its payment is read again, that may show that it was done. */
let applyLateOutcome: ((now: PaymentView) => void) | undefined

$selectedPayment.listen((now, before) => {
  if (getIdOf(before) !== getIdOf(now)) stashForm(getIdOf(before))
  if (now.state !== 'shown') return
  if (before?.state !== 'shown' || before.id !== now.id) resumeForm(now.id)
  applyLateOutcome?.(now.view)
  checkRefundCount(now.view)
})

const getIdOf = (of: SelectedPayment | undefined): string | undefined => (of && of.state !== 'none' ? of.id : undefined)

/** A form that was left, as it is kept; `isAway` was put away and waits until it is asked for. */
type SavedForm = Pick<ActionState, 'saw'> & { form: PaymentForm; isAway?: true }

/** Under which name the form that is open about a payment is kept; what is typed there is `…/its name`. */
const getFormName = (paymentId: string): string => `payment/${paymentId}/act`
export const getDraftName = ({ payment }: PaymentView, form: string): string =>
  `${getFormName(payment.paymentId)}/${form}`

/** Opens a form, where it was put away half typed as it was; without a name what is open is given up. */
export function openForm(form: PaymentForm | undefined): void {
  const shown = $selectedPayment.get()
  const id = getSelectedId()
  const left = readSavedForm(id)
  applyLateOutcome = undefined
  if (left?.form !== form) discardForm(id)
  if (!form) resetForm()
  else if (left?.form === form) startForm(id, left)
  else startForm(id, { form, ...(form === 'refund' && shown.state === 'shown' && { saw: countRefunds(shown.view) }) })
}

function startForm(id: string | undefined, { isAway: _, ...left }: SavedForm): void {
  if (id) saveDraft(getFormName(id), left)
  resetForm(left)
}

/** Nothing is wrong with the form that is open from now on, or with none. */
function resetForm(left?: SavedForm): void {
  formCount++
  $action.set({ ...IDLE, busy: pendingIds.has(getSelectedId() ?? ''), ...left })
}

const readSavedForm = (id: string | undefined): SavedForm | undefined =>
  id ? getDraft<SavedForm>(getFormName(id)) : undefined
const countRefunds = ({ refunds }: PaymentView): number => refunds.items.length

function discardForm(id: string | undefined): void {
  if (id) clearDraft(getFormName(id))
}

/** Another payment comes into sight: what is typed about this one and was not sent waits for when its form is opened again. */
function stashForm(id: string | undefined): void {
  const left = readSavedForm(id)
  if (id && left && hasDraftUnder(getFormName(id))) saveDraft(getFormName(id), { ...left, isAway: true })
  else discardForm(id)
  applyLateOutcome = undefined
  resetForm()
}

/** The form that was open about this payment when the page was left. */
function resumeForm(id: string): void {
  const left = readSavedForm(id)
  if (left && !left.isAway) startForm(id, left)
}

/** By whom what is done here is done, as colleagues read it. */
export function getOwnName(): string {
  const session = $session.get()
  return session.state === 'open' ? formatStaffName(session.who.name, session.who.email) : ''
}

/** What the open form was for has ended, or it has happened again: that is said, and the form is gone. */
export function reportConflict({ payment, decided, alerts }: PaymentView): void {
  const { form, problem } = $action.get()
  const ended = decided ? `${formatAlreadyDecided(decided.by, decided.what, getOwnName())}.` : 'This is settled by now.'
  const again = alerts.some(({ alert }) => alert === form)
  // What was said of an answer that is lost is over.
  const said = applyLateOutcome ? undefined : problem
  discardForm(payment.paymentId)
  applyLateOutcome = undefined
  resetForm()
  $action.set({ ...$action.get(), problem: said ?? (again ? ALERT_RAISED_AGAIN : ended) })
}

/** Whoever is typing a refund is told of another one, and decides again: nothing typed goes, unless nothing is left. */
function checkRefundCount(now: PaymentView): void {
  const { busy, form, saw, ...acting } = $action.get()
  const count = countRefunds(now)
  if (busy || form !== 'refund' || saw === undefined || saw === count) return
  if (now.refunds.ways.length === 0) openForm(undefined)
  else {
    saveDraft(getFormName(now.payment.paymentId), { form, saw: count })
    $action.set({ ...acting, busy, form, saw: count })
  }
  $action.set({ ...$action.get(), problem: CONCURRENT_REFUND })
}

interface ActionOptions<Value> {
  /** The words for it; `whose` begins them where another payment is in sight. */
  describe: (whose: string, value: Value) => string
  /** What would have been answered, where the payment shows by now that it was done. */
  findResult?: (now: PaymentView) => Value | undefined
  /** What follows; else the payment is read again. `isStill` says whether nothing else was opened since. */
  afterSuccess?: (isStill: () => boolean) => Promise<void>
}

/**
 * Whoever has picked another payment before the answer came, or opened another form, keeps what they see and type there,
 * and is told of this one. Where no answer comes, what the payment shows is the answer.
 */
export async function runAction<Value>(
  ask: () => Promise<Outcome<Value>>,
  { describe, findResult, afterSuccess }: ActionOptions<Value>,
): Promise<void> {
  const { problem: _, ...before } = $action.get()
  if (before.busy) return
  const about = $selectedPayment.get()
  const id = getSelectedId()
  const mine = formCount
  const isStill = () => formCount === mine
  applyLateOutcome = undefined
  $action.set({ ...before, busy: true, fields: {} })
  const forgetSent = () => {
    if (readSavedForm(id)?.form === before.form) discardForm(id)
  }
  const succeeded = async (value: Value) => {
    applyLateOutcome = undefined
    forgetSent()
    $action.set({ ...before, busy: true })
    if (afterSuccess) await afterSuccess(isStill)
    else {
      $status.set(describe('', value))
      void readQueue()
      await reloadPayment()
    }
    if (isStill()) resetForm()
  }
  const bookingId = about.state === 'shown' ? about.view.payment.bookingId : ''
  recordOwnAction(bookingId)
  if (id) pendingIds.add(id)
  let answer = await requireSession(ask())
  recordOwnAction(bookingId)
  if (id) pendingIds.delete(id)
  if (!answer.ok && !answer.failure.fields && isStill()) {
    if (findResult && canBeApplied(answer.failure))
      applyLateOutcome = (now) => {
        const value = findResult(now)
        if (value === undefined) return
        answer = succeed(value)
        void succeeded(value)
      }
    // What is so by now stands beside what is said: somebody may have been faster.
    void readQueue()
    await reloadPayment()
    if (answer.ok) return
    if (!isOutcomeUnknown(answer.failure)) applyLateOutcome = undefined
  }
  if (!isStill()) {
    const isInSight = getSelectedId() === id
    if (isInSight) $action.set({ ...$action.get(), busy: false })
    const name = about.state === 'shown' ? about.view.payment.customerName : ''
    if (answer.ok) {
      forgetSent()
      $status.set(describe(isInSight ? '' : `${name}: `, answer.value))
    } else showFailureToast(name, answer.failure, `/admin/payments?open=${id}`)
    await Promise.all([readQueue(), isInSight && reloadPayment()])
    return
  }
  if (answer.ok) return succeeded(answer.value)
  const { fields } = answer.failure
  $action.set({
    ...before,
    busy: false,
    fields: fields ?? {},
    ...(!fields && { problem: formatFailure(answer.failure) }),
  })
  const shown = $selectedPayment.get()
  if (shown.state === 'shown') checkRefundCount(shown.view)
}

/** Nobody knows, or it no longer can be done: it may be oneself who did it. */
const canBeApplied = (failure: Failure): boolean => isOutcomeUnknown(failure) || failure.code === 'not_decidable'

/** Something is missing before anything is sent. */
export function showFieldErrors(fields: Record<string, string>): void {
  $action.set({ ...$action.get(), fields })
}
