import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runPlaywright } from '../support/browser-report.ts'
import { PRODUCTION_BUILD } from '../support/build.ts'

const FOLDER = 'test-results/edition'
const CLIENT = `${FOLDER}/client`
const ENVIRONMENT = {
  ...process.env,
  ...PRODUCTION_BUILD,
  PUBLIC_BACKEND: 'browser',
  PUBLIC_GEMINI_API_KEY: 'a-key-of-the-test',
  STAFF_PASSWORD: 'a secret of the server',
  GEMINI_API_KEY: 'the-key-of-the-server',
}

/** Text that only the server edition contains: its calls, tables, sandbox gateways, secrets and screens. */
const SERVER_ONLY = [
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

const build = (folder: string, env: NodeJS.ProcessEnv = ENVIRONMENT) =>
  execFileSync('npm', ['run', 'build', '--', '--outDir', folder], { env, stdio: 'pipe' })
beforeAll(() => void build(FOLDER))

const readTexts = () =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js|mjs|css|json|xml)$/.test(name) && !name.includes('reader.'))
    .map((name) => ({ name, text: readFileSync(join(CLIENT, name), 'utf8') }))

test('the browser edition consists of static files without text of the server edition', () => {
  expect(existsSync(`${FOLDER}/server`)).toBe(false)
  const files = readTexts()
  expect(files.length).toBeGreaterThan(80)
  const found = files.flatMap(({ name, text }) =>
    SERVER_ONLY.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`),
  )
  expect(found).toEqual([])
  console.log(`${files.length} text files, none of ${SERVER_ONLY.length} marks of the server edition`)
})

test("every page's policy allows the model's host and no other", () => {
  for (const { name, text } of readTexts().filter(({ name }) => name.endsWith('.html'))) {
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
    const hosts = [...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([host]) => host)
    // Redirect pages have no policy for other hosts.
    const isRedirect = text.includes('http-equiv="refresh"')
    expect({ name, hosts }).toEqual({ name, hosts: isRedirect ? [] : ['https://generativelanguage.googleapis.com'] })
  }
})

test("a build with the staff's own password fails", () => {
  const env = { ...ENVIRONMENT, PUBLIC_DEMO_STAFF_PASSWORD: ENVIRONMENT.STAFF_PASSWORD }
  expect(() => build(`${FOLDER}-rejected`, env)).toThrow('PUBLIC_DEMO_STAFF_PASSWORD')
  expect(existsSync(`${FOLDER}-rejected/client`)).toBe(false)
})

test('the browser edition passes its browser tests', async () => {
  const { passed, failures } = await runPlaywright('edition', ['--config', 'tests/heavy/edition/playwright.config.ts'])
  expect(failures.length, failures.join('\n')).toBe(0)
  expect(passed).toBeGreaterThan(10)
})
