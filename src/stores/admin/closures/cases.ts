import { atom } from 'nanostores'
import type { AffectedBooking } from '#contract/admin/closures.ts'
import { type ActionState, getFailedState, IDLE, resolveUnknownOutcome } from '../edit.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { $closureEdit, loadClosureList } from './closures.ts'

/** `handled` is the case that was last marked, until it is opened again. */
interface CaseState extends ActionState {
  handled?: AffectedBooking
}

export const $caseAction = atom<CaseState>(IDLE)

const isListed = ({ bookingId, closureId }: AffectedBooking): boolean =>
  $closureEdit.get().list?.affected.some((each) => each.bookingId === bookingId && each.closureId === closureId) ??
  false

/** Marks that staff have dealt with a booking on closed days, or not yet. The re-read list shows a lost response. */
export async function markHandled(affected: AffectedBooking, handled: boolean): Promise<void> {
  if ($caseAction.get().busy) return
  $caseAction.set({ ...IDLE, busy: true })
  const { bookingId, closureId } = affected
  const response = await requireSession(staffLedger.markClosureBooking(bookingId, { closureId, handled }))
  await loadClosureList()
  const outcome = await resolveUnknownOutcome(response, async () =>
    isListed(affected) === handled ? undefined : { handledAt: null },
  )
  $caseAction.set(outcome.ok ? { ...IDLE, ...(handled && { handled: affected }) } : getFailedState(outcome.failure))
}
