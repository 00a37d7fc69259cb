import type { listWaiting, WaitingRow } from '#contract/admin/waiting.ts'
import { succeed } from '#contract/failure.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { isOutcomeUnknown } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { createList } from './list.ts'
import { requireSession } from './session/session.ts'

export const waitingList = createList<typeof listWaiting>({
  load: (input) => staffLedger.waiting(input),
  filter: { location: 'text', day: parseIsoDate },
  idOf: ({ entryId }) => entryId,
})

/** Reloads the list. An entry that is no longer listed counts as removed, also after a lost response. */
export async function removeWaiting({ entryId }: WaitingRow) {
  const outcome = await requireSession(staffLedger.removeWaiting(entryId))
  await waitingList.reload()
  if (outcome.ok) return outcome
  const { rows, failure } = waitingList.$list.get()
  const isGone = !failure && !rows?.some((row) => row.entryId === entryId)
  return isGone && (outcome.failure.code === 'not_found' || isOutcomeUnknown(outcome.failure)) ? succeed({}) : outcome
}
