import { atom } from 'nanostores'
import type { Capacity, changeSeats, createBlock } from '#contract/admin/capacity.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { LOCATION_IDS, type LocationId, parseLocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { staffLedger } from '../ledger.ts'
import { $session, requireSession } from '../session/session.ts'

/** The seats of one location, as named in the URL; without one until the session has loaded. */
interface LocationCapacity {
  locationId?: LocationId
  capacity?: Capacity
  failure?: Failure
}

export const $capacity = atom<LocationCapacity>({})

let latestRequest = 0

/** Opens the location of the URL, else the first assigned one. */
export function openCapacity(): Promise<void> {
  const session = $session.get()
  const workplaces = session.state === 'open' ? session.user.workplaces : null
  const assigned = LOCATION_IDS.filter((id) => isAssignedTo(workplaces, id))
  const requested = parseLocationId(readParameter('location'))
  const locationId = assigned.find((id) => id === requested) ?? assigned[0]
  if (locationId && locationId !== $capacity.get().locationId) $capacity.set({ locationId })
  return loadCapacity()
}

export function chooseLocation(id: string): void {
  const locationId = parseLocationId(id)
  if (!locationId) return
  $capacity.set({ locationId })
  setParameters({ location: locationId })
  void loadCapacity()
}

export async function loadCapacity(): Promise<void> {
  const { locationId } = $capacity.get()
  if (!locationId) return
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.capacity({ location: locationId }))
  if (request !== latestRequest) return
  if (outcome.ok) $capacity.set({ locationId, capacity: outcome.value })
  else $capacity.set({ ...$capacity.get(), failure: outcome.failure })
}

/** Loads the seats again after someone changed them, or a booking of the location. */
export async function receiveCapacity(locationId: string): Promise<void> {
  if (locationId === $capacity.get().locationId) await loadCapacity()
}

/** Seats of a location from a date on. A repeated request changes nothing. */
export const changeCapacity = (input: Input<typeof changeSeats>): Promise<Outcome<Capacity>> =>
  applyChange(staffLedger.changeSeats(input))

export const blockSeats = (input: Input<typeof createBlock>): Promise<Outcome<Capacity>> =>
  applyChange(withIdempotencyKey(['block', input], (key) => staffLedger.createBlock(input, key)))

export const removeBlock = (id: string): Promise<Outcome<Capacity>> => applyChange(staffLedger.removeBlock(id))

/** A response for the displayed location is newer than one that is loading. */
async function applyChange(response: Promise<Outcome<Capacity>>): Promise<Outcome<Capacity>> {
  const outcome = await requireSession(response)
  const { locationId } = $capacity.get()
  if (outcome.ok && outcome.value.locationId === locationId) {
    latestRequest++
    $capacity.set({ locationId, capacity: outcome.value })
  }
  return outcome
}
