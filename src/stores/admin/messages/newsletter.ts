import { atom } from 'nanostores'
import { formatFailure, isOutcomeUnknown } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { messages } from './messages.ts'

/** What became of the address that was to be taken off last. */
export const $removal = atom<{ busy: boolean; removed?: string; problem?: string }>({ busy: false })

/** The address of which nobody knows whether it was taken off: no list tells. */
let unconfirmedEmail = ''

/** True once it is off the list. */
export async function removeSubscriber(typed: string): Promise<boolean> {
  if ($removal.get().busy) return false
  $removal.set({ busy: true })
  const email = typed.trim()
  const answer = await requireSession(staffLedger.removeSubscriber({ email }))
  const removed = answer.ok || (answer.failure.code === 'not_found' && unconfirmedEmail === email)
  unconfirmedEmail = !answer.ok && isOutcomeUnknown(answer.failure) ? email : ''
  if (removed) {
    $removal.set({ busy: false, removed: email })
    void messages.count()
  } else $removal.set({ busy: false, problem: answer.failure.fields?.email ?? formatFailure(answer.failure) })
  return removed
}
