import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from '#stores/load-part.ts'

const part = { default: 'calendar' }
let requests: string[]
let failures: number

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  failures = 0
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return new Response('export {}')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('imports a part once all its files are fetched', async () => {
  const load = vi.fn(async () => part)
  await expect(loadPart(load, ['_astro/a.js', '_astro/b.js'])).resolves.toBe(part)
  expect(requests).toEqual(['/_astro/a.js', '/_astro/b.js'])
  expect(load).toHaveBeenCalledOnce()
})

test('imports a part without files of its own at once', async () => {
  await expect(loadPart(async () => part)).resolves.toBe(part)
  expect(requests).toEqual([])
})

test('retries a file twice', async () => {
  failures = 2
  const loaded = loadPart(async () => part, ['_astro/a.js'])
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe(part)
  expect(requests).toHaveLength(3)
})

test('rejects after the second retry without an import, which the browser would remember as failed', async () => {
  failures = 3
  const load = vi.fn(async () => part)
  const loaded = expect(loadPart(load, ['_astro/a.js'])).rejects.toThrow('Failed to fetch')
  await vi.runAllTimersAsync()
  await loaded
  expect(requests).toHaveLength(3)
  expect(load).not.toHaveBeenCalled()
})

test('rejects a file that the server no longer has', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const loaded = expect(loadPart(async () => part, ['_astro/old.js'])).rejects.toThrow('/_astro/old.js: 404')
  await vi.runAllTimersAsync()
  await loaded
})
