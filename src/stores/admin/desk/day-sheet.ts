import type { saveHandover } from '#contract/admin/handover.ts'
import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { createLocationDay } from './location-day.ts'

export type Sheet = Output<typeof readDaySheet>

export const daySheet = createLocationDay<Sheet>((day) => staffLedger.daySheet(day))

/** Shows the new note also after another user was faster. */
export async function saveHandoverNote(note: Input<typeof saveHandover>) {
  const outcome = await requireSession(staffLedger.saveHandover(note))
  if (outcome.ok || outcome.failure.code === 'changed_meanwhile') await daySheet.read()
  return outcome
}
