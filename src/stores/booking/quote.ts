import { computed } from 'nanostores'
import { draftProblems } from '#domain/draft.ts'
import { quoteDraft } from '#domain/quote.ts'
import { $catalogue } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $sales } from './sales.ts'

/** What keeps the draft from being booked, by field, as far as the domain can tell. */
export const $problems = computed([$draft, $catalogue, $sales], draftProblems)

/** What the draft costs; undefined until location and plan are chosen. */
export const $quote = computed([$draft, $catalogue], quoteDraft)
