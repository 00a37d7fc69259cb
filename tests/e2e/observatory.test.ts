import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { formatHeaderRules, listRootFiles } from '#build/headers.ts'
import { exportAuditLog, exportBookings, exportMemberships } from '#contract/admin/exports.ts'
import { signIn } from '#contract/admin/session.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { transportHeaders } from '#server/http/headers.ts'
import { imageResponse } from '#server/http/response.ts'
import { headersOfHost } from '../support/host.ts'
import { rate, type Seen } from '../support/observatory.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

/** Every route's headers as a public site sends them, rated as Mozilla's Observatory would: A+, without exception. */
const SITE = 'https://chautari.example'
const BUILD = 'dist/client'

const built = readdirSync(BUILD, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/^_(headers|redirects)$|\.(br|gz)$/.test(entry.name))
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

/** What is no A+, each with the rules that cost it. */
const faults = (seen: readonly Seen[]) =>
  seen.flatMap((each) => {
    const { score, failed } = rate(each)
    return score >= 100 ? [] : [`${new URL(each.url).pathname}: ${score}, ${failed.join(', ')}`]
  })

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `fetch` sets the Host header itself, and the server answers under its public name only. */
async function ask(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<Seen> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const own = { ...headers, ...length, host: new URL(SITE).host }
  const asking = request(server.url + path, { method, headers: own })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  expect(answer.statusCode, path).not.toBe(421)
  const received = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) received.append(name, value)
  const isPage = received.get('content-type')?.startsWith('text/html') && answer.statusCode !== 304
  if (isPage) return { url: SITE + path, headers: received, html: await text(answer) }
  answer.destroy()
  return { url: SITE + path, headers: received }
}

/** How many answers were rated, and how the worst of them came off. */
const tell = (what: string, seen: readonly Seen[]) =>
  console.log(`${what}: ${seen.length} answers, the lowest score ${Math.min(...seen.map((each) => rate(each).score))}`)

const inTurn = async (asks: readonly (() => Promise<Seen>)[]): Promise<Seen[]> => {
  const seen: Seen[] = []
  for (const each of asks) seen.push(await each())
  return seen
}

test('pages and files, as our server sends them', { tag: '@long' }, async () => {
  const moved = readFileSync(`${BUILD}/_redirects`, 'utf8').matchAll(/^(\/\S+)\s+\/\S*\s+30\d/gm)
  const seen = await inTurn([
    ...pages.map((page) => () => ask(addressOf(page))),
    ...files.map((file) => () => ask(file, { method: 'HEAD' })),
    ...[...moved].map(
      ([, from = '']) =>
        () =>
          ask(from),
    ),
    ...['/nowhere', '/locations/nowhere', '/_astro/nowhere.js'].map((path) => () => ask(path)),
    ...['POST', 'PUT'].map((method) => () => ask('/contact', { method })),
    ...['/sandbox/esewa/trial', '/sandbox/stripe/stripe.js', '/sandbox/nowhere'].map((path) => () => ask(path)),
  ])
  expect(faults(seen)).toEqual([])
  tell('our server', seen)
  expect(pages.length).toBeGreaterThan(30)
})

test('pages and files, as a host sends them that reads _headers', { tag: '@long' }, () => {
  const beside = listRootFiles(BUILD)
  expect(readFileSync(`${BUILD}/_headers`, 'utf8')).toBe(formatHeaderRules('http://localhost', beside))
  const rules = formatHeaderRules(SITE, beside)
  const at = (path: string) => ({ url: SITE + path, headers: new Headers(headersOfHost(rules, path)) })
  const seen = [
    ...pages.map((page) => ({ ...at(addressOf(page)), html: readFileSync(BUILD + page, 'utf8') })),
    ...files.map(at),
  ]
  expect(faults(seen)).toEqual([])
  tell('_headers', seen)
})

test('every call of the API, refused and answered', { tag: '@long' }, async () => {
  const signedIn = await ask(signIn.path, {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const asks = ENDPOINTS.map(({ method, path }) => [method, path.replace('{id}', 'x')] as const)
  const send = (method: string, path: string, headers: Record<string, string>) => () =>
    ask(path, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
  const json = { 'content-type': 'application/json' }
  const reads = asks.filter(([method]) => method === 'GET')
  const seen = await inTurn([
    ...asks.map(([method, path]) => send(method, path, json)),
    ...reads.map(([method, path]) => send(method, path, { cookie: cookie.join('; ') })),
    send('POST', '/api/contact', { 'content-type': 'application/x-www-form-urlencoded', origin: SITE }),
    send('GET', '/api/nowhere', {}),
  ])
  const tables = [exportBookings, exportAuditLog, exportMemberships].map(({ path }) => SITE + path)
  const types = seen.filter(({ url }) => tables.includes(url)).map(({ headers }) => headers.get('content-type'))
  expect(types.filter((type) => type?.startsWith('text/csv'))).toHaveLength(tables.length)
  const picture = imageResponse(new Uint8Array(), 'receipt.jpg').headers
  for (const [name, value] of Object.entries(transportHeaders(SITE))) picture.set(name, value)
  const rated = [
    { url: `${SITE}/api/admin/session`, headers: signedIn.headers },
    { url: `${SITE}/api/receipt`, headers: picture },
    ...seen,
  ]
  expect(faults(rated)).toEqual([])
  tell('the API', rated)
  expect(rate({ url: SITE, headers: signedIn.headers }).findings).toContain(
    'cookies-secure-with-httponly-sessions-and-samesite',
  )
})

/** A check that never failed proves nothing. */
test('what costs points is named', { tag: '@long' }, () => {
  const [every = {}] = [headersOfHost(formatHeaderRules(SITE, []), '/')]
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
