import { atom } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { filterResults, type SearchResults } from './entries.ts'

/** What was typed, and what was found for it; while an answer is on its way, what was found before and fits stays. */
export interface SearchState {
  q: string
  results: SearchResults
  busy: boolean
  failure?: Failure
}

const NO_RESULTS: SearchResults = { bookings: [], members: [] }
/** One sign finds everything, which helps nobody. */
const MIN_QUERY_LENGTH = 2
const TYPING_MS = 150

export const $search = atom<SearchState>({ q: '', results: NO_RESULTS, busy: false })

let latestRequest = 0
let cancelSearch = () => {}

export function clearSearch(): void {
  searchAdmin('')
}

export function searchAdmin(q: string): void {
  cancelSearch()
  const mine = ++latestRequest
  const long = q.trim().length >= MIN_QUERY_LENGTH
  $search.set({ q, results: long ? filterResults($search.get().results, q) : NO_RESULTS, busy: long })
  if (long) cancelSearch = environment().later(() => void loadResults(q, mine), TYPING_MS)
}

async function loadResults(q: string, mine: number): Promise<void> {
  const answer = await requireSession(staffLedger.search({ q: q.trim() }))
  if (mine !== latestRequest) return
  $search.set(
    answer.ok
      ? { q, results: answer.value, busy: false }
      : { q, results: NO_RESULTS, busy: false, failure: answer.failure },
  )
}
