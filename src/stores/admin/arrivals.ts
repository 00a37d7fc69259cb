import { atom } from 'nanostores'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** Somebody on today's list, as it is on the screen. */
export interface Expected {
  bookingId: string
  arrivedAt: string | null
}

interface Wish {
  bookingId: string
  here: boolean
  problem: string
}

/** `busy` are those whose mark is on its way to the list, `failed` are the marks that were not answered with success. */
export const $arriving = atom<{ busy: readonly string[]; failed: readonly Wish[] }>({ busy: [], failed: [] })

/** What did not work, of a list as it is now: what was wished and is so has worked, though nobody said so. */
export const arrivalProblem = (failed: readonly Wish[], people: readonly Expected[]): string | undefined =>
  failed.find(({ bookingId, here }) =>
    people.every((person) => person.bookingId !== bookingId || (person.arrivedAt !== null) !== here),
  )?.problem

let unanswered = 0
let running = 0

/**
 * Marks on a day's list that somebody is here, or takes it back. `read` shows the list as it then is, after the last of
 * several that were pressed at once: until then none of them is in sight as it is, and none can be pressed again.
 */
export async function toggleArrival(person: Expected, date: string, read: () => Promise<void>): Promise<void> {
  const { bookingId, arrivedAt } = person
  const { busy, failed } = $arriving.get()
  if (busy.includes(bookingId)) return
  const here = arrivedAt === null
  $arriving.set({ busy: [...busy, bookingId], failed: busy.length > 0 ? failed : [] })
  running++
  unanswered++
  const answer = await admitted(staffLedger.markArrival(bookingId, { date, here, seen: arrivedAt }))
  unanswered--
  if (!answer.ok) {
    const problem = answer.failure.fields?.date ?? messageOf(answer.failure)
    const { busy, failed } = $arriving.get()
    $arriving.set({ busy, failed: [...failed, { bookingId, here, problem }] })
  }
  if (unanswered === 0) await read()
  running--
  if (running === 0) $arriving.set({ ...$arriving.get(), busy: [] })
}
