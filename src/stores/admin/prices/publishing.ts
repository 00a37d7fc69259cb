import { atom } from 'nanostores'
import type { Publishing } from '#contract/admin/publishing.ts'
import type { Failure } from '#contract/failure.ts'
import { resolveUnknownOutcome } from '../expected-state.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** `ordered`: this press was taken. */
export interface PublishState {
  publishing?: Publishing
  busy: boolean
  isRequested: boolean
  failure?: Failure
}

export const $publishing = atom<PublishState>({ busy: false, isRequested: false })

let latestRequest = 0

export async function readPublishing(): Promise<void> {
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.publishing({}))
  if (mine !== latestRequest) return
  const { publishing } = $publishing.get()
  if (answer.ok) {
    // Prices that are newer than the order want another one.
    const ordered = $publishing.get().isRequested && !answer.value.behind
    $publishing.set({ ...$publishing.get(), publishing: answer.value, isRequested: ordered })
  } else if (!publishing) $publishing.set({ busy: false, isRequested: false, failure: answer.failure })
}

export const isAccepted = ({ last }: Publishing): boolean =>
  last !== null && last.status !== null && last.status >= 200 && last.status < 300

/** One press, one order, also where its answer was lost. */
export async function publish(): Promise<void> {
  const { publishing, busy, isRequested } = $publishing.get()
  if (!publishing || busy || isRequested) return
  $publishing.set({ publishing, busy: true, isRequested: false })
  const answer = await resolveUnknownOutcome(await requireSession(staffLedger.publish({})), async () => {
    const now = await requireSession(staffLedger.publishing({}))
    const isNew = now.ok && now.value.last?.at !== publishing.last?.at
    return isNew && isAccepted(now.value) ? now.value : undefined
  })
  latestRequest++
  $publishing.set(
    answer.ok
      ? { publishing: answer.value, busy: false, isRequested: true }
      : { publishing, busy: false, isRequested: false, failure: answer.failure },
  )
}
