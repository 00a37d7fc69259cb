import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { detectImageFormat, FILE_PROBLEMS } from '#domain/receipt/receipt.ts'

/** A receipt's picture, drawn anew: nothing of the file that came is in it but what is seen. */
export interface ReceiptImage {
  /** JPEG without metadata. */
  image: Buffer
  fileHash: string
  pixelHash: string
}

/** Above most telephones' photographs. */
const MAX_PIXELS = 26_000_000
/** What a picture may come to in memory: 16 million pixels of a screenshot, and decoded in half a second. */
const MAX_DECODED_BYTES = 64_000_000
/** What is kept: large enough to read the smallest print of a long screenshot. */
const STORED_SIZE = { width: 1_600, height: 3_200 }
const MAX_SECONDS = 5

/** What makes another kind of file of a picture, which a browser, a server or a program opens as that: markup and PHP, */
const MARKUP = /<(?:!doctype|html|script|\?php)/i
/** archives, which are found wherever they begin, */
const ARCHIVES = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]
/** the directory at the end of a ZIP, and the head of a PDF, which need not be its first bytes. */
const ZIP = { directory: 'PK\x05\x06', last: 65_557 }
const PDF = { head: '%PDF-', first: 1_024 }

/** Files of 5 MB that wait in memory for their turn, the one that is being drawn included. */
const MAX_WAITING = 8
/** A picture takes a few hundred milliseconds. */
const RETRY_SECONDS = 5

/** Decodes a file that a stranger sent and draws it anew, one at a time: what one may use is what all may use. */
export async function readReceiptImage(file: Uint8Array): Promise<Outcome<ReceiptImage>> {
  if (waiting >= MAX_WAITING) return fail('too_many', { retryAfter: RETRY_SECONDS, message: BUSY_MESSAGE })
  waiting++
  const mine = last.then(() => redrawImage(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))
  last = mine.catch(() => undefined)
  return mine.finally(() => waiting--)
}
let waiting = 0
let last: Promise<unknown> = Promise.resolve()
const BUSY_MESSAGE = 'Many receipts arrive at this moment. Try again in a few seconds.'

async function redrawImage(file: Buffer): Promise<Outcome<ReceiptImage>> {
  const format = detectImageFormat(file)
  if (!format || isPolyglot(file)) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
  // Read when the first receipt comes: most processes never need it.
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
    // Whatever the decoder says about a stranger's file: it cannot be looked at.
    return fail('unreadable_picture')
  }
}

/** Not everything that follows a picture: telephones put a film or a second picture there. */
function isPolyglot(file: Buffer): boolean {
  const text = file.toString('latin1')
  return (
    MARKUP.test(text) ||
    ARCHIVES.some((head) => text.includes(head)) ||
    text.slice(-ZIP.last).includes(ZIP.directory) ||
    text.slice(0, PDF.first).includes(PDF.head)
  )
}

/** By its first bytes alone, before anything is decoded. */
function isTooLarge({ format, width, height, channels, depth, isProgressive }: Metadata): boolean {
  const samples = width * height * channels
  const decoded = {
    png: samples * (depth === 'ushort' ? 2 : 1),
    // Read row by row and made smaller on the way; a progressive one is kept as a whole, in two bytes a sample.
    jpeg: isProgressive ? samples * 2 : 0,
    webp: width * height * 4,
  }[format as string]
  return width * height > MAX_PIXELS || (decoded ?? Infinity) > MAX_DECODED_BYTES
}

/** As a person sees it: upright, on white, in ordinary colours. */
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
