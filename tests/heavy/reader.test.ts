import { readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExpectedPayment } from '#domain/receipt/assessment.ts'
import type { readReceipt } from '#stores/payment/receipt-reader.ts'
import { findBrowser } from '../support/browser.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { picture } from '../support/receipts/pictures.ts'
import { EXPECTED, rightWords } from '../support/receipts/words.ts'

/** Issue: a 1080 px screenshot is read in less than six seconds on two cores, from choosing it, nothing loaded before. */
const LIMIT_MS = 6_000
const RUNS = 3

let server: RunningServer
let browser: Browser
let script: string

beforeAll(async () => {
  server = await startServer()
  browser = await chromium.launch(await findBrowser())
  script = await bundled()
})
afterAll(async () => {
  await browser.close()
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

/** What the payment page imports once a receipt is chosen, as one file. */
async function bundled(): Promise<string> {
  const folder = readdirSync('dist/client/_astro').find((name) => name.startsWith('reader.'))
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { RECEIPT_READER: JSON.stringify(`/_astro/${folder}`), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'src/stores/payment/receipt-reader.ts', formats: ['iife'], name: 'reading' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rollup.RolldownOutput[]
  return built[0]?.output[0].code ?? ''
}

interface Opened {
  page: Page
  requests: string[]
  faults: string[]
}

async function open(): Promise<Opened> {
  const page = await browser.newPage()
  const [requests, faults]: string[][] = [[], []]
  page.on('request', (request) => requests?.push(request.url()))
  page.on('pageerror', ({ message }) => faults?.push(message))
  page.on('console', (message) => message.type() === 'error' && faults?.push(message.text()))
  await page.route('**/reading-itself.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(`${server.url}/payment`, { waitUntil: 'networkidle' })
  await page.addScriptTag({ url: '/reading-itself.js' })
  return { page, requests: requests ?? [], faults: faults ?? [] }
}

/** Chooses the picture in the page and reads it there. */
const readIn = (page: Page, file: Buffer, giveUpAt?: number) =>
  page.evaluate(
    async ([base64, expected, limit]) => {
      const module = Reflect.get(window, 'reading') as { readReceipt: typeof readReceipt }
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const progress: number[] = []
      const end = new AbortController()
      const began = performance.now()
      const outcome = await module.readReceipt(
        new Blob([bytes]),
        expected as ExpectedPayment,
        (share) => {
          progress.push(share)
          if (limit !== undefined && share >= limit) end.abort()
        },
        end.signal,
      )
      return { outcome, progress, took: performance.now() - began }
    },
    [file.toString('base64'), { ...EXPECTED, begunAt: Date.now() - 600_000 }, giveUpAt] as const,
  )

test('a screenshot is read in time, by files from here alone', async () => {
  const file = await picture('esewa', rightWords(0), 'clean')
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { page, requests, faults } = await open()
    const before = requests.length
    expect(requests.filter((url) => /reader|tesseract|traineddata/.test(url))).toEqual([])
    const reading = await readIn(page, file)
    took.push(reading.took)
    expect(reading.outcome).toMatchObject({ read: true, judgement: { reading: { amount: EXPECTED.amount } } })
    expect(reading.progress).toEqual(reading.progress.toSorted((a, b) => a - b))
    expect(reading.progress.at(-1)).toBe(1)
    expect(requests.slice(before).filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  }
  const seconds = took.map((milliseconds) => (milliseconds / 1_000).toFixed(2)).join(', ')
  console.log(`a 1080 px screenshot, on ${availableParallelism()} cores, nothing loaded before: ${seconds} s`)
  // The least disturbed one: what else the machine does is not measured.
  expect(Math.min(...took)).toBeLessThan(LIMIT_MS)
})

test('what is no picture, or cannot be loaded, could not be read, and nothing breaks', async () => {
  const { page, faults } = await open()
  expect((await readIn(page, Buffer.from('<svg'))).outcome).toEqual({ read: false })
  await page.route('**/*.traineddata', (route) => route.abort())
  expect((await readIn(page, await picture('khalti', rightWords(1), 'clean'))).outcome).toEqual({ read: false })
  expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
  await page.context().close()
})

test('can be given up while it loads and while it reads', async () => {
  const file = await picture('nabil', rightWords(2), 'clean')
  for (const share of [0.05, 0.6]) {
    const { page, faults } = await open()
    const { outcome, progress } = await readIn(page, file, share)
    expect(outcome).toEqual({ read: false })
    expect(progress.at(-1)).toBeLessThan(1)
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  }
})
