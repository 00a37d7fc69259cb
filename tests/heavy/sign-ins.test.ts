import { beforeAll, expect, test } from 'vitest'
import { post } from '../support/payment-client.ts'
import { useServer } from '../support/server-fixture.ts'
import { STAFF, STAFF_SETTINGS } from '../support/staff.ts'

const GUESSES = 400
const MAX_MS = 2_000

const server = useServer({ TRUST_PROXY: '1', ...STAFF_SETTINGS })
beforeAll(async () => {
  // Warms the process up.
  await Promise.all(Array.from({ length: 100 }, (_, index) => signIn('192.0.2.1', `${index}@example.com`, 'wrong')))
})

async function signIn(address: string, email: string, password: string, cookie = '') {
  const start = performance.now()
  const headers = { 'x-forwarded-for': address, cookie }
  const response = await post(`${server().url}/api/admin/session`, { email, password }, headers)
  await response.arrayBuffer()
  return { status: response.status, duration: performance.now() - start, cookies: response.headers.getSetCookie() }
}

const owner = (address: string, cookie?: string) => signIn(address, STAFF.email, STAFF.password, cookie)
const flood = (address: (index: number) => string) =>
  Array.from({ length: GUESSES }, (_, index) => signIn(address(index), `${index}@example.com`, 'wrong'))

test('a correct sign-in succeeds within 2 seconds under 400 wrong ones from another network', async () => {
  const guesses = flood(() => '198.51.100.1')
  const { status, duration } = await owner('203.0.113.1')
  expect(status).toBe(200)
  expect(duration).toBeLessThan(MAX_MS)
  const statuses = (await Promise.all(guesses)).map((guess) => guess.status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  console.log(`400 wrong sign-ins from one network; the correct one took ${Math.round(duration)} ms`)
})

test('a known device signs in within 2 seconds under 400 wrong ones from 400 networks', async () => {
  const { cookies } = await owner('203.0.113.2')
  const device = cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
  const guesses = flood((index) => `198.51.${100 + (index >> 8)}.${index & 255}`)
  const { status, duration } = await owner('198.51.100.7', device)
  expect(status).toBe(200)
  expect(duration).toBeLessThan(MAX_MS)
  const all = await Promise.all(guesses)
  expect(all.filter((guess) => guess.status === 429).length).toBeGreaterThan(GUESSES / 2)
  // A queue has a limited length.
  expect(Math.max(...all.map((guess) => guess.duration))).toBeLessThan(2 * MAX_MS)
  console.log(`400 wrong sign-ins from 400 networks; the known device took ${Math.round(duration)} ms`)
})
