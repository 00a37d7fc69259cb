import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { sendReceipt } from '#contract/receipts.ts'
import { FILE_PROBLEMS, MAX_RECEIPT_BYTES } from '#domain/receipt/receipt.ts'
import { setApp } from '#server/open-app.ts'
import { readReceiptImage } from '#server/payments/receipt-image.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { order } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { call, refused } from '../support/requests.ts'
import { drawnReceipt, upload } from '../support/uploads.ts'

const MEGABYTE = 1_048_576
const SCRIPT = '<script>alert(document.domain)</script>'
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`)
const image = FILE_PROBLEMS.not_an_image
const unreadable = 'Screenshot processing failed'

/** A whole picture in black, written by hand: each row is its filter and its pixels. */
function black(side: number, bitsOfSample: number, colours: { type: number; samples: number; interlaced?: boolean }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([bitsOfSample, colours.type, 0, 0, colours.interlaced ? 1 : 0], 8)
  const bits = bitsOfSample * colours.samples
  // Interlaced, the same comes in seven smaller pictures.
  const parts = colours.interlaced ? ADAM7 : [[0, 0, 1, 1] as const]
  const bytes = parts.map(([x, y, dx, dy]) => {
    const [across, down] = [Math.ceil((side - x) / dx), Math.ceil((side - y) / dy)]
    return down * (1 + Math.ceil((across * bits) / 8))
  })
  const rows = deflateSync(Buffer.alloc(bytes.reduce((sum, each) => sum + each)), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
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

/** A picture with something behind it. */
const followed = async (format: 'png' | 'jpeg' | 'webp', behind: string): Promise<Buffer> =>
  Buffer.concat([await drawnReceipt(undefined, format), Buffer.from(behind, 'latin1')])
/** A PNG that says something about itself, in its third part. */
async function saying(text: string): Promise<Buffer> {
  const drawn = await drawnReceipt()
  return Buffer.concat([drawn.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${text}`)), drawn.subarray(33)])
}
const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'white' } })
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

type HostileFile = [
  string,
  () => Buffer | Promise<Buffer>,
  'too_large' | 'unsupported_type' | 'unreadable_picture',
  string,
]
const FILES: readonly HostileFile[] = [
  ['5 MB and one byte', () => Buffer.alloc(MAX_RECEIPT_BYTES + 1), 'too_large', FILE_PROBLEMS.too_large],
  ['an SVG with a script', () => svg, 'unsupported_type', image],
  ['HTML named .png', () => Buffer.from(`<!doctype html>${SCRIPT}`), 'unsupported_type', image],
  ['nothing', () => Buffer.alloc(0), 'unsupported_type', image],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'unsupported_type', image],
  ['a GIF', () => Buffer.from('GIF89a'), 'unsupported_type', image],
  [
    'words behind the first bytes of a PNG',
    async () => Buffer.concat([(await drawnReceipt()).subarray(0, 8), Buffer.from('no picture')]),
    'unreadable_picture',
    unreadable,
  ],
  ['a PNG cut in half', async () => halfOf(await drawnReceipt()), 'unreadable_picture', unreadable],
  ['a JPEG cut in half', async () => halfOf(await drawnReceipt(undefined, 'jpeg')), 'unreadable_picture', unreadable],
  ['a WebP cut in half', async () => halfOf(await drawnReceipt(undefined, 'webp')), 'unreadable_picture', unreadable],
  ['20,000 × 20,000 pixels', () => black(20_000, 1, GREY), 'unreadable_picture', unreadable],
  ['16 bits a sample', () => black(2_829, 16, RGBA), 'unreadable_picture', unreadable],
  ['interlaced', () => black(4_001, 8, { ...RGBA, interlaced: true }), 'unreadable_picture', unreadable],
  ['progressive', () => plain(3_266).jpeg({ progressive: true }).toBuffer(), 'unreadable_picture', unreadable],
  ['a large WebP', () => plain(4_001).webp({ lossless: true, effort: 0 }).toBuffer(), 'unreadable_picture', unreadable],
  ['a PNG that is a PDF as well', () => saying('%PDF-1.7'), 'unsupported_type', image],
  ['a PNG with a script in its words', () => saying(SCRIPT), 'unsupported_type', image],
  ['a PNG and HTML', () => followed('png', `<!doctype html>${SCRIPT}`), 'unsupported_type', image],
  ['a WebP and PHP', () => followed('webp', '<?PHP system($_GET[0]);'), 'unsupported_type', image],
  // Nothing in it, and a whole ZIP all the same.
  ['a JPEG and a ZIP', () => followed('jpeg', `PK\x05\x06${'\0'.repeat(18)}`), 'unsupported_type', image],
  ['a JPEG and a RAR', () => followed('jpeg', 'Rar!\x1a\x07\x01\0'), 'unsupported_type', image],
]
const halfOf = (file: Buffer): Buffer => file.subarray(0, file.length >> 1)

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const slowest = { ms: 0, memory: 0 }
  afterAll(() =>
    console.log(
      `${engine}: ${FILES.length} hostile files refused, nothing stored; slowest ${slowest.ms.toFixed(0)} ms, most memory ${slowest.memory.toFixed(0)} MB`,
    ),
  )

  test.each(FILES)('%s is refused with its message, and nothing is stored', async (_, make, code, message) => {
    const payment = await started(app, order(), 'qr_payment')
    const file = await make()
    const before = await stored(app)
    const memory = process.memoryUsage().rss
    const begun = performance.now()
    expect(await refused(code, sendReceipt, upload(payment, file))).toMatchObject({ message })
    const took = { ms: performance.now() - begun, memory: (process.memoryUsage().rss - memory) / MEGABYTE }
    slowest.ms = Math.max(slowest.ms, took.ms)
    slowest.memory = Math.max(slowest.memory, took.memory)
    expect(took.ms).toBeLessThan(1_000)
    expect(took.memory).toBeLessThan(100)
    expect(await stored(app)).toEqual(before)
  })

  test('what a telephone puts behind a picture is taken, and not kept', async () => {
    const payment = await started(app, order(), 'qr_payment')
    for (const format of ['png', 'jpeg', 'webp'] as const)
      await call(sendReceipt, upload(payment, await followed(format, '\0\0\0\x18ftypmp42 and a film')))
    for (const { picture } of await rows(app.db.read, 'payment_evidence')) {
      const kept = Buffer.from(picture ?? [])
      expect(kept.includes('ftyp')).toBe(false)
      expect((await sharp(kept).metadata()).format).toBe('jpeg')
    }
  })

  test('exactly 5 MB is read', async () => {
    const payment = await started(app, order(), 'qr_payment')
    const drawn = await drawnReceipt()
    const padded = Buffer.concat([drawn, Buffer.alloc(MAX_RECEIPT_BYTES - drawn.length)])
    await call(sendReceipt, upload(payment, padded))
  })
})

test.each([
  ['a photograph of 26 megapixels', () => plain(5_099).jpeg().toBuffer()],
  ['interlaced, 16 bits a sample and 8 megapixels', () => black(2_828, 16, { ...RGBA, interlaced: true })],
])('the largest that may be decoded is: %s', async (_, make) => {
  expect(await readReceiptImage(await make())).toMatchObject({ ok: true })
})
