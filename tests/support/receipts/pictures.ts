import sharp from 'sharp'
import { getOcrSize, prepareForOcr } from '#stores/payment/receipt-image.ts'
import { draw, WIDTH } from './drawing.ts'
import type { Layout } from './layouts.ts'
import type { Words } from './words.ts'

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
  const size = getOcrSize(width, height)
  const data = await upright
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return Buffer.from(prepareForOcr({ data, ...size }))
}
