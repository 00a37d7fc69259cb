import { atom } from 'nanostores'
import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { addDays, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { LOCATION_IDS, parseLocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { now } from '../../clock.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { staffLedger } from '../ledger.ts'
import { $session, requireSession } from '../session/session.ts'

export type Sheet = Output<typeof readDaySheet>

/** The day of one location, as named in the URL; empty until the session has loaded. */
interface DaySheet {
  location: string
  date: IsoDate | ''
  sheet?: Sheet
  failure?: Failure
}

export const $daySheet = atom<DaySheet>({ location: '', date: '' })

let latestRequest = 0

/** Opens the day of the URL, else today at the first assigned location. */
export function openDaySheet(): Promise<void> {
  const session = $session.get()
  const workplaces = session.state === 'open' ? session.user.workplaces : null
  const first = LOCATION_IDS.find((id) => isAssignedTo(workplaces, id)) ?? ''
  const requested = readParameter('location')
  const requestedLocation = parseLocationId(requested)
  const location = requestedLocation && isAssignedTo(workplaces, requestedLocation) ? requestedLocation : first
  if (requested !== undefined && requestedLocation !== location) setParameters({ location })
  setDay({ location, date: parseIsoDate(readParameter('date')) ?? kathmanduDate(now()) })
  return readSheet()
}

export function chooseDay(change: Partial<Pick<DaySheet, 'location' | 'date'>>): void {
  const { location, date } = { ...$daySheet.get(), ...change }
  setDay({ location, date })
  setParameters({ location, date })
  void readSheet()
}

/** Removes the sheet of another day at once, so that it is not printed as this one. */
function setDay(day: Pick<DaySheet, 'location' | 'date'>): void {
  const { sheet } = $daySheet.get()
  const isSameDay = sheet?.locationId === day.location && sheet.date === day.date
  $daySheet.set({ ...day, ...(isSameDay && { sheet }) })
}

export function shiftDay(days: number): void {
  const { date } = $daySheet.get()
  if (date) chooseDay({ date: addDays(date, days) })
}

export async function readSheet(): Promise<void> {
  const { location, date } = $daySheet.get()
  if (!date) return
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.daySheet({ location, date }))
  if (request !== latestRequest) return
  const { failure: _, ...before } = $daySheet.get()
  $daySheet.set(outcome.ok ? { ...before, sheet: outcome.value } : { ...before, failure: outcome.failure })
}
