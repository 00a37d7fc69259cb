import { atom } from 'nanostores'
import type { readStats as contract } from '#contract/admin/stats.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { getPresetRange, parseRangePreset, type RangePreset } from '#domain/date-range.ts'
import { locationId } from '#domain/location.ts'
import { now } from '../../clock.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { readParameter, setParameters } from './url-parameters.ts'

export type Stats = Output<typeof contract>

/** What the figures are asked for: a span that ends today, one location or all. */
export interface StatsQuery {
  span: RangePreset
  location: string
}
const DEFAULT_QUERY: StatsQuery = { span: '30d', location: '' }

/** `stats` stay in sight until those of another span are there, or are known not to come. */
export interface StatsState {
  stats?: Stats
  busy: boolean
  failure?: Failure
}

export const $statsQuery = atom<StatsQuery>(DEFAULT_QUERY)
export const $stats = atom<StatsState>({ busy: true })

let latestRequest = 0
/** What `stats` are of. */
let loadedQuery: StatsQuery | undefined

/** As the address says. */
export function readQueryFromUrl(): void {
  $statsQuery.set({
    span: parseRangePreset(readParameter('span')) ?? DEFAULT_QUERY.span,
    location: locationId(readParameter('location')) ?? '',
  })
}

export function changeStatsQuery(change: Partial<StatsQuery>): void {
  const asked = { ...$statsQuery.get(), ...change }
  $statsQuery.set(asked)
  setParameters({
    span: asked.span === DEFAULT_QUERY.span ? undefined : asked.span,
    location: asked.location || undefined,
  })
  // Before the screen is opened the address alone says it.
  if (latestRequest > 0) void readStats()
}

export async function readStats(): Promise<void> {
  const mine = ++latestRequest
  const asked = $statsQuery.get()
  const { span, location } = asked
  const { failure: _, ...before } = $stats.get()
  $stats.set({ ...before, busy: true })
  const answer = await requireSession(
    staffLedger.stats({ ...getPresetRange(span, kathmanduDate(now())), ...(location && { location }) }),
  )
  if (mine !== latestRequest) return
  if (answer.ok) {
    loadedQuery = asked
    $stats.set({ stats: answer.value, busy: false })
  } else {
    const isOfAsked = loadedQuery?.span === span && loadedQuery.location === location
    $stats.set({ ...(isOfAsked && before), busy: false, failure: answer.failure })
  }
}
