/** The built product with sample data, in which the clock is fixed and random numbers come from a fixed sequence. */
import { execFileSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import type { Page, Request } from '@playwright/test'
import { freePort, startServer } from '../support/process.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'
import { temporaryFolder } from './cleanup.ts'
import type { Route } from './routes.ts'
import { loadWholePage, openSite, type Site, visit, waitUntilSettled } from './site.ts'
import { NOW, type State } from './state.ts'

const TIMEOUT_MS = 15_000

export async function openSampleSite() {
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
  const close = async () => {
    await site.browser.close()
    await server.kill('SIGTERM')
  }
  return { site, close }
}

export const toState = ({ path, locked }: Route): State => ({
  name: path.slice(1).replaceAll('/', '-') || 'home',
  path,
  ...(locked && { staff: true }),
})

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

/** Opens a state in a new browser context and passes the page to `inspect` once nothing more loads. */
export function visitState<Result>(
  site: Site,
  { path, staff, reach }: State,
  viewport: { width: number; height: number },
  inspect: (page: Page) => Promise<Result>,
) {
  const open = new Set<Request>()
  const options = {
    viewport,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    baseURL: site.url,
    // The server limits how much one address may do.
    extraHTTPHeaders: { 'x-forwarded-for': `10.1.${viewport.width % 100}.${visitors++ % 250}` },
    before: async (page: Page) => {
      page.setDefaultTimeout(TIMEOUT_MS)
      await page.clock.setFixedTime(NOW)
      page.on('request', (request) => void (request.resourceType() !== 'eventsource' && open.add(request)))
      for (const event of ['requestfinished', 'requestfailed'] as const)
        page.on(event as 'requestfinished', (request) => void open.delete(request))
    },
  } as const
  return visit(site, { path, locked: staff === true }, options, async (page) => {
    if (reach) {
      await reach(page)
      await waitUntilSettled(page)
    }
    await loadWholePage(page)
    for (const end = Date.now() + TIMEOUT_MS; open.size > 0 && Date.now() < end; ) await page.waitForTimeout(50)
    return inspect(page)
  })
}
