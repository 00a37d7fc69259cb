import { afterEach, describe, expect, test, vi } from 'vitest'
import { readReceipt } from '#stores/payment/receipt-reader.ts'

const read = (signal = new AbortController().signal) => readReceipt(new Blob(['?']), undefined, () => undefined, signal)

afterEach(() => vi.unstubAllGlobals())

describe('readReceipt', () => {
  test.each([
    ['this image', () => Promise.reject(new DOMException('no image', 'InvalidStateError'))],
    ['any image', undefined],
  ])('returns undefined in a browser that cannot open %s', async (_, createImageBitmap) => {
    vi.stubGlobal('createImageBitmap', createImageBitmap)
    expect(await read()).toBeUndefined()
  })

  test('stops at once when cancelled before or while the image is opened', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
    expect(await read(AbortSignal.abort())).toBeUndefined()
    const controller = new AbortController()
    const reading = read(controller.signal)
    controller.abort()
    expect(await reading).toBeUndefined()
  })

  test('terminates the worker when cancelled while it starts', async () => {
    let running = 0
    class FakeWorker {
      constructor() {
        running++
      }
      terminate = () => running--
    }
    const started = Promise.withResolvers<void>()
    vi.stubGlobal('Worker', FakeWorker)
    vi.stubGlobal('RECEIPT_READER', '/reader')
    vi.stubGlobal('createImageBitmap', async () => ({ width: 9, height: 9, close: () => undefined }))
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => canvas }) })
    vi.doMock('tesseract.js', () => ({
      OEM: {},
      PSM: {},
      createWorker: async () => {
        new Worker('/reader/worker.min.js')
        started.resolve()
        // The package does not settle either when a file does not load.
        return new Promise(() => undefined)
      },
    }))
    const controller = new AbortController()
    const reading = read(controller.signal)
    await started.promise
    expect(running).toBe(1)
    expect(globalThis.Worker).toBe(FakeWorker)
    controller.abort()
    expect(await reading).toBeUndefined()
    expect(running).toBe(0)
    vi.doUnmock('tesseract.js')
  })

  const canvas = {
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) }),
  }

  test('waits at most as long for an image as the verification timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
    expect(await read()).toBeUndefined()
    expect(timeout).toHaveBeenCalledWith(300_000)
    timeout.mockRestore()
  })
})
