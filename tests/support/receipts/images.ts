import sharp, { type Sharp } from 'sharp'
import { getOcrSize, prepareForOcr } from '#stores/payment/receipt-image.ts'
import { drawReceipt, WIDTH } from './drawing.ts'
import type { Layout } from './layouts.ts'
import type { ReceiptText } from './text.ts'

const rotated = (degrees: number, background: string) => (image: Sharp) => image.rotate(degrees, { background })
const unchanged = (image: Sharp) => image

/** How a receipt reaches us. The dark theme is drawn, not converted. */
const EFFECTS = {
  clean: unchanged,
  dark: unchanged,
  jpeg: (image) => image.jpeg({ quality: 40 }),
  blurred: (image) => image.blur(2.2),
  cropped: (image, height) => image.extract({ left: 30, top: 230, width: WIDTH - 60, height: height - 560 }),
  small: (image) => image.resize({ width: 540 }).jpeg({ quality: 70 }),
  'rotated 1': rotated(1, '#d8d8d8'),
  'rotated 3': rotated(-3, '#d8d8d8'),
  'rotated 5': rotated(5, '#d8d8d8'),
  // A camera image: rotated, soft, grayish and stored on its side.
  photo: async (image) =>
    sharp(await rotated(2, '#777777')(image).blur(1.2).linear(0.7, 40).png().toBuffer())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 }),
} as const satisfies Record<string, (image: Sharp, height: number) => Sharp | Promise<Sharp>>
export type Condition = keyof typeof EFFECTS
export const CONDITIONS = Object.keys(EFFECTS) as Condition[]

export async function receiptImage(layout: Layout, text: ReceiptText, condition: Condition) {
  const drawn = sharp(Buffer.from(drawReceipt(layout, text, condition === 'dark'))).png()
  const { height } = await drawn.metadata()
  return (await EFFECTS[condition](drawn, height)).toBuffer()
}

/** Prepares an image as the browser does: upright, scaled, gray. */
export async function prepareReceipt(file: Buffer) {
  const upright = sharp(file).autoOrient()
  const { width, height } = await upright.toBuffer({ resolveWithObject: true }).then(({ info }) => info)
  const size = getOcrSize(width, height)
  const data = await upright
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return Buffer.from(prepareForOcr({ data, ...size }))
}
