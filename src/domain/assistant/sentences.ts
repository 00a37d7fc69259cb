/** A sentence ends at punctuation before white space, or at a line end; `NPR 9,500.50` does not end it. */
const SENTENCE_END = /(?<!\b(?:Rs|No|St|a\.m|p\.m|e\.g|i\.e))[.!?।](?=["'”’)]*\s)["'”’)]*\s+|\n+/g

/** Returns the complete sentences of a growing text, white space included, and the unfinished rest. */
export function splitSentences(text: string): { complete: string[]; rest: string } {
  const complete: string[] = []
  let from = 0
  for (const match of text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length
    complete.push(text.slice(from, to))
    from = to
  }
  return { complete, rest: text.slice(from) }
}
