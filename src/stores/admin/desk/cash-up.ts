import type { approveCashUp, CashUpDay, saveCashUp } from '#contract/admin/till.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { createLocationDay } from './location-day.ts'

export const cashUpDay = createLocationDay<CashUpDay>((day) => staffLedger.cashUps(day))

export const saveCount = (count: Input<typeof saveCashUp>): Promise<Outcome<CashUpDay>> =>
  applyChange(staffLedger.saveCashUp(count))

export const approveDifference = (till: Input<typeof approveCashUp>): Promise<Outcome<CashUpDay>> =>
  applyChange(staffLedger.approveCashUp(till))

/** Shows the new values also after another user was faster. */
async function applyChange(response: Promise<Outcome<CashUpDay>>): Promise<Outcome<CashUpDay>> {
  const outcome = await requireSession(response)
  if (outcome.ok || outcome.failure.code === 'changed_meanwhile') await cashUpDay.read()
  return outcome
}
