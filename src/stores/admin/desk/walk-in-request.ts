import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import { MAX_UNANSWERED_KEYS } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { environment } from '../../environment.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { runPlacement } from '../own-actions.ts'
import { requireSession } from '../session/session.ts'
import { WALK_IN_DRAFT } from './walk-in-form.ts'

const SENT_DRAFT = `${WALK_IN_DRAFT}/sent`
/** The last order with an unknown outcome. */
interface SentOrder {
  what: string
  key: string
  /** Keys of earlier orders of this form, likewise. */
  unanswered: readonly string[]
}
let sentOrder: SentOrder | undefined

export const clearSentOrder = (): void => setSentOrder(undefined)

export async function sendOrder(order: Input<typeof placeWalkInBooking>): ReturnType<typeof staffLedger.placeWalkIn> {
  const before = sentOrder ?? getDraft<SentOrder>(SENT_DRAFT)
  const sent = renewSentOrder(JSON.stringify(order), before)
  const { key, unanswered } = sent
  setSentOrder(sent)
  const unansweredKeys = unanswered.length > 0 && { unanswered: [...unanswered] }
  const outcome = await runPlacement(requireSession(staffLedger.placeWalkIn({ ...order, ...unansweredKeys }, key)))
  // A rejection does not settle an earlier request with the same key.
  if (!outcome.ok && !isOutcomeUnknown(outcome.failure) && sentOrder === sent) setSentOrder(before)
  return outcome
}

/** The same order keeps its key. */
function renewSentOrder(what: string, last: SentOrder | undefined): SentOrder {
  if (last?.what === what) return last
  const unanswered = last ? [...last.unanswered, last.key].slice(-MAX_UNANSWERED_KEYS) : []
  return { what, key: environment().randomId(), unanswered }
}

function setSentOrder(order: SentOrder | undefined): void {
  sentOrder = order
  if (order) saveDraft(SENT_DRAFT, order)
  else clearDraft(SENT_DRAFT)
}
