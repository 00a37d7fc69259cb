/** Receipts as telephones show them, drawn here: none is anybody's, and no font of the machine is asked. */
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { type Paisa, paisa } from '#domain/money.ts'
import type { ExpectedPayment } from '#domain/receipt-judgement.ts'
import { readable, readableSize } from '#stores/payment/receipt-picture.ts'

export interface Words {
  amount: string
  /** Where another place of the receipt says another amount than the large one. */
  rowAmount?: string
  date: string
  time: string
  id: string
  payee: string
  remarks: string
}

interface Look {
  ground: string
  ink: string
  faint: string
  band: string
  onBand: string
}

const LIGHT: Look = { ground: '#ffffff', ink: '#1c1c1c', faint: '#6d6d6d', band: '#2f8f3a', onBand: '#ffffff' }
const DARK: Look = { ground: '#121418', ink: '#f1f1f1', faint: '#a3a7ad', band: '#1d2229', onBand: '#f1f1f1' }

export const LAYOUTS = ['esewa', 'khalti', 'connectips', 'fonepay', 'nabil', 'global', 'nic'] as const
export type Layout = (typeof LAYOUTS)[number]

const read = (name: string): Font => create(readFileSync(`src/assets/fonts/${name}.woff2`)) as Font
const FONTS = { text: read('anek'), heavy: read('anek-latin-condensed') }
const WIDTH = 1_080

/** One line of a receipt: at one height a text at the left edge, one at the right, or one in the middle. */
type Line = {
  y: number
  left?: string
  right?: string
  middle?: string
  size?: number
  heavy?: boolean
  faint?: boolean
  onBand?: boolean
}

