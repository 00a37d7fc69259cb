import { atom } from 'nanostores'
import { formatFailure } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** Somebody on today's list, as it is on the screen. */
export interface ExpectedArrival {
  bookingId: string
  arrivedAt: string | null
}

interface ArrivalChange {
  bookingId: string
  here: boolean
  problem: string
}

/** `busy` are those whose mark is on its way to the list, `failed` are the marks that were not answered with success. */
export const $arrivalChanges = atom<{ busy: readonly string[]; failed: readonly ArrivalChange[] }>({
  busy: [],
  failed: [],
})

/** What did not work, of a list as it is now: what was wished and is so has worked, though nobody said so. */
export const findArrivalProblem = (
  failed: readonly ArrivalChange[],
  people: readonly ExpectedArrival[],
): string | undefined =>
  failed.find(({ bookingId, here }) =>
    people.every((person) => person.bookingId !== bookingId || (person.arrivedAt !== null) !== here),
  )?.problem

let pendingRequests = 0
let pendingToggles = 0

/**
 * Marks on a day's list that somebody is here, or takes it back. `read` shows the list as it then is, after the last of
 * several that were pressed at once: until then none of them is in sight as it is, and none can be pressed again.
 */
export async function toggleArrival(person: ExpectedArrival, date: string, read: () => Promise<void>): Promise<void> {
  const { bookingId, arrivedAt } = person
  const { busy, failed } = $arrivalChanges.get()
  if (busy.includes(bookingId)) return
  const here = arrivedAt === null
  $arrivalChanges.set({ busy: [...busy, bookingId], failed: busy.length > 0 ? failed : [] })
  pendingToggles++
  pendingRequests++
  const answer = await requireSession(staffLedger.markArrival(bookingId, { date, here, seen: arrivedAt }))
  pendingRequests--
  if (!answer.ok) {
    const problem = answer.failure.fields?.date ?? formatFailure(answer.failure)
    const { busy, failed } = $arrivalChanges.get()
    $arrivalChanges.set({ busy, failed: [...failed, { bookingId, here, problem }] })
  }
  if (pendingRequests === 0) await read()
  pendingToggles--
  if (pendingToggles === 0) $arrivalChanges.set({ ...$arrivalChanges.get(), busy: [] })
}
