import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { sendReceipt } from '#contract/receipts.ts'
import { FILE_PROBLEMS, MAX_RECEIPT_BYTES } from '#domain/receipt.ts'
import { useApp } from '#server/app.ts'
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

/** A whole picture in black, written by hand: 50 kilobytes that would be 400 megabytes. */
function bomb(): Buffer {
  const side = 20_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for a pixel, grey; a row is its filter and its pixels.
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const FILES: readonly [
  string,
  () => Buffer | Promise<Buffer>,
  'too_large' | 'unsupported_type' | 'unreadable_picture',
  string,
][] = [
  ['5 MB and one byte', () => Buffer.alloc(MAX_RECEIPT_BYTES + 1), 'too_large', FILE_PROBLEMS.too_large],
  ['an SVG with a script', () => svg, 'unsupported_type', image],
  ['HTML named .png', () => Buffer.from(`<!doctype html>${SCRIPT}`), 'unsupported_type', image],
  ['nothing', () => Buffer.alloc(0), 'unsupported_type', image],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'unsupported_type', image],
  ['a GIF', () => Buffer.from('GIF89a'), 'unsupported_type', image],
  [
    'HTML behind the first bytes of a PNG',
    async () => Buffer.concat([(await drawnReceipt()).subarray(0, 8), Buffer.from(SCRIPT)]),
    'unreadable_picture',
    unreadable,
  ],
  ['a PNG cut in half', async () => halfOf(await drawnReceipt()), 'unreadable_picture', unreadable],
  ['a JPEG cut in half', async () => halfOf(await drawnReceipt(undefined, 'jpeg')), 'unreadable_picture', unreadable],
  ['a WebP cut in half', async () => halfOf(await drawnReceipt(undefined, 'webp')), 'unreadable_picture', unreadable],
  ['20,000 × 20,000 pixels', bomb, 'unreadable_picture', unreadable],
]
const halfOf = (file: Buffer): Buffer => file.subarray(0, file.length >> 1)

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    useApp(app)
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
    slowest.ms = Math.max(slowest.ms, performance.now() - begun)
    slowest.memory = Math.max(slowest.memory, (process.memoryUsage().rss - memory) / MEGABYTE)
    expect(slowest.ms).toBeLessThan(1_000)
    expect(slowest.memory).toBeLessThan(100)
    expect(await stored(app)).toEqual(before)
  })

  test.each([
    ['HTML', Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['a ZIP', Buffer.from('PK\x03\x04evil.exe')],
  ])('a picture with %s behind it is kept without it', async (_, behind) => {
    const payment = await started(app, order(), 'qr_payment')
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const polyglot = Buffer.concat([await drawnReceipt(undefined, format), behind])
      await call(sendReceipt, upload(payment, polyglot))
    }
    for (const { picture } of await rows(app.db.read, 'payment_evidence')) {
      const kept = Buffer.from(picture ?? [])
      expect(kept.includes(behind)).toBe(false)
      expect(kept.includes('script')).toBe(false)
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
