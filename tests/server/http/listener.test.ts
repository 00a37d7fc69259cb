import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { siteListener } from '#server/http/listener.ts'
import { apiListener } from '#server/http/router.ts'
import { serveStaticFiles } from '#server/http/static.ts'
import { useApp } from '../../support/app.ts'
import { HOSTILE_PATHS, staysOnSite } from '../../support/hostile-paths.ts'
import { listen, type TestServer } from '../../support/listen.ts'
import { rawRequest, sendRaw } from '../../support/raw-request.ts'

const SITE = 'https://chautari.example'
const LOCAL = 'http://localhost:4321'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

useApp('sqlite')

const servers: Record<string, TestServer> = {}
const send = (siteUrl: string, ...request: Parameters<typeof rawRequest>) =>
  sendRaw(servers[siteUrl]?.port ?? 0, rawRequest(...request))

/** Serves three pages, the API and a sandbox that answers every request, as each site. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listener-'))
  const files = {
    _redirects: '/old /booking 301',
    '404.html': 'Page not found',
    'index.html': 'Home',
    'booking.html': 'Booking',
    'pricing.html': 'Pricing',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const api = await apiListener(`${process.cwd()}/src/pages/api`)
  const sandbox = (_: unknown, response: { end(text: string): void }) => response.end('Sandbox')
  for (const siteUrl of [SITE, LOCAL])
    servers[siteUrl] = await listen(
      siteListener({ files: serveStaticFiles(folder, siteUrl, () => 'logged'), api, sandbox }, siteUrl),
    )
  return () => {
    for (const { close } of Object.values(servers)) close()
    rmSync(folder, { recursive: true })
  }
})

describe('the site listener', () => {
  test('never redirects to another site for any method and path', { tags: 'long' }, async () => {
    expect(HOSTILE_PATHS.length).toBeGreaterThanOrEqual(200)
    for (const method of METHODS) {
      const responses = await Promise.all(HOSTILE_PATHS.map((path) => send(LOCAL, method, path)))
      for (const [index, { status, headers }] of responses.entries()) {
        const location = headers.get('location')
        const request = `${method} ${HOSTILE_PATHS[index]}`
        expect(status, request).toBeGreaterThanOrEqual(200)
        expect(status, request).toBeLessThan(500)
        if (location !== null) expect(staysOnSite(location, LOCAL), `${request} leads to ${location}`).toBe(true)
      }
    }
  })

  test.each([
    ['/booking', '/booking'],
    ['/booking/', '/booking'],
    ['/booking?plan=explorer', '/booking'],
    ['/', '/'],
  ])('redirects a form posted to %s to the page %s', async (path, location) => {
    const response = await send(LOCAL, 'POST', path)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(location)
  })

  test.each(['/nothing', '/404', '/404.html', '//booking', '/_redirects'])(
    'returns 404 for a form posted to %s, which is no page',
    async (path) => {
      const response = await send(LOCAL, 'POST', path)
      expect(response.status).toBe(404)
      expect(response.headers.get('location')).toBeNull()
      expect(response.body).toContain('Page not found')
    },
  )
})

describe('the site listener of a public site', () => {
  test.each([
    'chautari.example',
    'CHAUTARI.example',
    'chautari.example.',
    'chautari.example:443',
    'chautari.example:4321',
  ])('serves the host %s', async (host) => {
    expect((await send(SITE, 'GET', '/booking', host)).body).toBe('Booking')
    expect((await send(SITE, 'GET', '/api/site', host)).status).toBe(200)
  })

  test.each([
    'evil.example',
    'chautari.example.evil.example',
    'evil-chautari.example',
    'www.chautari.example',
    'localhost',
    '127.0.0.1:4321',
    '[::1]:4321',
    '',
  ])('rejects the host "%s" with 421 in every area', async (host) => {
    for (const path of ['/', '/booking', '/api/site', '/sandbox/esewa', '/old', '/healthy', '/api/healthy']) {
      const { status, headers, body } = await send(SITE, 'GET', path, host)
      expect(status, path).toBe(host === '' ? 400 : 421)
      expect(body, path).not.toContain(host || '<')
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
    }
    expect((await send(SITE, 'POST', '/booking', host)).headers.get('location')).toBeNull()
  })

  test('rejects two Host headers with 400, as a proxy may read the other one', async () => {
    const second = 'Host: evil.example\r\n'
    expect((await send(SITE, 'GET', '/', 'chautari.example', second)).status).toBe(400)
  })

  test('ignores X-Forwarded-Host', async () => {
    const forwarded = 'X-Forwarded-Host: chautari.example\r\n'
    expect((await send(SITE, 'GET', '/', 'evil.example', forwarded)).status).toBe(421)
  })

  test.each(['/api/health', '/api/health/', '/api/ready', '/api/ready?from=monitor'])(
    'responds to monitors at %s under every host name',
    async (path) => {
      for (const host of ['127.0.0.1:4321', 'web', 'chautari.example'])
        expect((await send(SITE, 'GET', path, host)).status, host).toBe(200)
    },
  )
})

describe('the site listener of a local site', () => {
  test.each(['localhost:4321', '127.0.0.1', 'laptop.local', '192.168.1.7:4321'])('serves the host %s', async (host) => {
    expect((await send(LOCAL, 'GET', '/booking', host)).status).toBe(200)
  })
})

describe.each([SITE, LOCAL])('the site listener of %s', (siteUrl) => {
  const host = new URL(siteUrl).host

  test.each([
    'a b',
    'a/b',
    'user@chautari.example',
    'chautari.example:port',
    '[::1',
    '<script>',
    'a,b',
    'a\tb',
    'é.example',
  ])('rejects the malformed host "%s" with 400', async (malformed) => {
    for (const path of ['/', '/sandbox/esewa', '/api/site', '/api/health'])
      expect((await send(siteUrl, 'GET', path, malformed)).status, path).toBe(400)
  })

  test.each(['/', '/booking', '/sandbox', '/sandbox/esewa', '/api/site'])('rejects TRACE %s with 405', async (path) => {
    const response = await send(siteUrl, 'TRACE', path, host)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test.each([
    '/api/../pricing',
    '/..',
    '/../',
    '/booking/../pricing',
    '/%2e%2e/pricing',
    '/api/.%2E/pricing',
    '/api/..%2fpricing',
    '/api/..%5cpricing',
    '/api/..\\pricing',
    '/sandbox/../pricing',
    'pricing',
    '*',
    'http://chautari.example/pricing',
  ])('rejects the request target %s with 400', async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect((await send(siteUrl, method, target, host)).status, method).toBe(400)
  })

  test.each(['/booking?from=/../x', '/booking?a=..'])(
    'serves %s, where two dots are no path segment',
    async (target) => {
      expect((await send(siteUrl, 'GET', target, host)).status).toBe(200)
    },
  )
})
