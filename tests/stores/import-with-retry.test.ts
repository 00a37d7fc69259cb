import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importWithRetry } from '#stores/import-with-retry.ts'

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
  vi.restoreAllMocks()
})

describe('importWithRetry', () => {
  test('imports a part once all its files are fetched, and one without files at once', async () => {
    await expect(importWithRetry(async () => part)).resolves.toBe(part)
    expect(requests).toEqual([])
    const load = vi.fn(async () => part)
    await expect(importWithRetry(load, ['_astro/a.js', '_astro/b.js'])).resolves.toBe(part)
    expect(requests).toEqual(['/_astro/a.js', '/_astro/b.js'])
    expect(load).toHaveBeenCalledOnce()
  })

  test('fetches no file that the page has loaded', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { name: 'https://chautari.example/_astro/a.js', responseStatus: 200 },
      { name: 'https://chautari.example/_astro/b.js', responseStatus: 0 },
    ] as PerformanceResourceTiming[])
    await expect(importWithRetry(async () => part, ['_astro/a.js', '_astro/b.js'])).resolves.toBe(part)
    expect(requests).toEqual(['/_astro/b.js'])
  })

  test('fetches no styles, which are part of the page', async () => {
    await importWithRetry(async () => part, ['_astro/a.js', '_astro/a.css'])
    expect(requests).toEqual(['/_astro/a.js'])
  })

  test('retries a file once', async () => {
    failures = 1
    const loaded = importWithRetry(async () => part, ['_astro/a.js'])
    await vi.runAllTimersAsync()
    await expect(loaded).resolves.toBe(part)
    expect(requests).toHaveLength(2)
  })

  test('rejects after the retry without an import, which the browser would remember as failed', async () => {
    failures = 2
    const load = vi.fn(async () => part)
    const loaded = expect(importWithRetry(load, ['_astro/a.js'])).rejects.toThrow('Failed to fetch')
    await vi.runAllTimersAsync()
    await loaded
    expect(requests).toHaveLength(2)
    expect(load).not.toHaveBeenCalled()
  })

  test('rejects a file that the server no longer has', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const loaded = expect(importWithRetry(async () => part, ['_astro/old.js'])).rejects.toThrow('/_astro/old.js: 404')
    await vi.runAllTimersAsync()
    await loaded
  })
})
