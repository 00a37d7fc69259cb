import { computed } from 'nanostores'
import { draftProblems } from '#domain/booking-draft.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { withClosures } from '#domain/closure.ts'
import { quoteDraft } from '#domain/quote.ts'
import { $catalogue } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $renewal, $renewedDays } from './renewal.ts'
import { $sales } from './sales.ts'

/** What prevents booking the draft, by field. */
export const $problems = computed([$draft, $catalogue, $sales, $renewal], (draft, catalogue, sales, renewal) =>
  renewal
    ? // A renewal can start on a closed day, and today until the location closes.
      draftProblems(draft, withoutClosures(catalogue), { ...sales, ended: [] })
    : draftProblems(draft, catalogue, sales),
)

const withoutClosures = (catalogue: Catalogue): Catalogue => ({
  ...catalogue,
  locations: withClosures(catalogue.locations, []),
})

/** The draft without guests that are too many. */
export const $validGuestsDraft = computed([$draft, $problems], (draft, problems) =>
  problems.guestPasses ? { ...draft, guestPasses: 0 } : draft,
)

/** Undefined until location and plan are chosen. */
export const $quote = computed([$validGuestsDraft, $catalogue, $renewedDays], quoteDraft)
