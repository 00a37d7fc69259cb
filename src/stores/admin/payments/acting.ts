import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import { type Failure, type Outcome, succeed } from '#contract/failure.ts'
import { RAISED_AGAIN, REFUNDED_MEANWHILE, wasFaster } from '#contract/sentences.ts'
import { colleagueName } from '#domain/staff.ts'
import type { PaymentAlert } from '#domain/waiting.ts'
import { isUnanswered, messageOf } from '../../api.ts'
import { tellNotDone } from '../notices.ts'
import { noteOwnAction } from '../own-actions.ts'
import { $session, admitted } from '../session.ts'
import { forgetTyped, isTypedUnder, keepTyped, typedIn } from '../typed.ts'
import { $case, type Case, idInSight, readCase } from './case.ts'
import { readQueue } from './queue.ts'

/** Which form is open, and what is wrong with what was tried last: beside its fields, or about it as a whole. */
export type Act = 'approve' | 'reject' | 'keep' | 'refund' | 'refund_ended' | PaymentAlert
export interface Acting {
  form?: Act
  /** Of a refund: how many others whoever types it has seen. */
  saw?: number
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const IDLE: Acting = { busy: false, fields: {} }
export const $acting = atom<Acting>(IDLE)
/** What was done last, for those who hear it. */
export const $said = atom('')

/** What is being done, by the id of its payment: nothing is done to one twice at once. */
const underWay = new Set<string>()
/** Counts the forms that were opened and closed: what is answered to a former one is not about the one in sight. */
let opened = 0
/** An act whose answer never came: whenever its payment is read again, that may show that it was done. */
let lost: ((now: PaymentView) => void) | undefined

$case.listen((now, before) => {
  if (idOf(before) !== idOf(now)) putFormAway(idOf(before))
  if (now.state !== 'shown') return
  if (before?.state !== 'shown' || before.id !== now.id) resumeForm(now.id)
  lost?.(now.view)
  followRefunds(now.view)
})

const idOf = (of: Case | undefined): string | undefined => (of && of.state !== 'none' ? of.id : undefined)

/** A form that was left, as it is kept; `isAway` was put away and waits until it is asked for. */
type Left = Pick<Acting, 'saw'> & { form: Act; isAway?: true }

/** Under which name the form that is open about a payment is kept; what is typed there is `…/its name`. */
const keptAs = (paymentId: string): string => `payment/${paymentId}/act`
export const typedIntoForm = ({ payment }: PaymentView, form: string): string => `${keptAs(payment.paymentId)}/${form}`

/** Opens a form, where it was put away half typed as it was; without a name what is open is given up. */
export function openForm(form: Act | undefined): void {
  const shown = $case.get()
  const id = idInSight()
  const left = leftOf(id)
  lost = undefined
  if (left?.form !== form) giveUp(id)
  if (!form) rest()
  else if (left?.form === form) begin(id, left)
  else begin(id, { form, ...(form === 'refund' && shown.state === 'shown' && { saw: countOf(shown.view) }) })
}

function begin(id: string | undefined, { isAway: _, ...left }: Left): void {
  if (id) keepTyped(keptAs(id), left)
  rest(left)
}

/** Nothing is wrong with the form that is open from now on, or with none. */
function rest(left?: Left): void {
  opened++
  $acting.set({ ...IDLE, busy: underWay.has(idInSight() ?? ''), ...left })
}

const leftOf = (id: string | undefined): Left | undefined => (id ? typedIn<Left>(keptAs(id)) : undefined)
const countOf = ({ refunds }: PaymentView): number => refunds.items.length

function giveUp(id: string | undefined): void {
  if (id) forgetTyped(keptAs(id))
}

/** Another payment comes into sight: what is typed about this one and was not sent waits for when its form is opened again. */
function putFormAway(id: string | undefined): void {
  const left = leftOf(id)
  if (id && left && isTypedUnder(keptAs(id))) keepTyped(keptAs(id), { ...left, isAway: true })
  else giveUp(id)
  lost = undefined
  rest()
}

/** The form that was open about this payment when the page was left. */
function resumeForm(id: string): void {
  const left = leftOf(id)
  if (left && !left.isAway) begin(id, left)
}

/** By whom what is done here is done, as colleagues read it. */
export function me(): string {
  const session = $session.get()
  return session.state === 'open' ? colleagueName(session.who.name, session.who.email) : ''
}

/** What the open form was for has ended, or it has happened again: that is said, and the form is gone. */
export function overtakenBy({ payment, decided, alerts }: PaymentView): void {
  const { form, problem } = $acting.get()
  const ended = decided ? `${wasFaster(decided.by, decided.what, me())}.` : 'This is settled by now.'
  const again = alerts.some(({ alert }) => alert === form)
  // What was said of an answer that is lost is over.
  const said = lost ? undefined : problem
  giveUp(payment.paymentId)
  lost = undefined
  rest()
  $acting.set({ ...$acting.get(), problem: said ?? (again ? RAISED_AGAIN : ended) })
}

/** Whoever is typing a refund is told of another one, and decides again: nothing typed goes, unless nothing is left. */
function followRefunds(now: PaymentView): void {
  const { busy, form, saw, ...acting } = $acting.get()
  const count = countOf(now)
  if (busy || form !== 'refund' || saw === undefined || saw === count) return
  if (now.refunds.ways.length === 0) openForm(undefined)
  else {
    keepTyped(keptAs(now.payment.paymentId), { form, saw: count })
    $acting.set({ ...acting, busy, form, saw: count })
  }
  $acting.set({ ...$acting.get(), problem: REFUNDED_MEANWHILE })
}

interface Doing<Value> {
  /** The words for it; `whose` begins them where another payment is in sight. */
  done: (whose: string, value: Value) => string
  /** What would have been answered, where the payment shows by now that it was done. */
  found?: (now: PaymentView) => Value | undefined
  /** What follows; else the payment is read again. `isStill` says whether nothing else was opened since. */
  goOn?: (isStill: () => boolean) => Promise<void>
}

/**
 * Whoever has picked another payment before the answer came, or opened another form, keeps what they see and type there,
 * and is told of this one. Where no answer comes, what the payment shows is the answer.
 */
export async function act<Value>(
  ask: () => Promise<Outcome<Value>>,
  { done, found, goOn }: Doing<Value>,
): Promise<void> {
  const { problem: _, ...before } = $acting.get()
  if (before.busy) return
  const about = $case.get()
  const id = idInSight()
  const mine = opened
  const isStill = () => opened === mine
  lost = undefined
  $acting.set({ ...before, busy: true, fields: {} })
  const forgetSent = () => {
    if (leftOf(id)?.form === before.form) giveUp(id)
  }
  const succeeded = async (value: Value) => {
    lost = undefined
    forgetSent()
    $acting.set({ ...before, busy: true })
    if (goOn) await goOn(isStill)
    else {
      $said.set(done('', value))
      void readQueue()
      await readCase()
    }
    if (isStill()) rest()
  }
  const bookingId = about.state === 'shown' ? about.view.payment.bookingId : ''
  noteOwnAction(bookingId)
  if (id) underWay.add(id)
  let answer = await admitted(ask())
  noteOwnAction(bookingId)
  if (id) underWay.delete(id)
  if (!answer.ok && !answer.failure.fields && isStill()) {
    if (found && mayBeDone(answer.failure))
      lost = (now) => {
        const value = found(now)
        if (value === undefined) return
        answer = succeed(value)
        void succeeded(value)
      }
    // What is so by now stands beside what is said: somebody may have been faster.
    void readQueue()
    await readCase()
    if (answer.ok) return
    if (!isUnanswered(answer.failure)) lost = undefined
  }
  if (!isStill()) {
    const isInSight = idInSight() === id
    if (isInSight) $acting.set({ ...$acting.get(), busy: false })
    const name = about.state === 'shown' ? about.view.payment.customerName : ''
    if (answer.ok) {
      forgetSent()
      $said.set(done(isInSight ? '' : `${name}: `, answer.value))
    } else tellNotDone(name, answer.failure, `/admin/payments?open=${id}`)
    await Promise.all([readQueue(), isInSight && readCase()])
    return
  }
  if (answer.ok) return succeeded(answer.value)
  const { fields } = answer.failure
  $acting.set({ ...before, busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(answer.failure) }) })
  const shown = $case.get()
  if (shown.state === 'shown') followRefunds(shown.view)
}

/** Nobody knows, or it no longer can be done: it may be oneself who did it. */
const mayBeDone = (failure: Failure): boolean => isUnanswered(failure) || failure.code === 'not_decidable'

/** Something is missing before anything is sent. */
export function refuse(fields: Record<string, string>): void {
  $acting.set({ ...$acting.get(), fields })
}
