import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import { MAX_UNANSWERED_KEYS } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { environment } from '../../environment.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { recordOwnAction } from '../own-actions.ts'
import { requireSession } from '../session/session.ts'
import { WALK_IN_DRAFT } from './walk-in-form.ts'

/** Kept with the form, which outlives the page as well, and forgotten with it. */
const SENT_DRAFT = `${WALK_IN_DRAFT}/sent`
/** One key for one order, however often it is sent: an answer that was lost may have been a booking. */
interface SentOrder {
  what: string
  key: string
  /** It was sent, and nobody knows yet what came of it. */
  isOpen: boolean
  /** Keys of what was sent from this form before, and never answered. */
  unanswered?: readonly string[]
}
let sentOrder: SentOrder | undefined

export function clearSentOrder(): void {
  sentOrder = undefined
  clearDraft(SENT_DRAFT)
}

/** Sends an order under its key, with those of what was sent from the same form and never answered. */
export async function sendOrder(order: Input<typeof placeWalkInBooking>): ReturnType<typeof staffLedger.placeWalkIn> {
  const before = findSentOrder(JSON.stringify(order))
  const { key, unanswered = [] } = before
  saveSentOrder({ ...before, isOpen: true })
  const named = unanswered.length > 0 && { unanswered: [...unanswered] }
  const answer = await requireSession(staffLedger.placeWalkIn({ ...order, ...named }, key))
  if (answer.ok) recordOwnAction(answer.value.bookingId)
  // A refusal says nothing of what was sent before under the same key.
  if (!answer.ok && !isOutcomeUnknown(answer.failure) && sentOrder?.key === key) saveSentOrder(before)
  return answer
}

/** What was sent last, if it was this; else a new order, which knows what it comes after. */
function findSentOrder(what: string): SentOrder {
  const last = sentOrder ?? getDraft<SentOrder>(SENT_DRAFT)
  if (last?.what === what) return last
  const { unanswered = [] } = last ?? {}
  return {
    what,
    key: environment().randomId(),
    isOpen: false,
    unanswered: last?.isOpen ? [...unanswered, last.key].slice(-MAX_UNANSWERED_KEYS) : unanswered,
  }
}

function saveSentOrder(order: SentOrder): void {
  sentOrder = order
  saveDraft(SENT_DRAFT, order)
}
