import type { BookingRow } from '#contract/admin/bookings.ts'
import { environment } from '../../environment.ts'
import { openFromAddress, readDay } from './day.ts'
import { placeNewest, readNewest } from './newest.ts'
import { askFromAddress, readStats } from './stats.ts'
import { readToday } from './today.ts'

/** On a busy day the figures follow the news this much later, and no oftener. */
const FOLLOW_MS = 3_000

let following = false

export async function openDashboard(): Promise<void> {
  askFromAddress()
  openFromAddress()
  await readAll()
}

const readAll = async (): Promise<void> => {
  await Promise.all([readToday(), readStats(), readNewest(), readDay()])
}

/** The row takes its place at once, the figures follow. */
export function hearBooking(row: BookingRow): void {
  placeNewest(row)
  follow()
}

/** News of members and messages change figures alone. */
export function follow(): void {
  if (following) return
  following = true
  environment().later(() => {
    following = false
    void readAll()
  }, FOLLOW_MS)
}
