import { type Failure, formatFailure } from '#contract/failure.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'

export const SAVED_TEXT = HAS_SERVER_FEATURES
  ? 'Visitors see it now. Publish for search engines.'
  : 'Visitors see it now.'

/** Failures with `fields` are shown at these. `conflict` follows the message that someone else saved too. */
export const describeSaveFailure = (
  failure: Failure | undefined,
  conflict: string,
): { title: string; text?: string } | undefined =>
  failure && !failure.fields
    ? { title: formatFailure(failure), ...(failure.code === 'changed_meanwhile' && { text: conflict }) }
    : undefined
