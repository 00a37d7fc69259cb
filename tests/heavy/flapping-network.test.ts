import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../support/browser.ts'
import { type RunningServer, startServer } from '../support/process.ts'

const WIZARDS = 40
const AT_ONCE = 4
const PERIOD_MS = 3_000
const FLAPPING_MS = 7_500
/** A slow phone connection, so that a period ends while scripts are on their way. */
const SLOW = { latency: 100, downloadThroughput: 400 * 1024, uploadThroughput: 100 * 1024 }
const UNLIMITED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await chromium.launch(await findBrowser())
})
afterAll(async () => {
  await browser.close()
  await server.kill('SIGTERM')
})

type SetNetwork = (offline: boolean, speed?: typeof SLOW) => Promise<unknown>

async function networkOf(page: Page): Promise<SetNetwork> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return (offline, speed = SLOW) => cdp.send('Network.emulateNetworkConditions', { offline, ...speed })
}

/** Turns the network off after a first pause, then on and off again, until the returned function restores it. */
function flap(set: SetNetwork, firstOffMs: number): () => Promise<void> {
  const stop = new AbortController()
  const flapping = (async () => {
    let offline = true
    for (let pause = firstOffMs; ; pause = PERIOD_MS) {
      await sleep(pause, undefined, { signal: stop.signal })
      await set(offline)
      offline = !offline
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return async () => {
    stop.abort()
    await flapping
    await set(false, UNLIMITED)
  }
}

/** Records every moment at which the page or its wizard shows no text. */
async function watchForEmptiness(page: Page): Promise<string[]> {
  const empty: string[] = []
  await page.exposeFunction('reportEmpty', (what: string) => void empty.push(what))
  await page.addInitScript(() => {
    const { reportEmpty } = window as unknown as { reportEmpty: (what: string) => void }
    document.addEventListener('DOMContentLoaded', () =>
      setInterval(() => {
        for (const selector of ['main', 'main astro-island'])
          if (!document.querySelector<HTMLElement>(selector)?.innerText.trim()) reportEmpty(selector)
      }, 100),
    )
  })
  return empty
}

const QUICK = { timeout: 500 }

const calendar = (page: Page) => page.getByRole('grid').first()
const asleep = (page: Page) => page.locator('astro-island[ssr]')

/** Opens the page as often as the network needs. */
async function open(page: Page): Promise<void> {
  while (!(await page.goto(`${server.url}/booking`, { waitUntil: 'domcontentloaded' }).catch(() => null)))
    await sleep(200)
}

/** Opens the page until its island has started: where a first script is lost, the page's own note asks for a reload. */
async function openStarted(page: Page): Promise<void> {
  const lost: string[] = []
  page.on('requestfailed', (request) => lost.push(`${request.url()} ${request.failure()?.errorText}`))
  for (let attempt = 1; ; attempt++) {
    await open(page)
    const started = expect.poll(() => asleep(page).count(), { timeout: 20_000 }).toBe(0)
    if (attempt === 3) return started
    if (await started.then(() => true).catch(() => false)) return
    console.log(`opened again after ${lost.length} lost requests: ${lost.join(', ')}`)
  }
}

/** Does what a customer can do now on the way to the calendar; what the network prevents is done later. */
async function goOn(page: Page): Promise<void> {
  if (await calendar(page).isVisible()) return
  const retry = page.getByRole('button', { name: 'Try Again' }).first()
  const isRetry = await retry.isVisible()
  const steps = isRetry
    ? [() => retry.click(QUICK)]
    : [
        () => page.getByRole('radio', { name: 'Dhobighat Hub' }).check(QUICK),
        () => page.getByRole('radio', { name: 'Professional' }).check(QUICK),
        () => page.getByRole('button', { name: 'Date and time' }).first().click(QUICK),
      ]
  for (const step of steps) await step().catch(() => {})
}

interface Result {
  empty: string[]
  /** The first scripts were lost. */
  asleep: boolean
  /** A later part was lost, and its place said so. */
  partLost: boolean
}

async function useWizard(number: number): Promise<Result> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const empty = await watchForEmptiness(page)
  const set = await networkOf(page)
  await set(false)
  const isLoadedFirst = number % 2 === 0
  if (isLoadedFirst) await openStarted(page)
  // Half of them lose the network while the page loads, half before and while the calendar loads.
  const restore = flap(set, (number * PERIOD_MS) / WIZARDS)
  const end = performance.now() + FLAPPING_MS
  if (!isLoadedFirst) await open(page)
  let partLost = false
  while (performance.now() < end) {
    await goOn(page)
    partLost ||= await page.getByText('could not be loaded').first().isVisible()
    await sleep(200)
  }
  await restore()
  const isAsleep = (await asleep(page).count()) > 0
  if (isAsleep) {
    expect(await page.getByText('still waiting for its script').count()).toBe(1)
    await open(page)
  }
  await expect.poll(() => goOn(page).then(() => calendar(page).isVisible()), { timeout: 60_000 }).toBe(true)
  await context.close()
  return { empty, asleep: isAsleep, partLost }
}

test('no wizard is ever empty on a network that is lost every 3 seconds, and each goes on after it', async () => {
  const results: Result[] = []
  for (let first = 0; first < WIZARDS; first += AT_ONCE)
    results.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => useWizard(first + index)))))
  const count = (matches: (result: Result) => boolean) => results.filter(matches).length
  console.log(
    `${results.length} wizards: ${count((result) => result.asleep)} without their first scripts, ` +
      `${count(({ partLost }) => partLost)} with a lost part, ${count(({ empty }) => empty.length > 0)} empty`,
  )
  expect(results.flatMap(({ empty }) => empty)).toEqual([])
})
