import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { FILE_PROBLEMS, pictureFormat } from '#domain/receipt.ts'

/** A receipt's picture, drawn anew: nothing of the file that came is in it but what is seen. */
export interface Picture {
  /** JPEG without metadata. */
  picture: Buffer
  fileHash: string
  pixelHash: string
}

/** Above every telephone's photograph, and few enough to be held in memory. */
const MOST_PIXELS = 26_000_000
/** What is kept: large enough to read the smallest print of a long screenshot. */
const KEPT = { width: 1_600, height: 3_200 }
const MOST_SECONDS = 10

/** Files of 5 MB that wait in memory for their turn, the one that is being drawn included. */
const MOST_WAITING = 8
/** A picture takes a few hundred milliseconds. */
const RETRY_SECONDS = 5

/** Decodes a file that a stranger sent and draws it anew, one at a time: what one may use is what all may use. */
export async function readPicture(file: Uint8Array): Promise<Outcome<Picture>> {
  if (waiting >= MOST_WAITING) return fail('too_many', { retryAfter: RETRY_SECONDS, message: MANY_AT_ONCE })
  waiting++
  const mine = last.then(() => draw(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))
  last = mine.catch(() => undefined)
  return mine.finally(() => waiting--)
}
let waiting = 0
let last: Promise<unknown> = Promise.resolve()
const MANY_AT_ONCE = 'Many receipts arrive at this moment. Try again in a few seconds.'

async function draw(file: Buffer): Promise<Outcome<Picture>> {
  const format = pictureFormat(file)
  if (!format) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
  // Read when the first receipt comes: most processes never need it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const source = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    const { format: found, width, height, pages = 1 } = await source.metadata()
    if (found !== format || pages > 1 || width * height > MOST_PIXELS) return fail('unreadable_picture')
    const { data, info } = await pixels(source).raw().toBuffer({ resolveWithObject: true })
    const { width: w, height: h, channels } = info
    const picture = await sharp(data, { raw: { width: w, height: h, channels } })
      .jpeg({ quality: 82 })
      .toBuffer()
    return succeed({ picture, fileHash: sha256(file), pixelHash: sha256(Buffer.from(`${w}×${h} `), data) })
  } catch {
    // Whatever the decoder says about a stranger's file: it cannot be looked at.
    return fail('unreadable_picture')
  }
}

/** As a person sees it: upright, on white, in ordinary colours. */
const pixels = (source: Sharp): Sharp =>
  source
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')

function sha256(...parts: Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
