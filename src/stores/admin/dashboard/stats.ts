import { atom } from 'nanostores'
import type { readStats as contract } from '#contract/admin/stats.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { getPresetRange, parseRangePreset, type RangePreset } from '#domain/date-range.ts'
import { parseLocationId } from '#domain/location.ts'
import { now } from '../../clock.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export type Stats = Output<typeof contract>

interface StatsQuery {
  span: RangePreset
  location: string
}
const DEFAULT_QUERY: StatsQuery = { span: '30d', location: '' }

/**
 * `stats` remain until the next response; after a failure only where they belong to the same query.
 * `busy` while the stats of another query load: a reload of the same query changes nothing on the screen.
 */
interface StatsState {
  stats?: Stats
  busy: boolean
  failure?: Failure
}

export const $statsQuery = atom<StatsQuery>(DEFAULT_QUERY)
export const $stats = atom<StatsState>({ busy: true })

let latestRequest = 0
/** The query that `stats` belong to. */
let loadedQuery: StatsQuery | undefined

export function readQueryFromUrl(): void {
  $statsQuery.set({
    span: parseRangePreset(readParameter('span')) ?? DEFAULT_QUERY.span,
    location: parseLocationId(readParameter('location')) ?? '',
  })
}

export function changeStatsQuery(change: Partial<StatsQuery>): void {
  const query = { ...$statsQuery.get(), ...change }
  $statsQuery.set(query)
  setParameters({
    span: query.span === DEFAULT_QUERY.span ? undefined : query.span,
    location: query.location || undefined,
  })
  // Before the screen is opened, only the URL changes.
  if (latestRequest > 0) void readStats()
}

export async function readStats(): Promise<void> {
  const request = ++latestRequest
  const query = $statsQuery.get()
  const { span, location } = query
  const { failure: _, ...before } = $stats.get()
  const isSameQuery = loadedQuery?.span === span && loadedQuery.location === location
  $stats.set({ ...before, busy: !isSameQuery })
  const outcome = await requireSession(
    staffLedger.stats({ ...getPresetRange(span, kathmanduDate(now())), ...(location && { location }) }),
  )
  if (request !== latestRequest) return
  if (outcome.ok) {
    loadedQuery = query
    $stats.set({ stats: outcome.value, busy: false })
  } else {
    $stats.set({ ...(isSameQuery && before), busy: false, failure: outcome.failure })
  }
}
