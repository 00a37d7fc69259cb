import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { useBrowser, useServer } from '../support/server-fixture.ts'

const WIZARDS = 40
const AT_ONCE = 4
const PERIOD_MS = 3_000
const FLAPPING_MS = 7_500
/** A slow phone connection, so that a period ends while scripts are on their way. */
const SLOW = { latency: 100, downloadThroughput: 400 * 1024, uploadThroughput: 100 * 1024 }
const UNLIMITED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

const server = useServer()
const browser = useBrowser()

async function connectToNetwork(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return (offline: boolean, speed = SLOW) => cdp.send('Network.emulateNetworkConditions', { offline, ...speed })
}

/** Turns the network off after a first pause, then on and off again, until the returned function restores it. */
function flap(setNetwork: Awaited<ReturnType<typeof connectToNetwork>>, firstOffMs: number) {
  const stop = new AbortController()
  const flapping = (async () => {
    let offline = true
    for (let pause = firstOffMs; ; pause = PERIOD_MS) {
      await sleep(pause, undefined, { signal: stop.signal })
      await setNetwork(offline)
      offline = !offline
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return async () => {
    stop.abort()
    await flapping
    await setNetwork(false, UNLIMITED)
  }
}

/** Records every moment at which the page or its wizard shows no text. */
async function recordEmptyMoments(page: Page) {
  const empty: string[] = []
  await page.exposeFunction('reportEmpty', (selector: string) => void empty.push(selector))
  await page.addInitScript(() => {
    const { reportEmpty } = window as unknown as { reportEmpty: (selector: string) => void }
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
const unstartedIslands = (page: Page) => page.locator('astro-island[ssr]')

async function open(page: Page) {
  while (!(await page.goto(`${server().url}/booking`, { waitUntil: 'domcontentloaded' }).catch(() => null)))
    await sleep(200)
}

/** Opens the page until its island has started: if a first script is lost, the page asks for a reload. */
async function openStarted(page: Page) {
  const lost: string[] = []
  page.on('requestfailed', (request) => lost.push(`${request.url()} ${request.failure()?.errorText}`))
  for (let attempt = 1; ; attempt++) {
    await open(page)
    const started = expect.poll(() => unstartedIslands(page).count(), { timeout: 20_000 }).toBe(0)
    if (attempt === 3) return started
    if (await started.then(() => true).catch(() => false)) return
    console.log(`reopened after ${lost.length} lost requests: ${lost.join(', ')}`)
  }
}

/** Takes the next step towards the calendar; steps that the network prevents are repeated later. */
async function advance(page: Page) {
  if (await calendar(page).isVisible()) return
  const retry = page.getByRole('button', { name: 'Try Again' }).first()
  const isRetry = await retry.isVisible()
  const steps = isRetry
    ? [() => retry.click(QUICK)]
    : [
        () => page.getByRole('radio', { name: 'Dhobighat Hub' }).check(QUICK),
        () => page.getByRole('radio', { name: 'Professional' }).check(QUICK),
        () => page.getByRole('button', { name: 'Continue to dates' }).first().click(QUICK),
      ]
  for (const step of steps) await step().catch(() => {})
}

/** Chromium rarely hangs when the emulated network of a window is switched, more often under load. */
const STUCK_MS = 90_000
const MAX_REPLACEMENTS = 4
let replacements = 0

async function useWizard(number: number): ReturnType<typeof useWizardIn> {
  const context = await browser().newContext()
  const isDone = new AbortController()
  const stuck = sleep(STUCK_MS, undefined, { signal: isDone.signal }).catch(() => undefined)
  const wizard = useWizardIn(context, number)
  // Rejects when its window is closed.
  wizard.catch(() => {})
  const result = await Promise.race([wizard, stuck]).finally(() => isDone.abort())
  if (result) return result
  console.log(`wizard ${number} was stuck and opens in a new window`)
  expect(++replacements).toBeLessThanOrEqual(MAX_REPLACEMENTS)
  void context.close().catch(() => {})
  return useWizard(number)
}

async function useWizardIn(context: BrowserContext, number: number) {
  const page = await context.newPage()
  const empty = await recordEmptyMoments(page)
  const setNetwork = await connectToNetwork(page)
  await setNetwork(false)
  const isLoadedFirst = number % 2 === 0
  if (isLoadedFirst) await openStarted(page)
  // Half of them lose the network while the page loads, half before and while the calendar loads.
  const restore = flap(setNetwork, (number * PERIOD_MS) / WIZARDS)
  const end = performance.now() + FLAPPING_MS
  if (!isLoadedFirst) await open(page)
  let hasLostPart = false
  while (performance.now() < end) {
    await advance(page)
    hasLostPart ||= await page.getByText('could not be loaded').first().isVisible()
    await sleep(200)
  }
  await restore()
  const hasNotStarted = (await unstartedIslands(page).count()) > 0
  if (hasNotStarted) {
    expect(await page.getByText('has not finished loading').count()).toBe(1)
    await open(page)
  }
  await expect.poll(() => advance(page).then(() => calendar(page).isVisible()), { timeout: 60_000 }).toBe(true)
  await context.close()
  return { empty, hasNotStarted, hasLostPart }
}

test('the wizard is never empty on a network that fails every 3 seconds, and continues afterwards', async () => {
  const results: Awaited<ReturnType<typeof useWizardIn>>[] = []
  for (let first = 0; first < WIZARDS; first += AT_ONCE)
    results.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => useWizard(first + index)))))
  console.log(
    `${results.length} wizards: ${results.filter(({ hasNotStarted }) => hasNotStarted).length} without their first scripts, ` +
      `${results.filter(({ hasLostPart }) => hasLostPart).length} with a lost part, ` +
      `${results.filter(({ empty }) => empty.length > 0).length} empty`,
  )
  expect(results.flatMap(({ empty }) => empty)).toEqual([])
})
