import type { Business } from '#contract/edition.ts'
import { editionSettings } from '../../edition.ts'

/** What this edition knows of the business; asked for when it is needed, since tests put theirs in place first. */
export const getBusiness = (): Business => editionSettings().business
