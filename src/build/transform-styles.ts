import postcss, { type Root } from 'postcss'

export const STYLES = /<style\b([^>]*)>([\s\S]*?)<\/style>/g

/** The sheets of a step's result, because the next step reads the same text. */
const sheetOf = new Map<string, Root>()

/** For each step, the styles of a page and what the page uses of them, with the result. */
const results = new Map<string, Map<string, readonly string[]>>()

/**
 * Changes the styles of a page. Pages with the same styles and the same `facts`, all that `change` depends on, share one
 * result: a thousand posts are changed once.
 */
export function transformStyles(
  html: string,
  step: string,
  facts: readonly (string | readonly string[])[],
  change: (sheets: readonly Root[]) => void,
): string {
  const before = readStyles(html)
  const known = results.get(step) ?? new Map<string, readonly string[]>()
  results.set(step, known)
  const key = JSON.stringify([before, facts])
  const after = known.get(key) ?? changeStyles(before, change)
  known.set(key, after)
  let index = 0
  return html.replaceAll(STYLES, (_, attributes: string) => {
    const css = after[index++]
    return css ? `<style${attributes}>${css}</style>` : ''
  })
}

export const readStyles = (html: string): string[] => Array.from(html.matchAll(STYLES), ([, , css = '']) => css)

function changeStyles(styles: readonly string[], change: (sheets: readonly Root[]) => void): string[] {
  const sheets = styles.map(takeSheet)
  change(sheets)
  const changed = sheets.map(String)
  changed.forEach((css, index) => void sheetOf.set(css, sheets[index] as Root))
  return changed
}

/** Parses a text that no step has read yet. */
export function parseSheet(css: string): Root {
  const sheet = sheetOf.get(css) ?? postcss.parse(css)
  sheetOf.set(css, sheet)
  return sheet
}

/** Returns a sheet that the caller changes, so that it no longer has this text. */
function takeSheet(css: string): Root {
  const sheet = parseSheet(css)
  sheetOf.delete(css)
  return sheet
}
