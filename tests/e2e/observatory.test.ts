import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { exportAuditLog, exportBookings, exportMemberships } from '#contract/admin/exports.ts'
import { signIn } from '#contract/admin/session.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { transportHeaders } from '#server/http/headers.ts'
import { imageResponse } from '#server/http/response.ts'
import { applyHeaderRules, headersFile } from '../support/header-rules.ts'
import { rate, type Seen } from '../support/observatory.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

/** Rates the headers of every route as Mozilla's Observatory does; each must reach an A+. */
const SITE = 'https://chautari.example'
const BUILD = 'dist/client'

const built = readdirSync(BUILD, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/^_(headers|redirects)$|\.(br|gz|dcb)$/.test(entry.name))
  .map(({ parentPath, name }) => `${parentPath.slice(BUILD.length)}/${name}`)
const pages = built.filter((file) => file.endsWith('.html'))
const files = built.filter((file) => !file.endsWith('.html'))
const addressOf = (page: string) => page.replace(/(index)?\.html$/, '')

test.describe.configure({ mode: 'serial' })
let server: RunningServer
test.beforeAll(async () => {
  const staff = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }
  server = await startServer({ SITE_URL: SITE, ALLOW_SANDBOX: 'true', ...staff })
})
test.afterAll(async () => {
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

/** Describes every response below an A+. */
const findFaults = (seen: readonly Seen[]) =>
  seen.flatMap((each) => {
    const { score, failed } = rate(each)
    return score >= 100 ? [] : [`${new URL(each.url).pathname}: ${score}, ${failed.join(', ')}`]
  })

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `fetch` sets its own Host header, and the server responds under its public name only. */
async function send(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<Seen> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const own = { ...headers, ...length, host: new URL(SITE).host }
  const call = request(server.url + path, { method, headers: own })
  call.end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  expect(response.statusCode, path).not.toBe(421)
  const received = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value)
  const isPage = received.get('content-type')?.startsWith('text/html') && response.statusCode !== 304
  if (isPage) return { url: SITE + path, headers: received, html: await text(response) }
  response.destroy()
  return { url: SITE + path, headers: received }
}

const logScores = (what: string, seen: readonly Seen[]) =>
  console.log(`${what}: ${seen.length} responses, lowest score ${Math.min(...seen.map((each) => rate(each).score))}`)

const runInSequence = async (calls: readonly (() => Promise<Seen>)[]): Promise<Seen[]> => {
  const seen: Seen[] = []
  for (const each of calls) seen.push(await each())
  return seen
}

test('pages and files of the server are rated A+', async () => {
  const redirects = readFileSync(`${BUILD}/_redirects`, 'utf8').matchAll(/^(\/\S+)\s+\/\S*\s+30\d/gm)
  const moved = Array.from(redirects, ([, from = '']) => from)
  const missing = ['/nowhere', '/locations/nowhere', '/_astro/nowhere.js']
  const sandbox = ['/sandbox/esewa/trial', '/sandbox/stripe/stripe.js', '/sandbox/nowhere']
  const seen = await runInSequence([
    ...[...pages.map(addressOf), ...moved, ...missing, ...sandbox].map((path) => () => send(path)),
    ...files.map((file) => () => send(file, { method: 'HEAD' })),
    ...['POST', 'PUT'].map((method) => () => send('/contact', { method })),
  ])
  expect(findFaults(seen)).toEqual([])
  logScores('our server', seen)
  expect(pages.length).toBeGreaterThan(30)
})

test('pages and files of a static host with _headers are rated A+', () => {
  expect(readFileSync(`${BUILD}/_headers`, 'utf8')).toBe(headersFile('http://localhost', built))
  const rules = headersFile(SITE, built)
  const at = (path: string) => ({ url: SITE + path, headers: new Headers(applyHeaderRules(rules, path)) })
  const seen = [
    ...pages.map((page) => ({ ...at(addressOf(page)), html: readFileSync(BUILD + page, 'utf8') })),
    ...files.map(at),
  ]
  expect(findFaults(seen)).toEqual([])
  logScores('_headers', seen)
})

test('every API response is rated A+, for rejected and successful calls', async () => {
  const signedIn = await send(signIn.path, {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const calls = ENDPOINTS.map(({ method, path }) => [method, path.replace('{id}', 'x')] as const)
  const sendCall = (method: string, path: string, headers: Record<string, string>) => () =>
    send(path, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
  const json = { 'content-type': 'application/json' }
  const reads = calls.filter(([method]) => method === 'GET')
  const seen = await runInSequence([
    ...calls.map(([method, path]) => sendCall(method, path, json)),
    ...reads.map(([method, path]) => sendCall(method, path, { cookie: cookie.join('; ') })),
    sendCall('POST', '/api/contact', { 'content-type': 'application/x-www-form-urlencoded', origin: SITE }),
    sendCall('GET', '/api/nowhere', {}),
  ])
  const tables = [exportBookings, exportAuditLog, exportMemberships].map(({ path }) => SITE + path)
  const types = seen.filter(({ url }) => tables.includes(url)).map(({ headers }) => headers.get('content-type'))
  expect(types.filter((type) => type?.startsWith('text/csv'))).toHaveLength(tables.length)
  const image = imageResponse(new Uint8Array(), 'receipt.jpg').headers
  for (const [name, value] of Object.entries(transportHeaders(SITE))) image.set(name, value)
  const rated = [
    { url: `${SITE}/api/admin/session`, headers: signedIn.headers },
    { url: `${SITE}/api/receipt`, headers: image },
    ...seen,
  ]
  expect(findFaults(rated)).toEqual([])
  logScores('the API', rated)
  expect(rate({ url: SITE, headers: signedIn.headers }).findings).toContain(
    'cookies-secure-with-httponly-sessions-and-samesite',
  )
})

/** Shows that each rule can fail. */
test('the rating names the rules that cost points', () => {
  const [every = {}] = [applyHeaderRules(headersFile(SITE, []), '/')]
  const html = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self'">`
  const failed = (over: Record<string, string>, text = html) => {
    const headers = new Headers({ ...every, ...over })
    for (const [name, value] of headers) if (value === '') headers.delete(name)
    return rate({ url: SITE, headers, html: text }).failed.join()
  }
  expect(failed({})).toBe('')
  expect(failed({ 'strict-transport-security': '' })).toBe('hsts-not-implemented -20')
  expect(failed({ 'content-security-policy': '', 'x-frame-options': '' })).toBe('x-frame-options-not-implemented -20')
  expect(failed({}, '')).toBe('csp-implemented-with-unsafe-inline -20')
  expect(failed({}, html.replace("'self'", "'self' 'unsafe-inline'"))).toBe('csp-implemented-with-unsafe-inline -20')
  expect(failed({}, html.replace("'self'", 'http://cdn.example'))).toBe('csp-implemented-with-insecure-scheme -20')
  expect(failed({ 'set-cookie': 'sid=1; Secure; SameSite=Lax' })).toBe('cookies-session-without-httponly-flag -30')
  expect(failed({ 'set-cookie': 'a=1; Secure; SameSite=None' })).toBe('cookies-samesite-flag-invalid -20')
  expect(failed({ location: 'http://elsewhere.example' })).toBe('redirection-not-to-https -20')
  expect(failed({}, `${html}<script src="http://cdn.example/x.js">`)).toBe(
    'sri-not-implemented-and-external-scripts-not-loaded-securely -50',
  )
  const open = { 'access-control-allow-origin': SITE, 'access-control-allow-credentials': 'true' }
  expect(failed(open)).toBe('cross-origin-resource-sharing-implemented-with-universal-access -50')
})
