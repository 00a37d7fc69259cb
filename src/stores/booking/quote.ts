import { computed } from 'nanostores'
import { draftProblems } from '#domain/booking-draft.ts'
import { quoteDraft } from '#domain/quote.ts'
import { $catalogue } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $renewal, $renewedDays } from './renewal.ts'
import { $sales } from './sales.ts'

/** What prevents booking the draft, by field. */
export const $problems = computed([$draft, $catalogue, $sales, $renewal], (draft, catalogue, sales, renewal) =>
  // A renewal can start today until the location closes.
  draftProblems(draft, catalogue, renewal ? { ...sales, ended: [] } : sales),
)

/** Undefined until location and plan are chosen. */
export const $quote = computed([$draft, $catalogue, $renewedDays], quoteDraft)
