import { atom } from 'nanostores'
import type { Publishing } from '#contract/admin/publishing.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** `ordered`: this press was taken. */
export interface PublishState {
  publishing?: Publishing
  busy: boolean
  ordered: boolean
  failure?: Failure
}

export const $publishing = atom<PublishState>({ busy: false, ordered: false })

let asked = 0

export async function readPublishing(): Promise<void> {
  const mine = ++asked
  const answer = await admitted(staffLedger.publishing({}))
  if (mine !== asked) return
  const { publishing } = $publishing.get()
  if (answer.ok) $publishing.set({ ...$publishing.get(), publishing: answer.value })
  else if (!publishing) $publishing.set({ busy: false, ordered: false, failure: answer.failure })
}

/** One press, one order. */
export async function publish(): Promise<void> {
  const { publishing, busy } = $publishing.get()
  if (!publishing || busy) return
  $publishing.set({ publishing, busy: true, ordered: false })
  const answer = await admitted(staffLedger.publish({}))
  asked++
  $publishing.set(
    answer.ok
      ? { publishing: answer.value, busy: false, ordered: true }
      : { publishing, busy: false, ordered: false, failure: answer.failure },
  )
}
