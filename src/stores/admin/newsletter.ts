import { atom } from 'nanostores'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { messages } from './messages.ts'
import { admitted } from './session.ts'

/** What became of the address that was to be taken off last. */
export const $removal = atom<{ busy: boolean; removed?: string; problem?: string }>({ busy: false })

/** True once it is off the list. */
export async function remove(email: string): Promise<boolean> {
  if ($removal.get().busy) return false
  $removal.set({ busy: true })
  const answer = await admitted(staffLedger.removeSubscriber({ email }))
  if (answer.ok) {
    $removal.set({ busy: false, removed: email.trim() })
    void messages.count()
  } else $removal.set({ busy: false, problem: answer.failure.fields?.email ?? messageOf(answer.failure) })
  return answer.ok
}
