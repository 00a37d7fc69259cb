import { afterEach, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readReceipt } from '#stores/payment/receipt-reader.ts'

const EXPECTED = { amount: paisa(950_000), reference: 'BK-1', payee: 'Chautari', startedAt: 0 }
const read = (signal = new AbortController().signal) => readReceipt(new Blob(['?']), EXPECTED, () => undefined, signal)

afterEach(() => vi.unstubAllGlobals())

test('a picture that the browser cannot open could not be read', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
  expect(await read()).toEqual({ read: false })
})

test('nor one in a browser that opens none', async () => {
  vi.stubGlobal('createImageBitmap', undefined)
  expect(await read()).toEqual({ read: false })
})

test('given up before or while the picture is opened, it ends at once', async () => {
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  expect(await read(AbortSignal.abort())).toEqual({ read: false })
  const end = new AbortController()
  const reading = read(end.signal)
  end.abort()
  expect(await reading).toEqual({ read: false })
})

test('whoever leaves while the reader starts leaves nothing running', async () => {
  let running = 0
  class Thread {
    constructor() {
      running++
    }
    terminate = () => running--
  }
  const begun = Promise.withResolvers<void>()
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal('RECEIPT_READER', '/reader')
  vi.stubGlobal('createImageBitmap', async () => ({ width: 9, height: 9, close: () => undefined }))
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => canvas }) })
  vi.doMock('tesseract.js', () => ({
    OEM: {},
    PSM: {},
    createWorker: async () => {
      new Worker('/reader/worker.min.js')
      begun.resolve()
      // As the package does where what it loads never comes, or fails.
      return new Promise(() => undefined)
    },
  }))
  const end = new AbortController()
  const reading = read(end.signal)
  await begun.promise
  expect(running).toBe(1)
  expect(globalThis.Worker).toBe(Thread)
  end.abort()
  expect(await reading).toEqual({ read: false })
  expect(running).toBe(0)
  vi.doUnmock('tesseract.js')
})

const canvas = {
  fillRect: () => undefined,
  drawImage: () => undefined,
  getImageData: () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) }),
}

test('waits at most as long for an image as the verification timeout', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const reading = read()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await reading).toEqual({ read: false })
  vi.useRealTimers()
})
