import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { placed } from '../bookings/list.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

const SHOWN = 8

export const $newest = atom<{ rows?: readonly BookingRow[]; failure?: Failure }>({})

let asked = 0

export async function readNewest(): Promise<void> {
  const mine = ++asked
  const answer = await admitted(staffLedger.bookings({ limit: String(SHOWN) }))
  if (mine !== asked) return
  const { rows } = $newest.get()
  $newest.set(answer.ok ? { rows: answer.value.items } : { ...(rows && { rows }), failure: answer.failure })
}

/** A booking that is new or has changed takes its place. */
export function placeNewest(row: BookingRow): void {
  const { rows } = $newest.get()
  if (rows) $newest.set({ rows: placed(rows, row, {}, rows.length === SHOWN).slice(0, SHOWN) })
}
