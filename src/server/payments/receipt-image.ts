import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import type { Metadata, Sharp } from 'sharp'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { detectImageFormat, FILE_PROBLEMS } from '#domain/receipt/receipt.ts'

export interface ReceiptImage {
  /** JPEG without metadata. */
  image: Buffer
  fileHash: string
  pixelHash: string
}

const MAX_PIXELS = 26_000_000
/** Bytes in memory: 16 million pixels of a screenshot, decoded in half a second. */
const MAX_DECODED_BYTES = 64_000_000
/** Large enough for the smallest print of a long screenshot. */
const STORED_SIZE = { width: 1_600, height: 3_200 }
const MAX_SECONDS = 5

/** HTML and PHP, which other programs would open or run. */
const MARKUP = /<(?:!doctype|html|script|\?php)/i
/** Archives may start anywhere in a file. */
const ARCHIVES = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]
/** In bytes: how far from the end of a file its ZIP directory may start, and how far from its start a PDF header. */
const ZIP = { directory: 'PK\x05\x06', last: 65_557 }
const PDF = { head: '%PDF-', first: 1_024 }

/** Files of 5 MB held in memory, including the one being decoded. */
const MAX_WAITING = 8
const RETRY_SECONDS = 5

const queue = new PQueue({ concurrency: 1 })

/** Decodes and re-encodes an untrusted file, one at a time to bound memory. */
export async function readReceiptImage(file: Uint8Array): Promise<Outcome<ReceiptImage>> {
  if (queue.size + queue.pending >= MAX_WAITING)
    return fail('too_many', { retryAfter: RETRY_SECONDS, message: BUSY_MESSAGE })
  return queue.add(() => redrawImage(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))
}
const BUSY_MESSAGE = 'The server is busy with other receipts. Try again in a few seconds.'

async function redrawImage(file: Buffer): Promise<Outcome<ReceiptImage>> {
  const format = detectImageFormat(file)
  if (!format || isPolyglot(file)) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
  // Loaded with the first receipt: most processes never need it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const source = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const found = await source.metadata()
    if (found.format !== format || (found.pages ?? 1) > 1 || isTooLarge(found)) return fail('unreadable_picture')
    const { data, info } = await normalizeImage(source).raw().toBuffer({ resolveWithObject: true })
    const { width: w, height: h, channels } = info
    const image = await sharp(data, { raw: { width: w, height: h, channels } })
      .jpeg({ quality: 82 })
      .toBuffer()
    return succeed({ image, fileHash: sha256(file), pixelHash: sha256(Buffer.from(`${w}×${h} `), data) })
  } catch {
    return fail('unreadable_picture')
  }
}

/** Other trailing data is allowed: phones append a video or a second image. */
function isPolyglot(file: Buffer): boolean {
  const text = file.toString('latin1')
  return (
    MARKUP.test(text) ||
    ARCHIVES.some((head) => text.includes(head)) ||
    text.slice(-ZIP.last).includes(ZIP.directory) ||
    text.slice(0, PDF.first).includes(PDF.head)
  )
}

/** Checks the header before anything is decoded. */
function isTooLarge({ format, width, height, channels, depth, isProgressive }: Metadata): boolean {
  const samples = width * height * channels
  const decoded = {
    png: samples * (depth === 'ushort' ? 2 : 1),
    // JPEG is decoded row by row; a progressive one entirely, in two bytes a sample.
    jpeg: isProgressive ? samples * 2 : 0,
    webp: width * height * 4,
  }[format as string]
  return width * height > MAX_PIXELS || (decoded ?? Infinity) > MAX_DECODED_BYTES
}

const normalizeImage = (source: Sharp): Sharp =>
  source
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ ...STORED_SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')

function sha256(...parts: Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
