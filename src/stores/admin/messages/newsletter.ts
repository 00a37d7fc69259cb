import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { messages } from './messages.ts'

export const $removal = atom<{ busy: boolean; removed?: string; problem?: string }>({ busy: false })

let unconfirmedEmail = ''

export async function removeSubscriber(input: string): Promise<boolean> {
  if ($removal.get().busy) return false
  $removal.set({ busy: true })
  const email = input.trim()
  const outcome = await requireSession(staffLedger.removeSubscriber({ email }))
  const removed = outcome.ok || (outcome.failure.code === 'not_found' && unconfirmedEmail === email)
  unconfirmedEmail = !outcome.ok && isOutcomeUnknown(outcome.failure) ? email : ''
  if (removed) {
    $removal.set({ busy: false, removed: email })
    void messages.reloadSummary()
  } else $removal.set({ busy: false, problem: outcome.failure.fields?.email ?? formatFailure(outcome.failure) })
  return removed
}
