/**
 * Shows whether a refactoring leaves every screen as it was, pixel for pixel: photographs the built product before and
 * after, and compares.
 *
 *   npm run build && node tests/audit/screens.ts take BEFORE      all states, at two widths, in both colour schemes
 *   node tests/audit/screens.ts take TRIAL admin-booking          only states with this in their name
 *   node tests/audit/screens.ts compare BEFORE AFTER [DIFF]       exits with 1 where a picture differs or is missing
 *
 * Every full run sees the same sample bookings: the clock stands still, and random numbers come from a fixed sequence.
 * Fonts differ between machines: compare what one machine took.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import sharp, { type OutputInfo } from 'sharp'
import { freePort, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'
import { temporaryFolder } from './leftovers.ts'
import { NOW, READING, type State, WRITING } from './screen-states.ts'
import { openSite, read, type Site, settled, visit } from './site.ts'

const WIDTHS = [390, 1440]
const SCHEMES = ['light', 'dark'] as const
/** The difference in one channel, of 255, that antialiasing may cause. */
const TOLERANCE = 8
const TIMEOUT_MS = 15_000
const STILL_MS = 300
const MAX_PICTURES = 10

async function take(folder: string, part: string): Promise<void> {
  const began = performance.now()
  mkdirSync(folder, { recursive: true })
  const dataDir = temporaryFolder()
  const PORT = String(await freePort())
  const address = { PORT, SITE_URL: `http://127.0.0.1:${PORT}`, TRUST_PROXY: '1' }
  const environment = { ...address, DATA_DIR: dataDir, STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }
  await seed({ ...environment, ...fixed(1) })
  const server = await startServer({ ...environment, ...fixed(2) }, dataDir)
  process.once('exit', () => server.kill('SIGKILL'))
  const site = await openSite(server.url, 'dist/client')
  const shots = (states: readonly State[]) =>
    states
      .filter(({ name }) => name.includes(part))
      .flatMap((state) => (state.width ? [state.width] : WIDTHS).map((width) => ({ state, width })))
  const pages = site.routes.map(
    ({ path, locked }): State => ({ name: nameOf(path), path, ...(locked && { staff: true }) }),
  )
  const reading = shots([...pages, ...READING])
  const writing = shots(WRITING)
  const worker = async () => {
    for (let shot = reading.shift(); shot; shot = reading.shift()) await photograph(site, shot, folder)
  }
  await Promise.all([worker(), worker()])
  for (const shot of writing) await photograph(site, shot, folder)
  await site.browser.close()
  await server.kill('SIGTERM')
  const minutes = (performance.now() - began) / 60_000
  console.log(`${pictures(folder).length} pictures in ${folder}, ${minutes.toFixed(1)} minutes.`)
}

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home'

async function seed(environment: Record<string, string>): Promise<void> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { seed: string } }
  const child = spawn(process.execPath, scripts.seed.split(' ').slice(1), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The sample bookings were not written: exit code ${code}`)
}

/** Environment variables that give a process a fixed clock and repeatable random numbers. */
const fixed = (sequence: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`(${fixProcess})(${NOW}, ${sequence})`)}`,
})

/** Runs in the other process. Each random function has its own sequence: an additional call to one changes no other. */
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
  Server.prototype.emit = function (event: string, ...given: unknown[]) {
    if (event === 'request') (given[1] as ServerResponse).setHeader('date', new Date(now).toUTCString())
    return emit.call(this, event, ...given)
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
    await visit(site, { path, kind: 'text', listed: false, locked: staff }, options, async (page) => {
      if (reach) {
        await reach(page)
        await settled(page)
      }
      await read(page)
      for (const end = Date.now() + TIMEOUT_MS; open.size > 0 && Date.now() < end; ) await page.waitForTimeout(50)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        writeFileSync(join(folder, `${name}-${width}-${colorScheme}.png`), await stillPicture(page))
      }
    })
  } catch (error) {
    console.error(`${name} at ${width} px: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

/** Takes pictures until two in a row are equal, because a busy machine may draw something late. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last: Buffer | undefined
  for (let count = 0; count < MAX_PICTURES; count++) {
    await drawn(page)
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
    if (last?.equals(picture)) return picture
    last = picture
    await page.waitForTimeout(STILL_MS)
  }
  throw new Error('No two pictures in a row were the same.')
}

/** Resolves when fonts and images have loaded and two frames have been drawn with them. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {})),
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

const pictures = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.png'))

async function compare(before: string, after: string, diff: string | undefined): Promise<void> {
  const [was, is] = [pictures(before), pictures(after)]
  const wrong: string[] = []
  for (const name of new Set([...was, ...is].toSorted())) {
    if (!was.includes(name)) wrong.push(`${name} is new`)
    else if (!is.includes(name)) wrong.push(`${name} is missing`)
    else {
      const { different, share, picture } = await difference(join(before, name), join(after, name))
      if (different === 0) continue
      wrong.push(`${name} differs in ${different} pixels, ${(share * 100).toFixed(3)} %`)
      if (diff) {
        mkdirSync(diff, { recursive: true })
        await picture().toFile(join(diff, name))
      }
    }
  }
  for (const line of wrong) console.error(line)
  console.log(`${was.length} pictures before, ${is.length} after, ${wrong.length} differ or are missing.`)
  if (wrong.length > 0) process.exitCode = 1
}

/** How many pixels differ, their share, and a pale copy of `before` with them in red. Where sizes differ, the rest differs. */
async function difference(before: string, after: string) {
  const [was, is] = await Promise.all([pixels(before), pixels(after)])
  const width = Math.max(was.info.width, is.info.width)
  const height = Math.max(was.info.height, is.info.height)
  if (was.data.equals(is.data) && was.info.width === is.info.width)
    return { different: 0, share: 0, picture: () => sharp(after) }
  const marked = Buffer.alloc(width * height * 3)
  let different = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const [one, other] = [indexOf(was.info, x, y), indexOf(is.info, x, y)]
      if (isEqual(was.data, one, is.data, other)) marked.fill(200 + ((was.data[one + 1] ?? 0) >> 3), at, at + 3)
      else {
        different++
        marked[at] = 255
      }
    }
  return {
    different,
    share: different / (width * height),
    picture: () => sharp(marked, { raw: { width, height, channels: 3 } }),
  }
}

const pixels = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** The index of a pixel's first byte; -1 outside the picture. */
const indexOf = ({ width, height }: OutputInfo, x: number, y: number): number =>
  x < width && y < height ? (y * width + x) * 3 : -1

function isEqual(was: Buffer, one: number, is: Buffer, other: number): boolean {
  if (one < 0 || other < 0) return false
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((was[one + channel] ?? 0) - (is[other + channel] ?? 0)) > TOLERANCE) return false
  return true
}

const [command, ...given] = process.argv.slice(2)
if (command === 'take' && given[0]) await take(given[0], given[1] ?? '')
else if (command === 'compare' && given[0] && given[1]) await compare(given[0], given[1], given[2])
else {
  console.error('Use: screens.ts take FOLDER [NAME], or screens.ts compare BEFORE AFTER [DIFF]')
  process.exitCode = 1
}
