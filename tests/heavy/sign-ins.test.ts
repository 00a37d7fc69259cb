import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

const GUESSES = 400
const PATIENCE_MS = 2_000

/** Sign-ins through one trusted proxy, which names the address of each visitor. */
let server: RunningServer
beforeAll(async () => {
  const staff = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }
  server = await startServer({ TRUST_PROXY: '1', ...staff }, newDataDir())
  // What is measured is a process at work, not its first requests.
  await Promise.all(Array.from({ length: 100 }, (_, index) => signIn('192.0.2.1', `${index}@example.com`, 'wrong')))
})
afterAll(() => server.kill('SIGTERM'))

async function signIn(address: string, email: string, password: string, cookie = '') {
  const start = performance.now()
  const response = await fetch(`${server.url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return { status: response.status, took: performance.now() - start, cookies: response.headers.getSetCookie() }
}

const owner = (address: string, cookie?: string) => signIn(address, STAFF.email, STAFF.password, cookie)
const flood = (address: (index: number) => string) =>
  Array.from({ length: GUESSES }, (_, index) => signIn(address(index), `${index}@example.com`, 'wrong'))

test('a correct sign-in is answered within 2 seconds under 400 wrong ones from another network', async () => {
  const guesses = flood(() => '198.51.100.1')
  const { status, took } = await owner('203.0.113.1')
  expect(status).toBe(200)
  expect(took).toBeLessThan(PATIENCE_MS)
  const statuses = (await Promise.all(guesses)).map((guess) => guess.status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  console.log(`400 wrong sign-ins from one network; the correct one took ${Math.round(took)} ms`)
})

test('a known device signs in within 2 seconds under 400 wrong ones from 400 networks', async () => {
  const { cookies } = await owner('203.0.113.2')
  const device = cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
  const guesses = flood((index) => `198.51.${100 + (index >> 8)}.${index & 255}`)
  const { status, took } = await owner('198.51.100.7', device)
  expect(status).toBe(200)
  expect(took).toBeLessThan(PATIENCE_MS)
  const all = await Promise.all(guesses)
  expect(all.filter((guess) => guess.status === 429).length).toBeGreaterThan(GUESSES / 2)
  // Nobody waits behind more than a full queue.
  expect(Math.max(...all.map((guess) => guess.took))).toBeLessThan(2 * PATIENCE_MS)
  console.log(`400 wrong sign-ins from 400 networks; the known device took ${Math.round(took)} ms`)
})
