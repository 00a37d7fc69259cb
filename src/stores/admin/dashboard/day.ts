import { atom } from 'nanostores'
import type { readDay as contract } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { isoDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { readParameter, setParameters } from './url-parameters.ts'

export type DayPeople = Output<typeof contract>
export interface ChosenDay {
  location: string
  date: string
}

/** The day that was clicked in the calendar of seats, and who is in; `day` is of `chosen`, or of the one before it. */
export interface DayState {
  chosen?: ChosenDay
  day?: DayPeople
  busy: boolean
  /** Where on the screen it was asked for: the reader goes there from elsewhere, and stays in the calendar. */
  from?: 'calendar' | 'elsewhere'
  failure?: Failure
}

export const $day = atom<DayState>({ busy: false })

let latestRequest = 0

/** As the address says. */
export function openDayFromUrl(): void {
  const [location, date] = readParameter('day')?.split('/') ?? []
  const chosen = locationId(location) && isoDate(date) ? { location: location ?? '', date: date ?? '' } : undefined
  $day.set({ ...(chosen && { chosen }), busy: false })
}

export function openDay(chosen: ChosenDay, from: 'calendar' | 'elsewhere'): void {
  setParameters({ day: `${chosen.location}/${chosen.date}` })
  const { day } = $day.get()
  $day.set({ chosen, ...(day && { day }), busy: true, from })
  void readDay()
}

export function closeDay(): void {
  setParameters({ day: undefined })
  latestRequest++
  $day.set({ busy: false })
}

export async function readDay(): Promise<void> {
  const { chosen, failure: _, ...before } = $day.get()
  if (!chosen) return
  const mine = ++latestRequest
  $day.set({ ...before, chosen, busy: true })
  const answer = await requireSession(staffLedger.day(chosen))
  if (mine !== latestRequest) return
  const result = answer.ok ? { day: answer.value } : { failure: answer.failure }
  $day.set({ ...before, chosen, busy: false, ...result })
}
