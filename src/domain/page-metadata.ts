/** What search engines and chats show of a page: they cut off what is longer, and replace a text that says too little. */
export const MAX_TITLE_LENGTH = 60
export const DESCRIPTION_LENGTH = { least: 50, most: 160 } as const

/** The picture of a link preview, in pixels. */
export const PREVIEW_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** The brand stands behind the page's own title where both fit. */
export function formatPageTitle(title: string, brand: string): string {
  const whole = `${title} · ${brand}`
  return whole.length <= MAX_TITLE_LENGTH ? whole : title
}

/** The first of several titles, longest first, that is not cut off; else the last. */
export function pickFittingTitle(...titles: readonly [string, ...string[]]): string {
  return titles.find(({ length }) => length <= MAX_TITLE_LENGTH) ?? (titles.at(-1) as string)
}

/** What to mend, or undefined. */
export function findMetadataProblem(title: string, description: string): string | undefined {
  if (title.length > MAX_TITLE_LENGTH)
    return `the title has ${title.length} characters; write at most ${MAX_TITLE_LENGTH}`
  const { least, most } = DESCRIPTION_LENGTH
  if (description.length < least || description.length > most)
    return `the description has ${description.length} characters; write ${least} to ${most}`
  return undefined
}
