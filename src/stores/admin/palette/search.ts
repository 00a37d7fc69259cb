import { atom } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { filterResults, type SearchResults } from './entries.ts'

/** While `busy`, `results` are earlier ones that match `q`. */
interface SearchState {
  q: string
  results: SearchResults
  busy: boolean
  failure?: Failure
}

const NO_RESULTS: SearchResults = { bookings: [], members: [] }
const MIN_QUERY_LENGTH = 2
const SEARCH_DELAY_MS = 150

export const $search = atom<SearchState>({ q: '', results: NO_RESULTS, busy: false })

let latestRequest = 0
let cancelSearch = () => {}

export function clearSearch(): void {
  searchAdmin('')
}

export function searchAdmin(q: string): void {
  cancelSearch()
  const request = ++latestRequest
  const isLongEnough = q.trim().length >= MIN_QUERY_LENGTH
  $search.set({ q, results: isLongEnough ? filterResults($search.get().results, q) : NO_RESULTS, busy: isLongEnough })
  if (isLongEnough) cancelSearch = environment().later(() => void loadResults(q, request), SEARCH_DELAY_MS)
}

async function loadResults(q: string, request: number): Promise<void> {
  const outcome = await requireSession(staffLedger.search({ q: q.trim() }))
  if (request !== latestRequest) return
  const update = outcome.ok ? { results: outcome.value } : { results: NO_RESULTS, failure: outcome.failure }
  $search.set({ q, busy: false, ...update })
}
