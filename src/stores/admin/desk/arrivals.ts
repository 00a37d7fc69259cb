import { atom } from 'nanostores'
import { formatFailure } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export interface ExpectedArrival {
  bookingId: string
  arrivedAt: string | null
}

interface ArrivalChange {
  bookingId: string
  arrived: boolean
  problem: string
}

/** The bookings with a pending change, and the changes that failed. */
export const $arrivalChanges = atom<{ busy: readonly string[]; failed: readonly ArrivalChange[] }>({
  busy: [],
  failed: [],
})

/** Returns the problem of a failed change, unless the reloaded list shows it as done. */
export const findArrivalProblem = (
  failed: readonly ArrivalChange[],
  people: readonly ExpectedArrival[],
): string | undefined =>
  failed.find(({ bookingId, arrived }) =>
    people.every((person) => person.bookingId !== bookingId || (person.arrivedAt !== null) !== arrived),
  )?.problem

let pendingRequests = 0
let pendingToggles = 0

/** Marks an arrival or undoes it. `read` reloads the list after the last of several simultaneous changes. */
export async function toggleArrival(person: ExpectedArrival, date: string, reload: () => Promise<void>): Promise<void> {
  const { bookingId, arrivedAt } = person
  const { busy, failed } = $arrivalChanges.get()
  if (busy.includes(bookingId)) return
  const arrived = arrivedAt === null
  $arrivalChanges.set({ busy: [...busy, bookingId], failed: busy.length > 0 ? failed : [] })
  pendingToggles++
  pendingRequests++
  const outcome = await requireSession(
    staffLedger.markArrival(bookingId, { date, arrived, expectedArrivedAt: arrivedAt }),
  )
  pendingRequests--
  if (!outcome.ok) {
    const problem = outcome.failure.fields?.date ?? formatFailure(outcome.failure)
    const { busy, failed } = $arrivalChanges.get()
    $arrivalChanges.set({ busy, failed: [...failed, { bookingId, arrived, problem }] })
  }
  if (pendingRequests === 0) await reload()
  pendingToggles--
  if (pendingToggles === 0) $arrivalChanges.set({ ...$arrivalChanges.get(), busy: [] })
}
