import { computed } from 'nanostores'
import type { Catalogue } from '#domain/catalogue.ts'
import { type BookingDraft, draftProblems } from '#domain/draft.ts'
import { type Coverage, coverage } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import { type Quote, quote } from '#domain/quote.ts'
import { $today } from '../today.ts'
import { $catalogue } from './catalogue.ts'
import { $draft } from './draft.ts'

/** What keeps the draft from being booked, by field, as far as the domain can tell. */
export const $problems = computed([$draft, $catalogue, $today], draftProblems)

/** What the draft costs; undefined until location and plan are chosen. */
export const $quote = computed([$draft, $catalogue], quoteOf)

export function quoteOf(draft: BookingDraft, catalogue: Catalogue): Quote | undefined {
  const { locationId, planId, startDate, endDate } = draft
  if (!locationId || !planId) return undefined
  return quote(
    { ...draft, locationId, planId, startDate: startDate || undefined, endDate: endDate || undefined },
    catalogue,
  )
}

/** The days that the draft would cover (decisions 39). */
export function coverageOf({ planId, billing, startDate, endDate }: BookingDraft): Coverage | undefined {
  return startDate && planId ? coverage(startDate, endDate || undefined, periodFor(planId, billing)) : undefined
}
