import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Letters are drawn as paths, so that the machine needs no fonts. */
export const readFont = (name: string): Font => create(readFileSync(`src/assets/fonts/${name}.woff2`)) as Font

export const measureText = (font: Font, text: string, size: number): number =>
  (font.layout(text).advanceWidth / font.unitsPerEm) * size

/** Draws a line from its left end on the baseline. Throws when the font lacks a letter. */
export function drawText(font: Font, text: string, x: number, y: number, size: number, colour: string): string {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  let at = 0
  const paths = glyphs.map((glyph, index) => {
    if (glyph.id === 0) throw new Error(`"${text}" has a letter that the font lacks`)
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const path = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`
    at += xAdvance
    return path
  })
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
