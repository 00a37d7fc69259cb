import { atom } from 'nanostores'
import type { Failure, Outcome } from '#contract/failure.ts'
import { addDays, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { LOCATION_IDS, parseLocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { now } from '../../clock.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { $session, requireSession } from '../session/session.ts'

/** The day of one location, as named in the URL; empty until the session has loaded. */
interface LocationDay<Data> {
  location: string
  date: IsoDate | ''
  data?: Data
  failure?: Failure
}

interface Day {
  location: string
  date: IsoDate
}

/** What a screen shows of one day at one location, and how its user chooses both. */
export function createLocationDay<Data extends { locationId: string; date: string }>(
  load: (day: Day) => Promise<Outcome<Data>>,
) {
  const $day = atom<LocationDay<Data>>({ location: '', date: '' })
  let latestRequest = 0

  /** Opens the day of the URL, else today at the first assigned location. */
  function open(): Promise<void> {
    const session = $session.get()
    const workplaces = session.state === 'open' ? session.user.workplaces : null
    const first = LOCATION_IDS.find((id) => isAssignedTo(workplaces, id)) ?? ''
    const requested = readParameter('location')
    const requestedLocation = parseLocationId(requested)
    const location = requestedLocation && isAssignedTo(workplaces, requestedLocation) ? requestedLocation : first
    if (requested !== undefined && requestedLocation !== location) setParameters({ location })
    setDay({ location, date: parseIsoDate(readParameter('date')) ?? kathmanduDate(now()) })
    return read()
  }

  function choose(change: Partial<Day>): Promise<void> {
    const { location, date } = { ...$day.get(), ...change }
    setDay({ location, date })
    setParameters({ location, date })
    return read()
  }

  /** Removes the data of another day at once, so that it is not printed as this one. */
  function setDay(day: Pick<LocationDay<Data>, 'location' | 'date'>): void {
    const { data } = $day.get()
    const isSameDay = data?.locationId === day.location && data.date === day.date
    $day.set({ ...day, ...(isSameDay && { data }) })
  }

  function shift(days: number): void {
    const { date } = $day.get()
    if (date) void choose({ date: addDays(date, days) })
  }

  async function read(): Promise<void> {
    const { location, date } = $day.get()
    if (!date) return
    const request = ++latestRequest
    const outcome = await requireSession(load({ location, date }))
    if (request !== latestRequest) return
    const { failure: _, ...before } = $day.get()
    $day.set(outcome.ok ? { ...before, data: outcome.value } : { ...before, failure: outcome.failure })
  }

  return { $day, open, choose, shift, read }
}

export type LocationDayScreen = Pick<ReturnType<typeof createLocationDay>, 'choose' | 'shift'>
