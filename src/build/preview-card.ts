import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import { PREVIEW_IMAGE_SIZE } from '#domain/page-metadata.ts'
import { drawText, measureText, readFont } from '#server/commands/seed/svg-text.ts'
import { INK, INK_3, MARIGOLD, ON_NIGHT, PAPER } from '#styles/hex-colors.ts'
import { readExtraFonts } from './fonts.ts'

export interface PreviewCard {
  headline: string
  name: string
  nativeName: string
  /** Omitted if it is the headline. */
  tagline?: string
}

export const PHOTO = { left: 600, width: 600, height: 540 } as const

const EDGE = 64
/** The height of the first step, and the rise of each next one. */
const STEP_HEIGHT = 104
const STEP_RISE = 26
const HEADLINE_BASELINE = 410
const ACCENT_TOP = 446
const LINE_HEIGHT = 0.9
/** Space before an upright letter relative to the font size; without it lines of different sizes do not align. */
const SIDE_BEARING = 0.035
const HEADLINE = {
  maxWidth: PHOTO.left - EDGE - 32,
  maxHeight: 370,
  sizes: [168, 152, 136, 120, 108, 96, 84, 74],
} as const
/** X, y and size, placed where no text is. */
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

let extraFonts: Font[] | undefined
let fonts: { heavy: Font; text: Font } | undefined

/** Returns the card as SVG to overlay on the photograph. Throws if the font lacks a letter. */
export function drawPreviewCard({ headline, name, nativeName, tagline }: PreviewCard): string {
  // The first is the second at weight 650 and width 75, which fontkit cannot derive from a WOFF2.
  fonts ??= { heavy: readFont('anek-latin-condensed'), text: readFont('anek') }
  const { heavy, text } = fonts
  const { lines, size } = fitHeadline(heavy, headline)
  const sky = HEADLINE_BASELINE - size * LINE_HEIGHT * lines.length
  const step = PREVIEW_IMAGE_SIZE.width / 4
  const floor = PREVIEW_IMAGE_SIZE.height - STEP_HEIGHT / 2
  const stairs = [0, 1, 2, 3].map((n) => {
    const height = STEP_HEIGHT + STEP_RISE * n
    return `<path fill="${PAPER}" d="M${step * n} ${PREVIEW_IMAGE_SIZE.height - height}h${step}v${height}h-${step}z"/>`
  })
  const nameAt = EDGE + 72
  const nativeAt =
    nameAt + splitIntoRuns(heavy, name).reduce((width, run) => width + measureText(run.font, run.text, 46), 0) + 14
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_IMAGE_SIZE.width}" height="${PREVIEW_IMAGE_SIZE.height}">`,
    ...STARS.filter(([x, y]) => y < sky || x < EDGE || x > EDGE + HEADLINE.maxWidth).map(
      ([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${ON_NIGHT}" opacity=".7"/>`,
    ),
    ...lines.map((line, n) => {
      const y = HEADLINE_BASELINE - size * LINE_HEIGHT * (lines.length - 1 - n)
      return drawText(heavy, line, EDGE - size * SIDE_BEARING, y, size, ON_NIGHT)
    }),
    `<path fill="${MARIGOLD}" d="M${EDGE} ${ACCENT_TOP}h96v8h-96z"/>`,
    ...stairs,
    drawLogo(EDGE, floor - 30, 56),
    drawLine(heavy, name, nameAt, floor + 15, 46, INK),
    drawLine(text, nativeName, nativeAt, floor + 14, 24, INK_3),
    tagline
      ? drawText(text, tagline, PREVIEW_IMAGE_SIZE.width - EDGE - measureText(text, tagline, 28), floor + 12, 28, INK)
      : '',
    '</svg>',
  ].join('')
}

/** Draws missing letters from the fonts that the build made for the names of the business. */
function drawLine(font: Font, text: string, x: number, y: number, size: number, colour: string): string {
  let at = x
  return splitIntoRuns(font, text)
    .map((run) => {
      const drawn = drawText(run.font, run.text, at, y, size, colour)
      at += measureText(run.font, run.text, size)
      return drawn
    })
    .join('')
}

function splitIntoRuns(font: Font, text: string): { font: Font; text: string }[] {
  extraFonts ??= readExtraFonts()
  const all = [font, ...extraFonts]
  const has = (each: Font, letter: string) => each.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  // Joined letters need all of their parts in one font.
  const whole = all.find((each) => [...text].every((letter) => has(each, letter)))
  if (whole) return [{ font: whole, text }]
  const runs: { font: Font; text: string }[] = []
  for (const letter of text) {
    const capable = all.find((each) => has(each, letter)) ?? font
    const last = runs.at(-1)
    if (last?.font === capable) last.text += letter
    else runs.push({ font: capable, text: letter })
  }
  return runs
}

function fitHeadline(font: Font, headline: string): { lines: string[]; size: number } {
  for (const size of HEADLINE.sizes) {
    const lines = breakLines(font, headline, size)
    const fits = lines.every((line) => measureText(font, line, size) <= HEADLINE.maxWidth)
    if (fits && lines.length * size * LINE_HEIGHT <= HEADLINE.maxHeight) return { lines, size }
  }
  throw new Error(`"${headline}" is too long for a link preview; write a shorter title`)
}

function breakLines(font: Font, headline: string, size: number): string[] {
  const lines: string[] = []
  for (const word of headline.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measureText(font, longer, size) <= HEADLINE.maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function drawLogo(x: number, y: number, size: number): string {
  return readFileSync('src/assets/mark.svg', 'utf8').replace(
    '<svg',
    `<svg x="${x}" y="${y}" width="${size}" height="${size}"`,
  )
}
