import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { redirects } from '#build/redirects.ts'
import { findRedirectRule, parseRedirectRules } from '#server/http/redirects.ts'
import { serveStaticFiles } from '#server/http/static.ts'
import { finishBuild } from '../../support/integration.ts'
import { listen } from '../../support/listen.ts'

/** A small build with the redirect rules of the site, without a blog. */
const PAGES = {
  _redirects: readFileSync('public/_redirects', 'utf8'),
  '404.html': 'Page Not Found',
  'locations.html': 'All locations',
  '.well-known/security.txt': 'Contact: mailto:a@chautari.example',
  'locations/404.html': 'Location Not Found',
  'locations/kausimaa.html': 'Kausimaa',
  'locations/kausimaa-coworking.html': 'for hosts that know no rules',
  '_astro/reader.abc/worker.min.js': 'importScripts()',
  '_astro/reader.abc/eng.traineddata': 'compressed language data',
}
const folder = mkdtempSync(join(tmpdir(), 'static-'))
const bugs: unknown[] = []
let url: string

beforeAll(async () => {
  for (const [path, text] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  finishBuild(redirects(), folder)
  writeFileSync(join(folder, '404.html.br'), brotliCompressSync(PAGES['404.html']))
  const server = await listen(
    serveStaticFiles(folder, 'http://localhost', (error) => {
      bugs.push(error)
      return '531b7acd'
    }),
  )
  url = server.url
  return () => {
    server.close()
    rmSync(folder, { recursive: true })
  }
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
])('serveStaticFiles returns for %s the status %d: %s', async (path, status, text) => {
  const response = await fetch(url + path)
  expect(response.status).toBe(status)
  expect(await response.text()).toBe(text)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('serveStaticFiles sends no body for HEAD of a missing page', async () => {
  const response = await fetch(`${url}/locations/thamel-hub`, { method: 'HEAD' })
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('')
})

test('serveStaticFiles compresses the 404 page if the browser accepts brotli', async () => {
  const sent = (accepted: string) => fetch(`${url}/nothing`, { headers: { 'accept-encoding': accepted } })
  const small = await sent('gzip, br')
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(await small.text()).toBe('Page Not Found')
  const plain = await sent('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe('Page Not Found')
})

test.each(['', '/', '?plan=explorer'])('serveStaticFiles redirects an alias%s with 301 and its query', async (end) => {
  const response = await fetch(`${url}/locations/kausimaa-coworking${end}`, { redirect: 'manual' })
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/locations/kausimaa${end.replace('/', '')}`)
})

test.each(['GET', 'POST'])('serveStaticFiles responds to %s of an invalid address', async (method) => {
  const status = await new Promise((resolve, reject) => {
    request(url, { method, path: '//' }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end()
  })
  expect(status).toBeGreaterThanOrEqual(200)
})

test('parseRedirectRules reads rules line by line, and ignores invalid lines', () => {
  expect(parseRedirectRules('# moved\n\n/old /new 301\n  /a/*   /a/404.html\t404\n')).toEqual([
    { from: '/old', to: '/new', status: 301 },
    { from: '/a/*', to: '/a/404.html', status: 404 },
  ])
})

test('findRedirectRule returns the first rule that matches a path', () => {
  const rules = parseRedirectRules('/a/b /c 301\n/a/* /d 404\n/ /e 301')
  expect(findRedirectRule(rules, '/a/b')?.to).toBe('/c')
  expect(findRedirectRule(rules, '/a/b/c')?.to).toBe('/d')
  expect(findRedirectRule(rules, '/a/')?.to).toBe('/d')
  expect(findRedirectRule(rules, '/')?.to).toBe('/e')
  expect(findRedirectRule(rules, '/a')).toBeUndefined()
})

test('serveStaticFiles sends the receipt reader with its own policy, and its language uncompressed', async () => {
  const worker = await fetch(`${url}/_astro/reader.abc/worker.min.js`)
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  )
  const language = await fetch(`${url}/_astro/reader.abc/eng.traineddata`)
  expect(language.headers.get('content-encoding')).toBeNull()
  expect(language.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const page = await fetch(`${url}/locations/kausimaa`)
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('serveStaticFiles sends security.txt as UTF-8 text', async () => {
  const response = await fetch(`${url}/.well-known/security.txt`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toContain('Contact: ')
})

test('serveStaticFiles responds with an error number while a file is missing, and goes on', async () => {
  const file = join(folder, 'locations.html')
  renameSync(file, `${file}.moved`)
  const response = await fetch(`${url}/locations`)
  expect(response.status).toBe(500)
  expect(await response.text()).toMatch(/error number: 531b7acd\n$/)
  expect(bugs).toMatchObject([{ code: 'ENOENT' }])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('etag')).toBeNull()
  renameSync(`${file}.moved`, file)
  const page = await fetch(`${url}/locations`)
  expect(await page.text()).toBe('All locations')
  const etag = page.headers.get('etag') ?? ''
  expect((await fetch(`${url}/locations`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
