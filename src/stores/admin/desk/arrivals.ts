import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export interface ExpectedArrival {
  bookingId: string
  arrivedAt: string | null
  arrivedSeats: number
  seats: number
}

interface ArrivalChange {
  bookingId: string
  /** How many were marked as here. */
  here: number
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
  failed.find(({ bookingId, here }) =>
    people.every((person) => person.bookingId !== bookingId || person.arrivedSeats !== here),
  )?.problem

let pendingRequests = 0
let pendingToggles = 0

/** Marks how many are here. `reload` reloads the list after the last of several simultaneous changes. */
export async function markHere(
  person: ExpectedArrival,
  here: number,
  date: string,
  reload: () => Promise<void>,
): Promise<void> {
  const { bookingId, arrivedAt } = person
  const { busy, failed } = $arrivalChanges.get()
  if (busy.includes(bookingId)) return
  $arrivalChanges.set({ busy: [...busy, bookingId], failed: busy.length > 0 ? failed : [] })
  pendingToggles++
  pendingRequests++
  const outcome = await requireSession(
    staffLedger.markArrival(bookingId, {
      date,
      arrived: here > 0,
      ...(here > 0 && { seats: here }),
      expectedArrivedAt: arrivedAt,
    }),
  )
  pendingRequests--
  if (!outcome.ok) {
    const problem = outcome.failure.fields?.date ?? formatFailure(outcome.failure)
    const { busy, failed } = $arrivalChanges.get()
    $arrivalChanges.set({ busy, failed: [...failed, { bookingId, here, problem }] })
  }
  if (pendingRequests === 0) await reload()
  pendingToggles--
  if (pendingToggles === 0) $arrivalChanges.set({ ...$arrivalChanges.get(), busy: [] })
}
