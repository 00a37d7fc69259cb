import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { Outcome } from '#contract/failure.ts'
import { RAISED_AGAIN, wasFaster } from '#contract/sentences.ts'
import type { PaymentAlert } from '#domain/waiting.ts'
import { messageOf } from '../../api.ts'
import { tellNotDone } from '../notices.ts'
import { admitted } from '../session.ts'
import { $case, idInSight, readCase } from './case.ts'
import { readQueue } from './queue.ts'

/** Which form is open, and what is wrong with what was tried last: beside its fields, or about it as a whole. */
export type Act = 'approve' | 'reject' | 'keep' | 'refund' | 'refund_ended' | PaymentAlert
export interface Acting {
  form?: Act
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

/** Of the payment in sight. */
export function openForm(form: Act | undefined): void {
  opened++
  $acting.set({ ...IDLE, busy: underWay.has(idInSight() ?? ''), ...(form && { form }) })
}

// Whatever was open or wrong belonged to the payment that was in sight.
$case.listen(({ state }) => {
  if (state === 'reading' || state === 'none') openForm(undefined)
})

/** Somebody else has ended what the open form was for, or it has happened again: that is said, and the form is gone. */
export function overtakenBy({ decided, alerts }: PaymentView): void {
  const { form, problem } = $acting.get()
  const faster = decided ? `${wasFaster(decided.by, decided.what)}.` : 'This is settled by now.'
  const again = alerts.some(({ alert }) => alert === form)
  $acting.set({ ...IDLE, problem: problem ?? (again ? RAISED_AGAIN : faster) })
}

/**
 * Whoever has picked another payment before the answer came, or opened another form, keeps what they see and type there,
 * and is told of this one. `goOn` learns by `isStill` whether nobody has since.
 */
export async function act<Value>(
  ask: () => Promise<Outcome<Value>>,
  done: (whose: string, value: Value) => string,
  goOn?: (isStill: () => boolean) => Promise<void>,
): Promise<void> {
  const { problem: _, ...before } = $acting.get()
  if (before.busy) return
  const about = $case.get()
  const id = idInSight()
  const mine = opened
  const isStill = () => opened === mine
  $acting.set({ ...before, busy: true, fields: {} })
  if (id) underWay.add(id)
  const answer = await admitted(ask())
  if (id) underWay.delete(id)
  const isInSight = idInSight() === id
  if (!isStill()) {
    if (isInSight) $acting.set({ ...$acting.get(), busy: false })
    const name = about.state === 'shown' ? about.view.payment.customerName : ''
    if (answer.ok) $said.set(done(isInSight ? '' : `${name}: `, answer.value))
    else tellNotDone(name, answer.failure, `/admin/payments?open=${id}`)
    await Promise.all([readQueue(), isInSight && readCase()])
  } else if (answer.ok) {
    if (goOn) await goOn(isStill)
    else {
      $said.set(done('', answer.value))
      void readQueue()
      await readCase()
    }
    if (isStill()) $acting.set(IDLE)
  } else {
    const { fields } = answer.failure
    $acting.set({
      ...before,
      busy: false,
      fields: fields ?? {},
      ...(!fields && { problem: messageOf(answer.failure) }),
    })
    // Somebody may have been faster: what is so by now stands beside the sentence.
    if (!fields) void Promise.all([readCase(), readQueue()])
  }
}

/** Something is missing before anything is sent. */
export function refuse(fields: Record<string, string>): void {
  $acting.set({ ...$acting.get(), fields })
}
