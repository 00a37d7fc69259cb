import { atom } from 'nanostores'
import type { IsoDate } from '#domain/calendar.ts'

export interface WaitingRequest {
  locationId: string
  day: IsoDate
  /** Where the link of the waiting list was sent. */
  email: string
}

/** The last request for a day's waiting list. */
export const $waitingRequest = atom<WaitingRequest | null>(null)
