import { drawText, measureText, readFont } from '#server/commands/seed/svg-text.ts'
import { LAYOUT, type Layout } from './layouts.ts'
import type { ReceiptText } from './text.ts'

interface Colors {
  ground: string
  ink: string
  faint: string
  band: string
  onBand: string
}

const LIGHT: Colors = { ground: '#ffffff', ink: '#1c1c1c', faint: '#6d6d6d', band: '#2f8f3a', onBand: '#ffffff' }
const DARK: Colors = { ground: '#121418', ink: '#f1f1f1', faint: '#a3a7ad', band: '#1d2229', onBand: '#f1f1f1' }

const BANDS: Readonly<Record<Layout, Partial<Colors>>> = {
  esewa: { band: '#60bb46' },
  khalti: { band: '#5c2d91' },
  connectips: { band: '#0b4ea2' },
  fonepay: { band: '#c8102e' },
  nabil: { band: '#00733b' },
  global: { band: '#ffffff', onBand: '#0d3b77' },
  nic: { band: '#7a1f2b' },
}

const FONTS = { text: readFont('anek'), heavy: readFont('anek-latin-condensed') }
export const WIDTH = 1_080

/** Draws a receipt as a phone shows it, without system fonts. */
export function drawReceipt(layout: Layout, text: ReceiptText, dark = false) {
  const colors = { ...(dark ? DARK : LIGHT), ...(!dark && BANDS[layout]) }
  const { lines, band, height } = LAYOUT[layout](text)
  const drawn = lines.flatMap(({ y, left, right, middle, size = 38, heavy, faint, onBand }) => {
    const font = heavy ? FONTS.heavy : FONTS.text
    const color = onBand ? colors.onBand : faint ? colors.faint : colors.ink
    const put = (text: string | undefined, x: (width: number) => number, ink: string) =>
      text ? drawText(font, text, x(measureText(font, text, size)), y, size, ink) : ''
    return [
      put(left, () => 64, right && !onBand ? colors.faint : color),
      put(right, (width) => WIDTH - 64 - width, color),
      put(middle, (width) => (WIDTH - width) / 2, color),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    `<rect width="100%" height="${band}" fill="${colors.band}"/>`,
    ...drawn,
    '</svg>',
  ].join('')
}
