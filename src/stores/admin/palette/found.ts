import { atom } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import { type Found, foundStill } from './entries.ts'

/** What was typed, and what was found for it; while an answer is on its way, what was found before and fits stays. */
export interface Finding {
  q: string
  found: Found
  busy: boolean
  failure?: Failure
}

const NOTHING: Found = { bookings: [], members: [] }
/** One sign finds everything, which helps nobody. */
const FEWEST = 2
const TYPING_MS = 150

export const $finding = atom<Finding>({ q: '', found: NOTHING, busy: false })

let asked = 0
let callOff = () => {}

export function forgetFinding(): void {
  find('')
}

export function find(q: string): void {
  callOff()
  const mine = ++asked
  const long = q.trim().length >= FEWEST
  $finding.set({ q, found: long ? foundStill($finding.get().found, q) : NOTHING, busy: long })
  if (long) callOff = environment().later(() => void read(q, mine), TYPING_MS)
}

async function read(q: string, mine: number): Promise<void> {
  const answer = await admitted(staffLedger.search({ q: q.trim() }))
  if (mine !== asked) return
  $finding.set(
    answer.ok ? { q, found: answer.value, busy: false } : { q, found: NOTHING, busy: false, failure: answer.failure },
  )
}