export function draw(layout: Layout, words: Words, dark = false): string {
  const look = { ...(dark ? DARK : LIGHT), ...(!dark && BANDS[layout]) }
  const { lines, band, height } = LAYOUT[layout](words)
  const drawn = lines.flatMap(({ y, left, right, middle, size = 38, heavy, faint, onBand }) => {
    const font = heavy ? FONTS.heavy : FONTS.text
    const colour = onBand ? look.onBand : faint ? look.faint : look.ink
    const put = (text: string | undefined, x: (width: number) => number, ink: string) =>
      text ? letters(font, text, x(widthOf(font, text, size)), y, size, ink) : ''
    return [
      put(left, () => 64, right && !onBand ? look.faint : colour),
      put(right, (width) => WIDTH - 64 - width, colour),
      put(middle, (width) => (WIDTH - width) / 2, colour),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${look.ground}"/>`,
    `<rect width="100%" height="${band}" fill="${look.band}"/>`,
    ...drawn,
    '</svg>',
  ].join('')
}

const BANDS: Readonly<Record<Layout, Partial<Look>>> = {
  esewa: { band: '#60bb46' },
  khalti: { band: '#5c2d91' },
  connectips: { band: '#0b4ea2' },
  fonepay: { band: '#c8102e' },
  nabil: { band: '#00733b' },
  global: { band: '#ffffff', onBand: '#0d3b77' },
  nic: { band: '#7a1f2b' },
}

const STATUS_BAR: Line = { y: 62, left: '9:41', right: '4G 83%', size: 30, onBand: true }
const rows = (from: number, step: number, pairs: readonly (readonly [string, string])[]): Line[] =>
  pairs.map(([left, right], index) => ({ y: from + index * step, left, right }))

const LAYOUT: Readonly<Record<Layout, (words: Words) => { lines: Line[]; band: number; height: number }>> = {
  esewa: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 200,
    height: 1_900,
    lines: [
      STATUS_BAR,
      { y: 150, left: 'eSewa', size: 48, heavy: true, onBand: true },
      { y: 320, middle: 'Payment Successful', size: 50, heavy: true },
      { y: 430, middle: `NPR ${amount}`, size: 78, heavy: true },
      ...rows(600, 110, [
        ['Reference Code', id],
        ['Date Time', `${date} ${time}`],
        ['Merchant Name', payee],
        ['Amount', `NPR ${rowAmount ?? amount}`],
        ['Service Charge', 'NPR 0.00'],
        ['Remarks', remarks],
        ['Status', 'COMPLETE'],
      ]),
      { y: 1_560, middle: 'Thank you for using eSewa', faint: true },
    ],
  }),
  khalti: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 170,
    height: 2_100,
    lines: [
      STATUS_BAR,
      { y: 140, middle: 'Khalti', size: 46, heavy: true, onBand: true },
      { y: 330, middle: 'Transaction Successful', size: 46, heavy: true },
      { y: 440, middle: `Rs. ${amount}`, size: 74, heavy: true },
      ...rows(620, 120, [
        ['Transaction ID', id],
        ['Transaction Date', date],
        ['Transaction Time', time],
        ['Paid To', payee],
        ['Purpose', 'Payment'],
        ['Remarks', remarks],
        ['Total Amount', `Rs. ${rowAmount ?? amount}`],
        ['Cashback', 'Rs. 0'],
      ]),
    ],
  }),
  connectips: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 180,
    height: 1_800,
    lines: [
      { y: 120, left: 'connectIPS', right: 'NCHL', size: 50, heavy: true, onBand: true },
      { y: 280, middle: 'Transfer Successful', size: 46, heavy: true },
      ...rows(420, 115, [
        ['Txn Id', id],
        ['Date', `${date} ${time}`],
        ['From', 'Ram Bahadur Thapa'],
        ['Debit Bank', 'Everest Bank Ltd.'],
        ['To Account Name', payee],
        ['Amount (NPR)', rowAmount ?? amount],
        ['Charge (NPR)', '4.00'],
        ['Remarks', remarks],
      ]),
      { y: 1_460, middle: `NPR ${amount} sent`, size: 46, heavy: true },
    ],
  }),
  fonepay: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 160,
    height: 1_950,
    lines: [
      STATUS_BAR,
      { y: 136, middle: 'fonepay QR Payment', size: 44, heavy: true, onBand: true },
      { y: 300, middle: 'Paid to', faint: true },
      { y: 370, middle: payee, size: 48, heavy: true },
      { y: 490, middle: `Rs ${amount}`, size: 80, heavy: true },
      { y: 570, middle: `${date}, ${time}`, faint: true },
      ...rows(740, 110, [
        ['Fonepay Trace Id', id],
        ['Payment Amount', `Rs ${rowAmount ?? amount}`],
        ['Remarks', remarks],
        ['Issuer', 'Siddhartha Bank'],
        ['Status', 'Success'],
      ]),
    ],
  }),
  nabil: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 190,
    height: 2_200,
    lines: [
      STATUS_BAR,
      { y: 150, left: 'Nabil Bank', size: 48, heavy: true, onBand: true },
      { y: 330, left: 'Transaction Receipt', size: 52, heavy: true },
      ...(
        [
          ['Reference Number', id],
          ['Transaction Date', `${date} ${time}`],
          ['From Account', '091##04118'],
          ['Beneficiary Name', payee],
          ['Beneficiary Account', '###4041'],
          ['Amount', `NPR ${rowAmount ?? amount}`],
          ['Remarks', remarks],
        ] as const
      ).flatMap(([label, value], index): Line[] => [
        { y: 450 + index * 190, left: label, size: 34, faint: true },
        { y: 510 + index * 190, left: value, size: 42 },
      ]),
      { y: 1_900, left: `Total debited NPR ${amount}`, size: 42, heavy: true },
    ],
  }),
  global: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 160,
    height: 1_700,
    lines: [
      { y: 110, left: 'Global IME Bank', right: 'Mobile Banking', size: 44, heavy: true, onBand: true },
      { y: 270, middle: 'Your request has been completed', size: 40 },
      ...rows(400, 105, [
        ['Amount', `NPR ${amount}`],
        ['Sent to', payee],
        ['Date', date],
        ['Time', time],
        ['Ref No', id],
        ['Remarks', remarks],
        ['Available Balance', 'NPR 1,23,456.78'],
        ['Debited', `NPR ${rowAmount ?? amount}`],
      ]),
    ],
  }),
  nic: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
    band: 220,
    height: 1_900,
    lines: [
      STATUS_BAR,
      { y: 150, left: 'NIC ASIA', right: 'MoBank', size: 46, heavy: true, onBand: true },
      { y: 350, left: `रु ${amount}`, size: 76 },
      { y: 430, left: `on ${date} at ${time}`, faint: true },
      ...rows(600, 115, [
        ['Transaction Code:', id],
        ['Merchant:', payee],
        ['Amount:', `NPR ${rowAmount ?? amount}`],
        ['Fee:', 'NPR 10.00'],
        ['Narration:', remarks],
        ['Channel:', 'NepalPay QR'],
      ]),
    ],
  }),
}

