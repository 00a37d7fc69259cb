import { atom } from 'nanostores'
import { isUnanswered, messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { messages } from './messages.ts'
import { admitted } from './session.ts'

/** What became of the address that was to be taken off last. */
export const $removal = atom<{ busy: boolean; removed?: string; problem?: string }>({ busy: false })

/** The address of which nobody knows whether it was taken off: no list tells. */
let unanswered = ''

/** True once it is off the list. */
export async function remove(typed: string): Promise<boolean> {
  if ($removal.get().busy) return false
  $removal.set({ busy: true })
  const email = typed.trim()
  const answer = await admitted(staffLedger.removeSubscriber({ email }))
  const removed = answer.ok || (answer.failure.code === 'not_found' && unanswered === email)
  unanswered = !answer.ok && isUnanswered(answer.failure) ? email : ''
  if (removed) {
    $removal.set({ busy: false, removed: email })
    void messages.count()
  } else $removal.set({ busy: false, problem: answer.failure.fields?.email ?? messageOf(answer.failure) })
  return removed
}
