import { computed } from 'nanostores'
import { draftProblems } from '#domain/booking-draft.ts'
import { quoteDraft } from '#domain/quote.ts'
import { $catalogue } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $sales } from './sales.ts'

/** What prevents booking the draft, by field. */
export const $problems = computed([$draft, $catalogue, $sales], draftProblems)

/** Undefined until location and plan are chosen. */
export const $quote = computed([$draft, $catalogue], quoteDraft)
