import sharp from 'sharp'
import { drawText, measureText, readFont } from './svg-text.ts'

const WIDTH = 720
const FONT = readFont('anek')
const SIZE = 26

/** A payment as a banking app shows it on a telephone: nobody's, and drawn without the machine's own fonts. */
export function drawReceipt(
  amount: string,
  rows: readonly (readonly [name: string, value: string])[],
): Promise<Buffer> {
  const put = (text: string, x: number, y: number, size = SIZE, colour = '#1c1c1c') =>
    drawText(FONT, text, x, y, size, colour)
  const middle = (text: string, y: number, size: number, colour?: string) =>
    put(text, (WIDTH - measureText(FONT, text, size)) / 2, y, size, colour)
  const height = 420 + rows.length * 76
  const drawn = rows.flatMap(([name, value], at) => [
    put(name, 44, 400 + at * 76, SIZE, '#6d6d6d'),
    put(value, WIDTH - 44 - measureText(FONT, value, SIZE), 400 + at * 76),
  ])
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">` +
        '<rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="120" fill="#00733b"/>' +
        middle('Sample bank', 76, 32, '#fff') +
        middle('Payment successful', 210, 34) +
        middle(amount, 290, 54) +
        drawn.join('') +
        '</svg>',
    ),
  )
    .png()
    .toBuffer()
}
