import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { ContentError, parseContent } from '../contract/content/entries.ts'

/** Smaller than a subset that this build would make. */
const STORED_FONT = 'src/assets/fonts/anek.woff2'
const OUTPUT_FOLDER = '.cache/fonts'
/** The complete typeface, in the slices of its packages. */
const SLICES = {
  devanagari: '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-standard-normal.woff2',
  latin: '@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2',
  'latin-ext': '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-standard-normal.woff2',
} as const
type SliceName = keyof typeof SLICES
const AXES = { wght: { min: 400, max: 650 }, wdth: { min: 75, max: 100 } }
/** Joins Devanagari letters into ligatures, which the stored font lacks. */
const VIRAMA = '\u094d'

/**
 * Makes font subsets with the letters of names that the stored font lacks. Throws a `ContentError` for a letter that no
 * font has.
 */
export async function makeExtraFonts(root = '.') {
  const stored = getLetters(create(readFileSync(join(root, STORED_FONT))) as Font)
  const slices = Object.entries(SLICES).map(([name, file]) => {
    const bytes = readFileSync(createRequire(import.meta.url).resolve(file))
    return { name: name as SliceName, bytes, letters: getLetters(create(bytes) as Font) }
  })
  const needed = new Map<SliceName, Set<string>>()
  for (const { where, text } of readNames(root)) {
    const isJoined = text.includes(VIRAMA)
    for (const letter of text) {
      const slice = slices.find(({ letters }) => letters.has(letter))
      if (stored.has(letter) && !(isJoined && slice?.name === 'devanagari')) continue
      if (!slice)
        throw new ContentError([
          `${where}: contains the letter "${letter}", which the font does not have; use another letter.`,
        ])
      needed.set(slice.name, (needed.get(slice.name) ?? new Set()).add(letter))
    }
  }
  rmSync(join(root, OUTPUT_FOLDER), { recursive: true, force: true })
  mkdirSync(join(root, OUTPUT_FOLDER), { recursive: true })
  return Promise.all(
    slices.flatMap(({ name, bytes }) => {
      const letters = [...(needed.get(name) ?? [])].toSorted().join('')
      return letters === '' ? [] : [makeSubset(root, name, bytes, letters)]
    }),
  )
}

export const readExtraFonts = (root = '.'): Font[] =>
  Object.keys(SLICES)
    .map((name) => join(root, getFontFile(name as SliceName)))
    .filter((file) => existsSync(file))
    .map((file) => create(readFileSync(file)) as Font)

const getFontFile = (name: SliceName): string => `${OUTPUT_FOLDER}/anek-${name}.woff2`

/** Returns the file relative to the repository root, and the letters that it adds to the stored font. */
async function makeSubset(root: string, name: SliceName, bytes: Buffer, letters: string) {
  const src = getFontFile(name)
  writeFileSync(join(root, src), await subsetFont(bytes, letters, { targetFormat: 'woff2', variationAxes: AXES }))
  return { script: name, src, letters }
}

/** Texts that are set in the site's typeface wherever the business is named. */
function readNames(root: string): { where: string; text: string }[] {
  const read = (file: string) => parseContent(file, readFileSync(join(root, file), 'utf8'))
  const brand = read('content/brand.json') as Record<string, string>
  const locations = read('content/locations.json') as Record<string, string>[]
  const texts = (where: string, entry: Record<string, string>, fields: readonly string[]) =>
    fields.map((field) => ({ where: `${where}, ${field}`, text: String(entry[field] ?? '').normalize('NFC') }))
  return [
    ...texts('content/brand.json', brand, ['name', 'nativeName', 'tagline']),
    ...locations.flatMap((entry) =>
      texts(`content/locations.json, "${entry.id}"`, entry, ['name', 'nativeName', 'address']),
    ),
  ]
}

const getLetters = (font: Font): Set<string> => new Set(font.characterSet.map((code) => String.fromCodePoint(code)))

/** `U+930,U+94D`: the range of a `@font-face`. */
export const getUnicodeRange = (letters: string): string[] =>
  [...letters].map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16)}`)
