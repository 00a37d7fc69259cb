import type { EditionSettings } from '#contract/edition.ts'

/** Whether this build has no server: then the visitor's own browser keeps everything. */
export const WITHOUT_SERVER: boolean = import.meta.env.PUBLIC_BACKEND === 'browser'

/** The build puts them here (build/edition.ts), in that edition alone. */
declare const EDITION: EditionSettings

export const editionSettings = (): EditionSettings => EDITION
