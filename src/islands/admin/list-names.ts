/** `Nisha Karki, 2 not named`, of `count` people; the count does not break. Names may be empty. */
export function listNames(names: readonly string[], count: number): string {
  const named = names.filter(Boolean)
  return [...named, ...(named.length < count ? [`${count - named.length}\u00a0not\u00a0named`] : [])].join(', ')
}
