import { atom } from 'nanostores'
import type { readStats as contract } from '#contract/admin/stats.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import { type SpanId, spanEnding, spanId } from '#domain/span.ts'
import { now } from '../../clock.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import { addressWith, parameter } from './address.ts'

export type Stats = Output<typeof contract>

/** What the figures are asked for: a span that ends today, one location or all. */
export interface Asked {
  span: SpanId
  location: string
}
const FIRST: Asked = { span: '30d', location: '' }

/** `stats` stay in sight until those of another span are there, or are known not to come. */
export interface StatsState {
  stats?: Stats
  busy: boolean
  failure?: Failure
}

export const $asked = atom<Asked>(FIRST)
export const $stats = atom<StatsState>({ busy: true })

let question = 0
/** What `stats` are of. */
let answered: Asked | undefined

/** As the address says. */
export function askFromAddress(): void {
  $asked.set({ span: spanId(parameter('span')) ?? FIRST.span, location: locationId(parameter('location')) ?? '' })
}

export function ask(change: Partial<Asked>): void {
  const asked = { ...$asked.get(), ...change }
  $asked.set(asked)
  addressWith({
    span: asked.span === FIRST.span ? undefined : asked.span,
    location: asked.location || undefined,
  })
  // Before the screen is opened the address alone says it.
  if (question > 0) void readStats()
}

export async function readStats(): Promise<void> {
  const mine = ++question
  const asked = $asked.get()
  const { span, location } = asked
  const { failure: _, ...before } = $stats.get()
  $stats.set({ ...before, busy: true })
  const answer = await admitted(
    staffLedger.stats({ ...spanEnding(span, kathmanduDate(now())), ...(location && { location }) }),
  )
  if (mine !== question) return
  if (answer.ok) {
    answered = asked
    $stats.set({ stats: answer.value, busy: false })
  } else {
    const isOfAsked = answered?.span === span && answered.location === location
    $stats.set({ ...(isOfAsked && before), busy: false, failure: answer.failure })
  }
}
