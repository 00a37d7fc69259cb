import { atom } from 'nanostores'
import type { Publishing } from '#contract/admin/publishing.ts'
import type { Failure } from '#contract/failure.ts'
import { resolveUnknownOutcome } from './edit.ts'
import { staffLedger } from './ledger.ts'
import { requireSession } from './session/session.ts'

/** `isRequested`: this screen has requested a publication that includes the newest changes. */
interface PublishState {
  publishing?: Publishing
  busy: boolean
  isRequested: boolean
  failure?: Failure
}

export const $publishing = atom<PublishState>({ busy: false, isRequested: false })

let latestRequest = 0

export async function readPublishing(): Promise<void> {
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.publishing({}))
  if (request !== latestRequest) return
  const { publishing } = $publishing.get()
  if (outcome.ok) {
    const isStillRequested = $publishing.get().isRequested && !hasUnpublishedChanges(outcome.value)
    $publishing.set({ ...$publishing.get(), publishing: outcome.value, isRequested: isStillRequested })
  } else if (!publishing) $publishing.set({ busy: false, isRequested: false, failure: outcome.failure })
}

const hasUnpublishedChanges = ({
  hasUnpublishedPrices,
  hasUnpublishedClosures,
  hasUnpublishedSeats,
}: Publishing): boolean => hasUnpublishedPrices || hasUnpublishedClosures || hasUnpublishedSeats

export const isAccepted = ({ last }: Publishing): boolean =>
  last !== null && last.status !== null && last.status >= 200 && last.status < 300

/** Requests one publication, also after a lost response. */
export async function publish(): Promise<void> {
  const { publishing, busy, isRequested } = $publishing.get()
  if (!publishing || busy || isRequested) return
  $publishing.set({ publishing, busy: true, isRequested: false })
  const outcome = await resolveUnknownOutcome(await requireSession(staffLedger.publish({})), async () => {
    const latest = await requireSession(staffLedger.publishing({}))
    const isNew = latest.ok && latest.value.last?.at !== publishing.last?.at
    return isNew && isAccepted(latest.value) ? latest.value : undefined
  })
  latestRequest++
  $publishing.set(
    outcome.ok
      ? { publishing: outcome.value, busy: false, isRequested: true }
      : { publishing, busy: false, isRequested: false, failure: outcome.failure },
  )
}
