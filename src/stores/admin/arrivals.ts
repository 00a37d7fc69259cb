import { atom } from 'nanostores'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** Somebody on today's list, as it is on the screen. */
export interface Expected {
  bookingId: string
  arrivedAt: string | null
}

export const $arriving = atom<{ busy: string; problem: string }>({ busy: '', problem: '' })

/** Marks on a day's list that somebody is here, or takes it back; `read` shows the list as it then is. */
export async function toggleArrival(person: Expected, date: string, read: () => Promise<void>): Promise<void> {
  const { bookingId, arrivedAt } = person
  if ($arriving.get().busy) return
  $arriving.set({ busy: bookingId, problem: '' })
  const answer = await admitted(staffLedger.markArrival(bookingId, { date, here: arrivedAt === null, seen: arrivedAt }))
  await read()
  const problem = answer.ok ? '' : (answer.failure.fields?.date ?? messageOf(answer.failure))
  $arriving.set({ busy: '', problem })
}
