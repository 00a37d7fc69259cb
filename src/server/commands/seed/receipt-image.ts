import sharp from 'sharp'
import { drawText, measureText, readFont } from './svg-text.ts'

const WIDTH = 720
const FONT = readFont('anek')
const SIZE = 26

/** Draws a banking app's receipt without system fonts. */
export function drawReceipt(
  amount: string,
  rows: readonly (readonly [name: string, value: string])[],
): Promise<Buffer> {
  const draw = (text: string, x: number, y: number, size = SIZE, colour = '#1c1c1c') =>
    drawText(FONT, text, x, y, size, colour)
  const drawCentred = (text: string, y: number, size: number, colour?: string) =>
    draw(text, (WIDTH - measureText(FONT, text, size)) / 2, y, size, colour)
  const height = 420 + rows.length * 76
  const drawn = rows.flatMap(([name, value], at) => [
    draw(name, 44, 400 + at * 76, SIZE, '#6d6d6d'),
    draw(value, WIDTH - 44 - measureText(FONT, value, SIZE), 400 + at * 76),
  ])
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">` +
        '<rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="120" fill="#00733b"/>' +
        drawCentred('Sample bank', 76, 32, '#fff') +
        drawCentred('Payment successful', 210, 34) +
        drawCentred(amount, 290, 54) +
        drawn.join('') +
        '</svg>',
    ),
  )
    .png()
    .toBuffer()
}
