import { atom } from 'nanostores'
import type { readToday as contract } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export type Today = Output<typeof contract>
export type LocationToday = Today['locations'][number]

/** `today` stays in sight when a later reading fails. */
export const $today = atom<{ today?: Today; failure?: Failure }>({})

let latestRequest = 0

export async function readToday(): Promise<void> {
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.today({}))
  if (mine !== latestRequest) return
  const { today } = $today.get()
  $today.set(answer.ok ? { today: answer.value } : { ...(today && { today }), failure: answer.failure })
}
