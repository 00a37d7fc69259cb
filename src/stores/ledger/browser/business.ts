import type { Business } from '#contract/edition.ts'
import { editionSettings } from '../../edition.ts'

/** A function, because tests define the settings first. */
export const getBusiness = (): Business => editionSettings().business
