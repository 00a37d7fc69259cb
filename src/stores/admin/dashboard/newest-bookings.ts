import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { bookingRules } from '../bookings/list.ts'
import { staffLedger } from '../ledger.ts'
import { upsertRow } from '../list.ts'
import { requireSession } from '../session/session.ts'

const MAX_ROWS = 8

export const $newest = atom<{ rows?: readonly BookingRow[]; failure?: Failure }>({})

let latestRequest = 0

export async function readNewest(): Promise<void> {
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.bookings({ limit: String(MAX_ROWS) }))
  if (request !== latestRequest) return
  const { rows } = $newest.get()
  $newest.set(outcome.ok ? { rows: outcome.value.items } : { ...(rows && { rows }), failure: outcome.failure })
}

/** A request in progress may return an older row; the dashboard refresh that follows corrects it. */
export function receiveNewest(row: BookingRow): void {
  const { rows, ...newest } = $newest.get()
  if (!rows) return
  const updated = upsertRow(rows, row, bookingRules, {}, rows.length === MAX_ROWS)
  $newest.set({ ...newest, rows: updated.slice(0, MAX_ROWS) })
}
