import type { EditionSettings } from '#contract/edition.ts'

/** Whether this build has no server and stores everything in the visitor's browser. */
export const WITHOUT_SERVER: boolean = import.meta.env.PUBLIC_BACKEND === 'browser'

/** Defined by build/edition.ts in the browser edition only. */
declare const EDITION: EditionSettings

export const editionSettings = (): EditionSettings => EDITION
