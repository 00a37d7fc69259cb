import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { sendReceipt } from '#contract/receipts.ts'
import { FILE_PROBLEMS, MAX_RECEIPT_BYTES } from '#domain/receipt/receipt.ts'
import { readReceiptImage } from '#server/payments/receipt-image.ts'
import { rows, stored, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { order } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { drawnReceipt, upload } from '../support/receipt-uploads.ts'
import { call, rejected } from '../support/requests.ts'

const MEGABYTE = 1_048_576
const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`)
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MESSAGES = {
  too_large: FILE_PROBLEMS.too_large,
  unsupported_type: FILE_PROBLEMS.not_an_image,
  unreadable_picture: 'Screenshot processing failed',
}

/** Writes a black PNG by hand: each row is a filter byte and its pixels. */
function blackPng(side: number, bitsOfSample: number, color: { type: number; samples: number; interlaced?: boolean }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([bitsOfSample, color.type, 0, 0, color.interlaced ? 1 : 0], 8)
  const bits = bitsOfSample * color.samples
  const parts = color.interlaced ? ADAM7 : [[0, 0, 1, 1] as const]
  const bytes = parts.map(([x, y, dx, dy]) => {
    const [across, down] = [Math.ceil((side - x) / dx), Math.ceil((side - y) / dy)]
    return down * (1 + Math.ceil((across * bits) / 8))
  })
  const rows = deflateSync(Buffer.alloc(bytes.reduce((sum, each) => sum + each)), { level: 1 })
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const GREY = { type: 0, samples: 1 }
const RGBA = { type: 6, samples: 4 }

type Format = Parameters<typeof drawnReceipt>[1]
const append = async (format: Format, text: string) =>
  Buffer.concat([await drawnReceipt(undefined, format), Buffer.from(text, 'latin1')])
async function halfOf(format: Format) {
  const file = await drawnReceipt(undefined, format)
  return file.subarray(0, file.length >> 1)
}
/** Inserts a text chunk after the header of a PNG. */
async function insertText(text: string) {
  const drawn = await drawnReceipt()
  return Buffer.concat([drawn.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${text}`)), drawn.subarray(33)])
}
const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'white' } })
function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const FILES: readonly [string, () => Buffer | Promise<Buffer>, keyof typeof MESSAGES][] = [
  ['5 MB and one byte', () => Buffer.alloc(MAX_RECEIPT_BYTES + 1), 'too_large'],
  ['an SVG with a script', () => SVG, 'unsupported_type'],
  ['HTML named .png', () => Buffer.from(`<!doctype html>${SCRIPT}`), 'unsupported_type'],
  ['an empty file', () => Buffer.alloc(0), 'unsupported_type'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'unsupported_type'],
  ['a GIF', () => Buffer.from('GIF89a'), 'unsupported_type'],
  [
    'text after the signature of a PNG',
    () => Buffer.concat([PNG_SIGNATURE, Buffer.from('no image')]),
    'unreadable_picture',
  ],
  ['half of a PNG', () => halfOf('png'), 'unreadable_picture'],
  ['half of a JPEG', () => halfOf('jpeg'), 'unreadable_picture'],
  ['half of a WebP', () => halfOf('webp'), 'unreadable_picture'],
  ['20,000 × 20,000 pixels', () => blackPng(20_000, 1, GREY), 'unreadable_picture'],
  ['16 bits per sample', () => blackPng(2_829, 16, RGBA), 'unreadable_picture'],
  ['an interlaced image', () => blackPng(4_001, 8, { ...RGBA, interlaced: true }), 'unreadable_picture'],
  ['a progressive image', () => plain(3_266).jpeg({ progressive: true }).toBuffer(), 'unreadable_picture'],
  ['a large WebP', () => plain(4_001).webp({ lossless: true, effort: 0 }).toBuffer(), 'unreadable_picture'],
  ['a PNG that is also a PDF', () => insertText('%PDF-1.7'), 'unsupported_type'],
  ['a PNG with a script in its text', () => insertText(SCRIPT), 'unsupported_type'],
  ['a PNG and HTML', () => append('png', `<!doctype html>${SCRIPT}`), 'unsupported_type'],
  ['a WebP and PHP', () => append('webp', '<?PHP system($_GET[0]);'), 'unsupported_type'],
  // An empty ZIP file that is valid.
  ['a JPEG and a ZIP', () => append('jpeg', `PK\x05\x06${'\0'.repeat(18)}`), 'unsupported_type'],
  ['a JPEG and a RAR', () => append('jpeg', 'Rar!\x1a\x07\x01\0'), 'unsupported_type'],
]

describe.each(ENGINES)('the receipt endpoint on %s', (engine) => {
  const app = useApp(engine)
  const max = { ms: 0, memory: 0 }
  afterAll(() => {
    const cost = `slowest ${max.ms.toFixed(0)} ms, most memory ${max.memory.toFixed(0)} MB`
    console.log(`${engine}: ${FILES.length} hostile files rejected, nothing stored; ${cost}`)
  })

  test.each(FILES)('rejects %s and stores nothing', async (_, make, code) => {
    const payment = await started(app, order(), 'qr_payment')
    const file = await make()
    const before = await stored(app)
    const memory = process.memoryUsage().rss
    const start = performance.now()
    expect(await rejected(code, sendReceipt, upload(payment, file))).toMatchObject({ message: MESSAGES[code] })
    const used = { ms: performance.now() - start, memory: (process.memoryUsage().rss - memory) / MEGABYTE }
    max.ms = Math.max(max.ms, used.ms)
    max.memory = Math.max(max.memory, used.memory)
    expect(used.ms).toBeLessThan(1_000)
    expect(used.memory).toBeLessThan(100)
    expect(await stored(app)).toEqual(before)
  })

  test('accepts an image to which a phone has appended data, and does not store the data', async () => {
    const payment = await started(app, order(), 'qr_payment')
    for (const format of ['png', 'jpeg', 'webp'] as const)
      await call(sendReceipt, upload(payment, await append(format, '\0\0\0\x18ftypmp42 and a film')))
    for (const { image } of await rows(app.db.read, 'receipts')) {
      const stored = Buffer.from(image ?? [])
      expect(stored.includes('ftyp')).toBe(false)
      expect((await sharp(stored).metadata()).format).toBe('jpeg')
    }
  })

  test('accepts a receipt of exactly 5 MB', async () => {
    const payment = await started(app, order(), 'qr_payment')
    const drawn = await drawnReceipt()
    const padded = Buffer.concat([drawn, Buffer.alloc(MAX_RECEIPT_BYTES - drawn.length)])
    await call(sendReceipt, upload(payment, padded))
  })
})

test.each([
  ['a photograph of 26 megapixels', () => plain(5_099).jpeg().toBuffer()],
  ['interlaced, 16 bits a sample and 8 megapixels', () => blackPng(2_828, 16, { ...RGBA, interlaced: true })],
])('readReceiptImage decodes the largest allowed images: %s', async (_, make) => {
  expect(await readReceiptImage(await make())).toMatchObject({ ok: true })
})
