import type { BookingRow } from '#contract/admin/bookings.ts'
import { environment } from '../../environment.ts'
import { openDayFromUrl, readDay } from './day.ts'
import { readNewest, receiveNewest } from './newest-bookings.ts'
import { readQueryFromUrl, readStats } from './stats.ts'
import { readToday } from './today.ts'

const REFRESH_DELAY_MS = 3_000

let isRefreshScheduled = false

export async function openDashboard(): Promise<void> {
  readQueryFromUrl()
  openDayFromUrl()
  await readAll()
}

const readAll = async (): Promise<void> => {
  await Promise.all([readToday(), readStats(), readNewest(), readDay()])
}

export function receiveBooking(row: BookingRow): void {
  receiveNewest(row)
  scheduleRefresh()
}

/** Reloads the dashboard at most once per `REFRESH_DELAY_MS`. */
export function scheduleRefresh(): void {
  if (isRefreshScheduled) return
  isRefreshScheduled = true
  environment().later(() => {
    isRefreshScheduled = false
    void readAll()
  }, REFRESH_DELAY_MS)
}
