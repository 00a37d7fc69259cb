import { afterEach, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readReceipt } from '#stores/payment/reading.ts'

const EXPECTED = { amount: paisa(950_000), reference: 'BK-1', payee: 'Chautari', begunAt: 0 }
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

test('no picture is waited for longer than the specification allows', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const reading = read()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await reading).toEqual({ read: false })
  vi.useRealTimers()
})
