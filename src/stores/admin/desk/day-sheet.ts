import { atom } from 'nanostores'
import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { addDays, type IsoDate, isoDate, kathmanduDate } from '#domain/calendar.ts'
import { LOCATION_IDS, locationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { now } from '../../clock.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { $session, requireSession } from '../session/session.ts'

export type Sheet = Output<typeof readDaySheet>

/** One location's day, as the address names it; empty until it is known who looks. `sheet` is of that day and no other. */
export interface DaySheet {
  location: string
  date: IsoDate | ''
  sheet?: Sheet
  failure?: Failure
}

export const $daySheet = atom<DaySheet>({ location: '', date: '' })

let latestRequest = 0

/** Today at the first of one's own locations, where the address names no other of them. */
export function openDaySheet(): Promise<void> {
  const session = $session.get()
  const workplaces = session.state === 'open' ? session.who.workplaces : null
  const first = LOCATION_IDS.find((id) => isAssignedTo(workplaces, id)) ?? ''
  const address = environment().address()
  const { searchParams } = address
  const named = locationId(searchParams.get('location'))
  const location = named && isAssignedTo(workplaces, named) ? named : first
  if (searchParams.has('location') && named !== location) {
    searchParams.set('location', location)
    environment().showAddress(address, 'replace')
  }
  setDay({ location, date: isoDate(searchParams.get('date')) ?? kathmanduDate(now()) })
  return readSheet()
}

export function chooseDay(chosen: Partial<Pick<DaySheet, 'location' | 'date'>>): void {
  const { location, date } = { ...$daySheet.get(), ...chosen }
  setDay({ location, date })
  const address = environment().address()
  address.search = `?${new URLSearchParams({ location, date })}`
  environment().showAddress(address, 'replace')
  void readSheet()
}

/** A sheet of another day goes at once: it would be printed as that of this one. */
function setDay(named: Pick<DaySheet, 'location' | 'date'>): void {
  const { sheet } = $daySheet.get()
  const isNamed = sheet?.locationId === named.location && sheet.date === named.date
  $daySheet.set({ ...named, ...(isNamed && { sheet }) })
}

export function shiftDay(days: number): void {
  const { date } = $daySheet.get()
  if (date) chooseDay({ date: addDays(date, days) })
}

export async function readSheet(): Promise<void> {
  const { location, date } = $daySheet.get()
  if (!date) return
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.daySheet({ location, date }))
  if (mine !== latestRequest) return
  const { failure: _, ...before } = $daySheet.get()
  $daySheet.set(answer.ok ? { ...before, sheet: answer.value } : { ...before, failure: answer.failure })
}
