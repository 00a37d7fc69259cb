import { atom } from 'nanostores'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** Somebody on today's list, as it is on the screen. */
export interface Expected {
  bookingId: string
  arrivedAt: string | null
}

/** `busy` are those whose mark is on its way to the list. */
export const $arriving = atom<{ busy: readonly string[]; problem: string }>({ busy: [], problem: '' })

let unanswered = 0
let running = 0

/**
 * Marks on a day's list that somebody is here, or takes it back. `read` shows the list as it then is, after the last of
 * several that were pressed at once: until then none of them is in sight as it is, and none can be pressed again.
 */
export async function toggleArrival(person: Expected, date: string, read: () => Promise<void>): Promise<void> {
  const { bookingId, arrivedAt } = person
  const { busy, problem } = $arriving.get()
  if (busy.includes(bookingId)) return
  $arriving.set({ busy: [...busy, bookingId], problem: busy.length > 0 ? problem : '' })
  running++
  unanswered++
  const answer = await admitted(staffLedger.markArrival(bookingId, { date, here: arrivedAt === null, seen: arrivedAt }))
  unanswered--
  if (!answer.ok)
    $arriving.set({ ...$arriving.get(), problem: answer.failure.fields?.date ?? messageOf(answer.failure) })
  if (unanswered === 0) await read()
  running--
  if (running === 0) $arriving.set({ ...$arriving.get(), busy: [] })
}
