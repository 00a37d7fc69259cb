import { atom } from 'nanostores'
import type { readDay as contract } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export type DayPeople = Output<typeof contract>
export interface SelectedDay {
  location: string
  date: IsoDate
}

/** `day` belongs to `chosen`, or to the previous choice while `busy`. */
interface DayState {
  selectedDay?: SelectedDay
  day?: DayPeople
  busy: boolean
  /** The focus moves to the day unless it was opened from the calendar. */
  from?: 'calendar' | 'elsewhere'
  failure?: Failure
}

export const $day = atom<DayState>({ busy: false })

let latestRequest = 0

/** Called again, it keeps the people of the day, because one of their buttons can have the focus. */
export function openDayFromUrl(): void {
  const [location = '', text] = readParameter('day')?.split('/') ?? []
  const date = parseIsoDate(text)
  const selectedDay = parseLocationId(location) && date && { location, date }
  const { day } = $day.get()
  $day.set({ ...(selectedDay && { selectedDay, ...(day && { day }) }), busy: false })
}

export function openDay(selectedDay: SelectedDay, from: 'calendar' | 'elsewhere'): void {
  setParameters({ day: `${selectedDay.location}/${selectedDay.date}` })
  const { day } = $day.get()
  $day.set({ selectedDay, ...(day && { day }), busy: true, from })
  void readDay()
}

export function closeDay(): void {
  setParameters({ day: undefined })
  latestRequest++
  $day.set({ busy: false })
}

export async function readDay(): Promise<void> {
  const { selectedDay, failure: _, ...before } = $day.get()
  if (!selectedDay) return
  const request = ++latestRequest
  $day.set({ ...before, selectedDay, busy: true })
  const outcome = await requireSession(staffLedger.day(selectedDay))
  if (request !== latestRequest) return
  const result = outcome.ok ? { day: outcome.value } : { failure: outcome.failure }
  $day.set({ ...before, selectedDay, busy: false, ...result })
}
