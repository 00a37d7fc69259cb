import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { placed } from '../bookings/list.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

const SHOWN = 8

export const $newest = atom<{ rows?: readonly BookingRow[]; failure?: Failure }>({})

let asked = 0
let isReading = false
/** What was heard while an answer was on its way: the answer may be older. */
let meanwhile: BookingRow[] = []

export async function readNewest(): Promise<void> {
  const mine = ++asked
  isReading = true
  meanwhile = []
  const answer = await admitted(staffLedger.bookings({ limit: String(SHOWN) }))
  if (mine !== asked) return
  isReading = false
  const { rows } = $newest.get()
  $newest.set(answer.ok ? { rows: answer.value.items } : { ...(rows && { rows }), failure: answer.failure })
  for (const row of meanwhile.splice(0)) put(row)
}

/** A booking that is new or has changed takes its place. */
export function placeNewest(row: BookingRow): void {
  if (isReading) meanwhile.push(row)
  put(row)
}

function put(row: BookingRow): void {
  const { rows, ...newest } = $newest.get()
  if (rows) $newest.set({ ...newest, rows: placed(rows, row, {}, rows.length === SHOWN).slice(0, SHOWN) })
}
