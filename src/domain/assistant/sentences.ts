/** A sentence ends at its mark before white space, or with its line. `NPR 9,500.50` and `6:00 a.m. to` are none. */
const SENTENCE_END = /(?<!\b(?:Rs|No|St|a\.m|p\.m|e\.g|i\.e))[.!?।](?=["'”’)]*\s)["'”’)]*\s+|\n+/g

/** The sentences that a growing text has so far, white space included, and the beginning of the one that is not whole yet. */
export function splitSentences(text: string): { whole: string[]; rest: string } {
  const whole: string[] = []
  let from = 0
  for (const match of text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length
    whole.push(text.slice(from, to))
    from = to
  }
  return { whole, rest: text.slice(from) }
}
