import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

const FONT_NAMES = ['latin-400', 'latin-600', 'latin-ext-400', 'devanagari-400'] as const
type FontName = (typeof FONT_NAMES)[number]
export type Weight = 400 | 600

interface Run {
  font: FontName
  text: string
}

/** With the joiners, which shape the letters around them. */
const DEVANAGARI = /[\u0900-\u097F\u200C\u200D]/
const MISSING = '?'

const parsed = new Map<FontName, Font>()

/** Parsed once for all documents, because that takes longer than to draw a page. */
function getFont(name: FontName): Font {
  let font = parsed.get(name)
  if (!font) {
    font = create(readFileSync(new URL(`../../../assets/fonts/anek-${name}.ttf`, import.meta.url))) as Font
    parsed.set(name, font)
  }
  return font
}

/** By the names that runs have. */
export const listFonts = (): (readonly [FontName, Font])[] => FONT_NAMES.map((name) => [name, getFont(name)])

/** Splits a text by the fonts that have its letters. Only Latin has a second weight. */
export function splitIntoRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const run = findFont(letter, weight)
    const last = runs.at(-1)
    if (last?.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}

function findFont(letter: string, weight: Weight): Run {
  const latin = `latin-${weight}` as const
  const other = DEVANAGARI.test(letter) ? 'devanagari-400' : 'latin-ext-400'
  const font = ([latin, other] as const).find((name) => getFont(name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return font ? { font, text: letter } : { font: latin, text: MISSING }
}

/** Whether a reader needs the text itself, because its glyphs are in another order. */
export const isShaped = (text: string): boolean => DEVANAGARI.test(text)

const MAX_WIDTHS = 5_000
/** In ems. Most texts are labels, which are on every document. */
const widths = new Map<string, number>()

/** The width in points. */
export function measureRun({ font, text }: Run, size: number, features: string[] = []): number {
  const key = [font, features, text].join()
  const known = widths.get(key)
  if (known !== undefined) return known * size
  if (widths.size >= MAX_WIDTHS) widths.clear()
  const width = getFont(font).layout(text, features).advanceWidth / getFont(font).unitsPerEm
  widths.set(key, width)
  return width * size
}
