import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { upsertRow } from '../bookings/list.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

const MAX_ROWS = 8

export const $newest = atom<{ rows?: readonly BookingRow[]; failure?: Failure }>({})

let latestRequest = 0
let isReading = false
/** What was heard while an answer was on its way: the answer may be older. */
let receivedRows: BookingRow[] = []

export async function readNewest(): Promise<void> {
  const mine = ++latestRequest
  isReading = true
  receivedRows = []
  const answer = await requireSession(staffLedger.bookings({ limit: String(MAX_ROWS) }))
  if (mine !== latestRequest) return
  isReading = false
  const { rows } = $newest.get()
  $newest.set(answer.ok ? { rows: answer.value.items } : { ...(rows && { rows }), failure: answer.failure })
  for (const row of receivedRows.splice(0)) putRow(row)
}

/** A booking that is new or has changed takes its place. */
export function receiveNewest(row: BookingRow): void {
  if (isReading) receivedRows.push(row)
  putRow(row)
}

function putRow(row: BookingRow): void {
  const { rows, ...newest } = $newest.get()
  if (rows) $newest.set({ ...newest, rows: upsertRow(rows, row, {}, rows.length === MAX_ROWS).slice(0, MAX_ROWS) })
}
