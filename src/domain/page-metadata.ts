/** Search engines and chats cut longer texts and replace shorter ones. */
export const MAX_TITLE_LENGTH = 60
export const DESCRIPTION_LENGTH = { min: 50, max: 160 } as const

export const PREVIEW_IMAGE_SIZE = { width: 1200, height: 630 } as const

export function formatPageTitle(title: string, brand: string): string {
  const whole = `${title} · ${brand}`
  return whole.length <= MAX_TITLE_LENGTH ? whole : title
}

/** Returns the first title that fits, else the last. */
export function pickFittingTitle(...titles: readonly [string, ...string[]]): string {
  return titles.find(({ length }) => length <= MAX_TITLE_LENGTH) ?? (titles.at(-1) as string)
}

/** Returns how to fix the metadata, or undefined. */
export function findMetadataProblem(title: string, description: string): string | undefined {
  if (title.length > MAX_TITLE_LENGTH)
    return `the title has ${title.length} characters; write at most ${MAX_TITLE_LENGTH}`
  const { min, max } = DESCRIPTION_LENGTH
  if (description.length < min || description.length > max)
    return `the description has ${description.length} characters; write ${min} to ${max}`
  return undefined
}
