import type { placeAtDesk } from '#contract/admin/desk.ts'
import { MOST_UNANSWERED } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { isUnanswered } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { noteOwnAction } from '../own-actions.ts'
import { admitted } from '../session.ts'
import { forgetTyped, keepTyped, typedIn } from '../typed.ts'
import { WALK_IN } from './walk-in-form.ts'

/** Kept with the form, which outlives the page as well, and forgotten with it. */
const SENT = `${WALK_IN}/sent`
/** One key for one order, however often it is sent: an answer that was lost may have been a booking. */
interface Sent {
  what: string
  key: string
  /** It was sent, and nobody knows yet what came of it. */
  isOpen: boolean
  /** Keys of what was sent from this form before, and never answered. */
  unanswered?: readonly string[]
}
let sent: Sent | undefined

export function forgetSent(): void {
  sent = undefined
  forgetTyped(SENT)
}

/** Sends an order under its key, with those of what was sent from the same form and never answered. */
export async function send(order: Input<typeof placeAtDesk>): ReturnType<typeof staffLedger.placeAtDesk> {
  const before = sentAs(JSON.stringify(order))
  const { key, unanswered = [] } = before
  keepSent({ ...before, isOpen: true })
  const named = unanswered.length > 0 && { unanswered: [...unanswered] }
  const answer = await admitted(staffLedger.placeAtDesk({ ...order, ...named }, key))
  if (answer.ok) noteOwnAction(answer.value.bookingId)
  // A refusal says nothing of what was sent before under the same key.
  if (!answer.ok && !isUnanswered(answer.failure) && sent?.key === key) keepSent(before)
  return answer
}

/** What was sent last, if it was this; else a new order, which knows what it comes after. */
function sentAs(what: string): Sent {
  const last = sent ?? typedIn<Sent>(SENT)
  if (last?.what === what) return last
  const { unanswered = [] } = last ?? {}
  return {
    what,
    key: environment().randomId(),
    isOpen: false,
    unanswered: last?.isOpen ? [...unanswered, last.key].slice(-MOST_UNANSWERED) : unanswered,
  }
}

function keepSent(order: Sent): void {
  sent = order
  keepTyped(SENT, order)
}
