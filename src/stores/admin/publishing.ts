import { atom } from 'nanostores'
import type { Publishing } from '#contract/admin/publishing.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'
import { wished } from './wished.ts'

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
  if (answer.ok) {
    // Prices that are newer than the order want another one.
    const ordered = $publishing.get().ordered && !answer.value.behind
    $publishing.set({ ...$publishing.get(), publishing: answer.value, ordered })
  } else if (!publishing) $publishing.set({ busy: false, ordered: false, failure: answer.failure })
}

export const isTaken = ({ last }: Publishing): boolean =>
  last !== null && last.status !== null && last.status >= 200 && last.status < 300

/** One press, one order, also where its answer was lost. */
export async function publish(): Promise<void> {
  const { publishing, busy, ordered } = $publishing.get()
  if (!publishing || busy || ordered) return
  $publishing.set({ publishing, busy: true, ordered: false })
  const answer = await wished(await admitted(staffLedger.publish({})), async () => {
    const now = await admitted(staffLedger.publishing({}))
    const isNew = now.ok && now.value.last?.at !== publishing.last?.at
    return isNew && isTaken(now.value) ? now.value : undefined
  })
  asked++
  $publishing.set(
    answer.ok
      ? { publishing: answer.value, busy: false, ordered: true }
      : { publishing, busy: false, ordered: false, failure: answer.failure },
  )
}
