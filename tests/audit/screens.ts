/**
 * Shows whether a refactoring leaves every screen as it was, pixel for pixel: photographs the built product before and
 * after, and compares.
 *
 *   npm run build && node tests/audit/screens.ts take BEFORE      all states, at two widths, in both color schemes
 *   node tests/audit/screens.ts take TRIAL 'admin-booking|dialog'  only states whose name matches
 *   node tests/audit/screens.ts compare BEFORE AFTER [DIFF]       exits with 1 if an image differs or is missing
 *
 * Every full run has the same sample bookings: the clock is fixed, and random numbers come from a fixed sequence.
 * Fonts differ between machines: compare images of one machine.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { freePort, startServer } from '../support/process.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'
import { temporaryFolder } from './cleanup.ts'
import { READING, WRITING } from './screen-states.ts'
import { loadWholePage, openSite, runTwoAtATime, type Site, visit, waitUntilSettled } from './site.ts'
import { NOW, type State } from './state.ts'

const WIDTHS = [390, 1440]
const SCHEMES = ['light', 'dark'] as const
/** The difference in one channel, of 255, that antialiasing may cause. */
const TOLERANCE = 8
const TIMEOUT_MS = 15_000
const STILL_MS = 300
const MAX_SCREENSHOTS = 10

async function take(folder: string, pattern: RegExp) {
  const start = performance.now()
  mkdirSync(folder, { recursive: true })
  const dataDir = temporaryFolder()
  const PORT = String(await freePort())
  const address = { PORT, SITE_URL: `http://127.0.0.1:${PORT}`, TRUST_PROXY: '1' }
  const environment = { ...address, DATA_DIR: dataDir, ...STAFF_SETTINGS }
  execFileSync(process.execPath, ['src/server/commands/seed.ts'], {
    env: { ...process.env, ...environment, ...fixClock(1) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const server = await startServer({ ...environment, ...fixClock(2) }, dataDir)
  process.once('exit', () => server.kill('SIGKILL'))
  const site = await openSite(server.url, 'dist/client')
  const shots = (states: readonly State[]) =>
    states
      .filter(({ name }) => pattern.test(name))
      .flatMap((state) => (state.width ? [state.width] : WIDTHS).map((width) => ({ state, width })))
  const pages = site.routes.map(
    ({ path, locked }): State => ({ name: nameOf(path), path, ...(locked && { staff: true }) }),
  )
  await runTwoAtATime(shots([...pages, ...READING]), (shot) => photograph(site, shot, folder))
  for (const shot of shots(WRITING)) await photograph(site, shot, folder)
  await site.browser.close()
  await server.kill('SIGTERM')
  const minutes = (performance.now() - start) / 60_000
  console.log(`${listImages(folder).length} images in ${folder}, ${minutes.toFixed(1)} minutes.`)
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

/** Settings that fix the clock and the random numbers of a process. */
const fixClock = (sequence: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`(${fixProcess})(${NOW}, ${sequence})`)}`,
})

/** Runs in that process. Each random function has its own sequence: an additional call to one changes no other. */
function fixProcess(now: number, sequence: number): void {
  const crypto = process.getBuiltinModule('node:crypto')
  const numbers = (own: number) => {
    let state = sequence * 1_000 + own
    return () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    }
  }
  const [forIds, forBytes, forIntegers] = [numbers(1), numbers(2), numbers(3)]
  const bytes = (count: number, next: () => number) => Buffer.from(Array.from({ length: count }, () => next() * 256))
  const randomUUID = () =>
    bytes(16, forIds)
      .toString('hex')
      .replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5')
  Date.now = () => now
  Math.random = numbers(4)
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID })
  Object.assign(crypto, {
    randomUUID,
    randomBytes: (count: number) => bytes(count, forBytes),
    randomInt: (...limits: number[]) => {
      const [from = 0, below = 0] = limits.length > 1 ? limits : [0, ...limits]
      return from + Math.floor(forIntegers() * (below - from))
    },
  })
  const { Server } = process.getBuiltinModule('node:http')
  const { emit } = Server.prototype
  // The pages correct their clock by the Date header.
  Server.prototype.emit = function (event: string, ...args: unknown[]) {
    if (event === 'request') (args[1] as ServerResponse).setHeader('date', new Date(now).toUTCString())
    return emit.call(this, event, ...args)
  }
  process.getBuiltinModule('node:module').syncBuiltinESMExports()
}

let visitors = 0

async function photograph(site: Site, { state, width }: { state: State; width: number }, folder: string) {
  const { name, path, staff = false, reach } = state
  const open = new Set<Request>()
  const options = {
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    baseURL: site.url,
    // The server limits how much one address may do.
    extraHTTPHeaders: { 'x-forwarded-for': `10.1.${width % 100}.${visitors++ % 250}` },
    before: async (page: Page) => {
      page.setDefaultTimeout(TIMEOUT_MS)
      await page.clock.setFixedTime(NOW)
      page.on('request', (request) => void (request.resourceType() !== 'eventsource' && open.add(request)))
      for (const event of ['requestfinished', 'requestfailed'] as const)
        page.on(event as 'requestfinished', (request) => void open.delete(request))
    },
  } as const
  try {
    await visit(site, { path, locked: staff }, options, async (page) => {
      if (reach) {
        await reach(page)
        await waitUntilSettled(page)
      }
      await loadWholePage(page)
      for (const end = Date.now() + TIMEOUT_MS; open.size > 0 && Date.now() < end; ) await page.waitForTimeout(50)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        writeFileSync(join(folder, `${name}-${width}-${colorScheme}.png`), await takeScreenshot(page))
      }
    })
  } catch (error) {
    console.error(`${name} at ${width} px: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

/** Takes screenshots until two in a row are equal, because a busy machine may draw something late. */
async function takeScreenshot(page: Page) {
  let last: Buffer | undefined
  for (let count = 0; count < MAX_SCREENSHOTS; count++) {
    await waitUntilDrawn(page)
    const screenshot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
    if (last?.equals(screenshot)) return screenshot
    last = screenshot
    await page.waitForTimeout(STILL_MS)
  }
  throw new Error('No two screenshots in a row were equal.')
}

const waitUntilDrawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {})),
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

const listImages = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'))

async function compare(before: string, after: string, diff: string | undefined) {
  const [was, is] = [listImages(before), listImages(after)]
  const wrong: string[] = []
  for (const name of new Set([...was, ...is].toSorted())) {
    if (!was.includes(name)) wrong.push(`${name} is new`)
    else if (!is.includes(name)) wrong.push(`${name} is missing`)
    else if (!readFileSync(join(before, name)).equals(readFileSync(join(after, name)))) {
      const { count, share, image } = await difference(join(before, name), join(after, name))
      if (count === 0) continue
      wrong.push(`${name} differs in ${count} pixels, ${(share * 100).toFixed(3)} %`)
      if (diff) {
        mkdirSync(diff, { recursive: true })
        await image.toFile(join(diff, name))
      }
    }
  }
  for (const line of wrong) console.error(line)
  console.log(`${was.length} images before, ${is.length} after, ${wrong.length} differ or are missing.`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Returns the number of pixels that differ, and a pale `before` with them in red. Where the sizes differ, the rest differs. */
async function difference(before: string, after: string) {
  const [was, is] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()])
  const [width, height] = [Math.max(was.width, is.width), Math.max(was.height, is.height)]
  const pixels = (file: string, size: typeof was) =>
    sharp(file)
      .removeAlpha()
      .ensureAlpha()
      .extend({ right: width - size.width, bottom: height - size.height, background: '#0000' })
      .raw()
      .toBuffer()
  const [old, current] = await Promise.all([pixels(before, was), pixels(after, is)])
  let count = 0
  for (let at = 0; at < old.length; at += 4) {
    const channels = [at, at + 1, at + 2, at + 3]
    const differs = channels.some((channel) => Math.abs((old[channel] ?? 0) - (current[channel] ?? 0)) > TOLERANCE)
    if (differs) old.set([255, 0, 0, 255], at)
    else old[at + 3] = 64
    count += Number(differs)
  }
  return { count, share: count / (width * height), image: sharp(old, { raw: { width, height, channels: 4 } }) }
}

const [command, first, second, third] = process.argv.slice(2)
if (command === 'take' && first) await take(first, new RegExp(second ?? ''))
else if (command === 'compare' && first && second) await compare(first, second, third)
else {
  console.error('Use: screens.ts take FOLDER [PATTERN], or screens.ts compare BEFORE AFTER [DIFF]')
  process.exitCode = 1
}
