import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import { PREVIEW } from '#domain/listing.ts'
import { letters, readFont, widthOf } from '#server/commands/seed/lettering.ts'
import { INK, INK_3, MARIGOLD, ON_NIGHT, PAPER } from '#styles/hex.ts'
import { madeFonts } from './fonts.ts'

/** What stands beside the photograph of a link preview. */
export interface Card {
  headline: string
  name: string
  nativeName: string
  /** Left out where it is the headline. */
  tagline?: string
}

/** Where the photograph stands, on the third step. */
export const PHOTO = { left: 600, width: 600, height: 540 } as const

const EDGE = 64
/** The height of the first step, and how much higher each next one is. */
const BASE = 104
const RISE = 26
/** The headline's last line stands here, and the marigold tread under it. */
const GROUND = 410
const TREAD = 446
const LEADING = 0.9
/** Space before an upright letter, of its size: large letters share the small ones' edge without it. */
const SIDE_BEARING = 0.035
const HEADLINE = { widest: PHOTO.left - EDGE - 32, highest: 370, sizes: [168, 152, 136, 120, 108, 96, 84, 74] } as const
/** Across, down, size; those that letters would stand on are left out. */
const STARS = [
  [38, 52, 1.4],
  [96, 118, 1],
  [152, 34, 1.8],
  [214, 150, 1],
  [268, 74, 1.3],
  [322, 28, 1],
  [372, 132, 1.9],
  [430, 62, 1.1],
  [478, 168, 1],
  [536, 40, 1.5],
  [566, 118, 1],
  [24, 214, 1],
  [126, 236, 1.3],
  [302, 216, 1.1],
  [446, 258, 1],
  [552, 232, 1.4],
  [560, 352, 1],
  [28, 330, 1.1],
  [500, 404, 1.2],
  [574, 462, 1],
] as const

let made: Font[] | undefined
let fonts: { heavy: Font; text: Font } | undefined

/** The card as SVG, to be laid over the photograph. Throws where a letter is missing from the font. */
export function drawCard({ headline, name, nativeName, tagline }: Card): string {
  // The first is a cut of the second at weight 650 and width 75, which fontkit cannot make of a WOFF2 itself.
  fonts ??= { heavy: readFont('anek-latin-condensed'), text: readFont('anek') }
  const { heavy, text } = fonts
  const { lines, size } = fitted(heavy, headline)
  const sky = GROUND - size * LEADING * lines.length
  const step = PREVIEW.width / 4
  const floor = PREVIEW.height - BASE / 2
  const stairs = [0, 1, 2, 3].map((n) => {
    const height = BASE + RISE * n
    return `<path fill="${PAPER}" d="M${step * n} ${PREVIEW.height - height}h${step}v${height}h-${step}z"/>`
  })
  const nameAt = EDGE + 72
  const nativeAt = nameAt + runsOf(heavy, name).reduce((width, run) => width + widthOf(run.font, run.text, 46), 0) + 14
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW.width}" height="${PREVIEW.height}">`,
    ...STARS.filter(([x, y]) => y < sky || x < EDGE || x > EDGE + HEADLINE.widest).map(
      ([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${ON_NIGHT}" opacity=".7"/>`,
    ),
    ...lines.map((line, n) => {
      const y = GROUND - size * LEADING * (lines.length - 1 - n)
      return letters(heavy, line, EDGE - size * SIDE_BEARING, y, size, ON_NIGHT)
    }),
    `<path fill="${MARIGOLD}" d="M${EDGE} ${TREAD}h96v8h-96z"/>`,
    ...stairs,
    mark(EDGE, floor - 30, 56),
    write(heavy, name, nameAt, floor + 15, 46, INK),
    write(text, nativeName, nativeAt, floor + 14, 24, INK_3),
    tagline ? letters(text, tagline, PREVIEW.width - EDGE - widthOf(text, tagline, 28), floor + 12, 28, INK) : '',
    '</svg>',
  ].join('')
}

/** A line in one font, with letters that it lacks from those that the build made for the names of the business. */
function write(font: Font, text: string, x: number, y: number, size: number, colour: string): string {
  let at = x
  return runsOf(font, text)
    .map((run) => {
      const drawn = letters(run.font, run.text, at, y, size, colour)
      at += widthOf(run.font, run.text, size)
      return drawn
    })
    .join('')
}

function runsOf(font: Font, text: string): { font: Font; text: string }[] {
  made ??= madeFonts()
  const all = [font, ...made]
  const has = (each: Font, letter: string) => each.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  // Joined letters need all of their parts in one font.
  const whole = all.find((each) => [...text].every((letter) => has(each, letter)))
  if (whole) return [{ font: whole, text }]
  const runs: { font: Font; text: string }[] = []
  for (const letter of text) {
    const own = all.find((each) => has(each, letter)) ?? font
    const last = runs.at(-1)
    if (last?.font === own) last.text += letter
    else runs.push({ font: own, text: letter })
  }
  return runs
}

/** The largest size at which the headline fits beside the photograph, and its lines at that size. */
function fitted(font: Font, headline: string): { lines: string[]; size: number } {
  for (const size of HEADLINE.sizes) {
    const lines = broken(font, headline, size)
    const fits = lines.every((line) => widthOf(font, line, size) <= HEADLINE.widest)
    if (fits && lines.length * size * LEADING <= HEADLINE.highest) return { lines, size }
  }
  throw new Error(`"${headline}" is too long for a link preview`)
}

function broken(font: Font, headline: string, size: number): string[] {
  const lines: string[] = []
  for (const word of headline.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(font, longer, size) <= HEADLINE.widest) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The site's own mark, whose colours are those of paper where nothing asks for the dark ones. */
function mark(x: number, y: number, size: number): string {
  return readFileSync('src/assets/mark.svg', 'utf8').replace(
    '<svg',
    `<svg x="${x}" y="${y}" width="${size}" height="${size}"`,
  )
}
