import type { MonthArchiveView } from '#contract/admin/accounts.ts'
import type { Outcome } from '#contract/failure.ts'
import { OPEN_MONTH_ARCHIVES } from '#domain/month-archive.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'
import { createResource } from './resource.ts'
import { requireSession } from './session/session.ts'

const POLL_MS = 2_000

const archives = createResource('archives', () => staffLedger.monthArchives({}))
export const $monthArchives = archives.$resource

let cancelPoll = (): void => {}

/** Reads them again while one is made. */
export async function readMonthArchives(): Promise<void> {
  cancelPoll()
  await archives.read()
  const { items } = $monthArchives.get().archives ?? { items: [] }
  if (items.some(({ state }) => OPEN_MONTH_ARCHIVES.includes(state)))
    cancelPoll = environment().later(() => void readMonthArchives(), POLL_MS)
}

export const startMonthArchive = (days: { from: string; to: string }): Promise<Outcome<MonthArchiveView>> =>
  applyChange(staffLedger.startMonthArchive(days))

export const cancelMonthArchive = (id: string): Promise<Outcome<MonthArchiveView>> =>
  applyChange(staffLedger.cancelMonthArchive(id))

async function applyChange(response: Promise<Outcome<MonthArchiveView>>): Promise<Outcome<MonthArchiveView>> {
  const outcome = await requireSession(response)
  await readMonthArchives()
  return outcome
}
