import { atom } from 'nanostores'
import type { Output } from '#contract/endpoint.ts'
import { formatFailure } from '#contract/failure.ts'
import { readRoomAvailability } from '#contract/rooms.ts'
import { call } from './api.ts'

export type FreeRoom = Output<typeof readRoomAvailability>['rooms'][number]

interface RoomDay {
  locationId: string
  date: string
  /** Undefined until they have loaded. */
  rooms?: readonly FreeRoom[]
  problem?: string
}

/** The meeting rooms of a location, with the times at which they are free on the chosen day. */
export const $roomDay = atom<RoomDay | null>(null)

let latestRequest = 0

/** Keeps the rooms that are shown while the same day is read again. */
export async function loadRoomDay(locationId: string, date: string): Promise<void> {
  const request = ++latestRequest
  const shown = $roomDay.get()
  if (shown?.locationId !== locationId || shown.date !== date) $roomDay.set({ locationId, date })
  const response = await call(readRoomAvailability, { location: locationId, date })
  if (request !== latestRequest) return
  $roomDay.set({
    locationId,
    date,
    ...(response.ok ? { rooms: response.value.rooms } : { problem: formatFailure(response.failure) }),
  })
}
