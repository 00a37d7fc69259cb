import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import type { BookingState } from '#domain/booking.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { now } from '../clock.ts'
import { environment } from '../environment.ts'
import { placed } from './bookings.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** A count as far as a list can tell: `more` says that it is at least this many. */
export interface Count {
  count: number
  more: boolean
}

export interface Dashboard {
  today: IsoDate
  /** Placed today in Kathmandu, whatever became of them. */
  placedToday: Count
  waiting: Record<'pending_verification' | 'held' | 'needs_decision', Count>
  newest: readonly BookingRow[]
}
export type DashboardState = { dashboard?: Dashboard; failure?: Failure }

const NEWEST = 8
const COUNTED = '100'
const SETTLE_MS = 400

export const $dashboard = atom<DashboardState>({})

let asked = 0
let callOff = () => {}

export async function readDashboard(): Promise<void> {
  const mine = ++asked
  const list = (state?: BookingState) => admitted(staffLedger.bookings({ limit: COUNTED, ...(state && { state }) }))
  const [all, pending, held, decisions] = await Promise.all([
    list(),
    list('pending_verification'),
    list('held'),
    list('needs_decision'),
  ])
  if (mine !== asked) return
  if (!all.ok || !pending.ok || !held.ok || !decisions.ok) {
    const failure = [all, pending, held, decisions].find((answer) => !answer.ok)?.failure
    return $dashboard.set({ ...$dashboard.get(), ...(failure && { failure }) })
  }
  const today = kathmanduDate(now())
  const placedToday = all.value.items.filter((row) => kathmanduDate(Date.parse(row.createdAt)) === today).length
  const count = ({ value }: typeof all): Count => ({ count: value.items.length, more: value.next !== null })
  $dashboard.set({
    dashboard: {
      today,
      placedToday: { count: placedToday, more: all.value.next !== null && placedToday === all.value.items.length },
      waiting: { pending_verification: count(pending), held: count(held), needs_decision: count(decisions) },
      newest: all.value.items.slice(0, NEWEST),
    },
  })
}

/** The row takes its place at once; the figures follow when the news has settled. */
export function hearBooking(row: BookingRow): void {
  const { dashboard } = $dashboard.get()
  if (dashboard) {
    const newest = placed(dashboard.newest, row, { q: '', state: '' }, dashboard.newest.length === NEWEST)
    $dashboard.set({ dashboard: { ...dashboard, newest: newest.slice(0, NEWEST) } })
  }
  callOff()
  callOff = environment().later(() => void readDashboard(), SETTLE_MS)
}