const widthOf = (font: Font, text: string, size: number): number =>
  (font.layout(text).advanceWidth / font.unitsPerEm) * size

function letters(font: Font, text: string, x: number, y: number, size: number, colour: string): string {
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

/** What happens to a picture between a telephone and us. */
export const CONDITIONS = [
  'clean',
  'dark',
  'jpeg',
  'blurred',
  'cropped',
  'small',
  'rotated 1',
  'rotated 3',
  'rotated 5',
  'photo',
] as const
export type Condition = (typeof CONDITIONS)[number]

export async function picture(layout: Layout, words: Words, condition: Condition): Promise<Buffer> {
  const drawn = sharp(Buffer.from(draw(layout, words, condition === 'dark')))
  const { width = WIDTH, height = WIDTH } = await drawn.metadata()
  switch (condition) {
    case 'jpeg':
      return drawn.jpeg({ quality: 40 }).toBuffer()
    case 'blurred':
      return drawn.blur(2.2).png().toBuffer()
    case 'cropped':
      return drawn
        .extract({ left: 30, top: 230, width: width - 60, height: height - 560 })
        .png()
        .toBuffer()
    case 'small':
      return drawn.resize({ width: 540 }).jpeg({ quality: 70 }).toBuffer()
    case 'rotated 1':
      return drawn.rotate(1, { background: '#d8d8d8' }).png().toBuffer()
    case 'rotated 3':
      return drawn.rotate(-3, { background: '#d8d8d8' }).png().toBuffer()
    case 'rotated 5':
      return drawn.rotate(5, { background: '#d8d8d8' }).png().toBuffer()
    case 'photo':
      // Turned, soft, greyish and stored on its side, as cameras do.
      return sharp(await drawn.rotate(2, { background: '#777777' }).blur(1.2).linear(0.7, 40).png().toBuffer())
        .rotate(270)
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 60 })
        .toBuffer()
    default:
      return drawn.png().toBuffer()
  }
}

/** What a browser does before it reads: upright, at a readable size, grey. */
export async function prepared(file: Buffer): Promise<Buffer> {
  const upright = sharp(file).autoOrient()
  const { width, height } = await upright.toBuffer({ resolveWithObject: true }).then(({ info }) => info)
  const size = readableSize(width, height)
  const data = await upright
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return Buffer.from(readable({ data, ...size }))
}

/** `9500.00` as receipts write it; Indian grouping where asked. */
export function written(amount: Paisa, grouping: 'western' | 'indian' | 'none' = 'western'): string {
  const locale = grouping === 'indian' ? 'en-IN' : 'en-US'
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: grouping !== 'none' }).format(
    paisa(amount) / 100,
  )
}

/** 14:10 in Kathmandu; a right receipt is five minutes old. */
export const NOW = Date.parse('2026-11-21T14:10:00+05:45')
export const EXPECTED: ExpectedPayment = {
  amount: paisa(950_000),
  reference: 'BK-1795269000000-7Q2M',
  payee: 'Chautari Coworking',
  begunAt: Date.parse('2026-11-21T13:50:00+05:45'),
}

/** Its date in the seven manners that are in use, by turns. */
const DATES = [
  ['2026-11-21', '14:05:09'],
  ['2026-11-21', '14:05:09'],
  ['21 Nov 2026', '02:05 PM'],
  ['21/11/2026', '14:05'],
  ['2083-08-05', '02:05 PM'],
  ['21-11-2026', '14:05:09'],
  ['5 Mangsir 2083', '2:05 PM'],
] as const
const IDS = [
  '0VOJMBI',
  'GFq9PFS7b2iYvL8Lir9oXe',
  'NP2603250066636',
  'MTXN0000517374-130',
  '20261121140509',
  '261121003457',
  'S44712038',
]

export const rightWords = (turn: number): Words => {
  const [date, time] = DATES[turn % DATES.length] ?? DATES[0]
  return {
    amount: written(EXPECTED.amount, turn % 3 === 1 ? 'none' : 'western'),
    date,
    time,
    id: IDS[turn % IDS.length] ?? '',
    payee: EXPECTED.payee,
    remarks: EXPECTED.reference,
  }
}
