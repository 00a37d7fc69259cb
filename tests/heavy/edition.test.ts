import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MODEL_HOST } from '#contract/edition.ts'
import { inBrowser } from '../support/browser-report.ts'
import { FOR_VISITORS } from '../support/build.ts'

const FOLDER = 'test-results/edition'
const CLIENT = `${FOLDER}/client`
const KEY = 'a-key-of-the-test'
const ENVIRONMENT = {
  ...process.env,
  ...FOR_VISITORS,
  PUBLIC_BACKEND: 'browser',
  PUBLIC_GEMINI_API_KEY: KEY,
  STAFF_PASSWORD: 'a secret of the server',
  GEMINI_API_KEY: 'the-key-of-the-server',
}

/** What only the other edition knows: its calls, its tables, its stand-ins, its secrets, its screens. */
const OF_A_SERVER = [
  '/api/',
  'sandbox/esewa',
  'sandbox/khalti',
  'Gateway test',
  'idempotency_key',
  'payment_reports',
  'kysely',
  'node:sqlite',
  'better-auth',
  'a secret of the server',
  'the-key-of-the-server',
  '8gBm/:&EnhH.1/q',
  'api.stripe.com',
  'js.stripe.com',
  '/admin/people',
  '/admin/audit',
]

beforeAll(() => {
  execFileSync('npm', ['run', 'build', '--', '--outDir', FOLDER], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
})

const texts = () =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js|mjs|css|json|xml)$/.test(name) && !name.includes('reader.'))
    .map((name) => ({ name, text: readFileSync(join(CLIENT, name), 'utf8') }))

test('it is static files alone, with nothing of a server in them', () => {
  expect(existsSync(`${FOLDER}/server`)).toBe(false)
  const files = texts()
  expect(files.length).toBeGreaterThan(80)
  const found = files.flatMap(({ name, text }) =>
    OF_A_SERVER.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`),
  )
  expect(found).toEqual([])
  console.log(`${files.length} text files, none of ${OF_A_SERVER.length} marks of the server edition`)
})

test('the model’s host is in the policy of every page, and no other', () => {
  for (const { name, text } of texts().filter(({ name }) => name.endsWith('.html'))) {
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
    const hosts = [...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([host]) => host)
    // A page of one line that leads on asks nobody.
    const isRedirect = text.includes('http-equiv="refresh"')
    expect({ name, hosts }).toEqual({ name, hosts: isRedirect ? [] : [MODEL_HOST] })
  }
})

test('a build with the staff’s own password is refused', () => {
  const env = { ...ENVIRONMENT, PUBLIC_DEMO_STAFF_PASSWORD: ENVIRONMENT.STAFF_PASSWORD }
  const build = () =>
    execFileSync('npm', ['run', 'build', '--', '--outDir', `${FOLDER}-refused`], { env, stdio: 'pipe' })
  expect(build).toThrow('PUBLIC_DEMO_STAFF_PASSWORD')
  expect(existsSync(`${FOLDER}-refused/client`)).toBe(false)
})

test('the journeys of a visitor and of staff, in a browser', async () => {
  const { passed, failures } = await inBrowser('edition', ['--config', 'tests/heavy/edition/playwright.config.ts'])
  expect(failures.length, failures.join('\n')).toBe(0)
  expect(passed).toBeGreaterThan(10)
})
