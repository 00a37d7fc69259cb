import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRedirectRules } from '#build/redirects.ts'
import { findRedirectRule, parseRedirectRules } from '#server/http/redirects.ts'
import { serveStaticFiles } from '#server/http/static.ts'

/** A build in miniature under the site's own rules, without a blog. */
const PAGES = {
  _redirects: addRedirectRules(readFileSync('public/_redirects', 'utf8')),
  '404.html': 'Page Not Found',
  'locations.html': 'All locations',
  '.well-known/security.txt': 'Contact: mailto:a@chautari.example',
  'locations/404.html': 'Location Not Found',
  'locations/kausimaa.html': 'Kausimaa',
  'locations/kausimaa-coworking.html': 'for hosts that know no rules',
  '_astro/reader.abc/worker.min.js': 'importScripts()',
  '_astro/reader.abc/eng.traineddata': 'packed, and nobody shall unpack it on the way',
}
const folder = mkdtempSync(join(tmpdir(), 'static-'))
let server: Server
let url: string

beforeAll(async () => {
  for (const [path, text] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(folder, '404.html.br'), brotliCompressSync(PAGES['404.html']))
  server = createServer(serveStaticFiles(folder, 'http://localhost'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['/locations', 200, 'All locations'],
  ['/locations/', 200, 'All locations'],
  ['/locations/kausimaa', 200, 'Kausimaa'],
  ['/locations/kausimaa/', 200, 'Kausimaa'],
  ['/locations/thamel-hub', 404, 'Location Not Found'],
  ['/locations/kausimaa/roof', 404, 'Location Not Found'],
  ['/locations/404', 404, 'Location Not Found'],
  ['/locationsnearby', 404, 'Page Not Found'],
  ['/404.html', 404, 'Page Not Found'],
  ['/_redirects', 404, 'Page Not Found'],
  ['/blog/nothing', 404, 'Page Not Found'],
  ['/%', 404, 'Page Not Found'],
])('%s answers %d: %s', async (path, status, text) => {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('HEAD of what is missing has no body', async () => {
  const answer = await fetch(`${url}/locations/thamel-hub`, { method: 'HEAD' })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('')
})

test('a page of what is missing is sent small to whoever reads brotli, and plain to others', async () => {
  const sent = (accepted: string) => fetch(`${url}/nothing`, { headers: { 'accept-encoding': accepted } })
  const small = await sent('gzip, br')
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(await small.text()).toBe('Page Not Found')
  const plain = await sent('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe('Page Not Found')
})

test.each(['', '/', '?plan=explorer'])('an alias%s leads to the location for good, query and all', async (end) => {
  const answer = await fetch(`${url}/locations/kausimaa-coworking${end}`, { redirect: 'manual' })
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toBe(`/locations/kausimaa${end.replace('/', '')}`)
})

test.each(['GET', 'POST'])('%s of an address that is none is answered', async (method) => {
  const status = await new Promise((resolve, reject) => {
    request(url, { method, path: '//' }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end()
  })
  expect(status).toBeGreaterThanOrEqual(200)
})

test('rules are read line by line; what is none is passed over', () => {
  expect(parseRedirectRules('# moved\n\n/old /new 301\n  /a/*   /a/404.html\t404\n')).toEqual([
    { from: '/old', to: '/new', status: 301 },
    { from: '/a/*', to: '/a/404.html', status: 404 },
  ])
})

test('the first rule that speaks of a path holds', () => {
  const rules = parseRedirectRules('/a/b /c 301\n/a/* /d 404\n/ /e 301')
  expect(findRedirectRule(rules, '/a/b')?.to).toBe('/c')
  expect(findRedirectRule(rules, '/a/b/c')?.to).toBe('/d')
  expect(findRedirectRule(rules, '/a/')?.to).toBe('/d')
  expect(findRedirectRule(rules, '/')?.to).toBe('/e')
  expect(findRedirectRule(rules, '/a')).toBeUndefined()
})

test('the reader of receipts runs under a policy of its own, and its language comes as it is', async () => {
  const worker = await fetch(`${url}/_astro/reader.abc/worker.min.js`)
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' data:; frame-ancestors 'none'",
  )
  const language = await fetch(`${url}/_astro/reader.abc/eng.traineddata`)
  expect(language.headers.get('content-encoding')).toBeNull()
  expect(language.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const page = await fetch(`${url}/locations/kausimaa`)
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('serves security.txt as UTF-8 text', async () => {
  const response = await fetch(`${url}/.well-known/security.txt`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toContain('Contact: ')
})
