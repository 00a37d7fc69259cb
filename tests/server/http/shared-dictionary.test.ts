import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrotliOptions, brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { precompress } from '#build/precompress.ts'
import { redirects } from '#build/redirects.ts'
import { serveStaticFiles } from '#server/http/static.ts'
import { finishBuild } from '../../support/integration.ts'
import { listen } from '../../support/listen.ts'

const SHARED = Array.from({ length: 40 }, (_, number) => `<p class="part-${number}">Part ${number} of both pages</p>`)
const page = (own: string): string => `<link rel="canonical" href="/">${SHARED.join('')}<h1>${own}</h1>`
const folder = mkdtempSync(join(tmpdir(), 'dictionary-'))
let url: string
let dictionary: Buffer

beforeAll(async () => {
  const build = join(folder, 'client')
  mkdirSync(join(build, '_astro'), { recursive: true })
  writeFileSync(join(build, 'index.html'), page('Home'))
  writeFileSync(join(build, 'about.html'), page('About'))
  writeFileSync(join(build, '404.html'), SHARED.join(''))
  writeFileSync(join(build, '_redirects'), '')
  finishBuild(redirects(), build)
  const { hooks } = precompress() as unknown as { hooks: Record<string, (options: object) => Promise<void>> }
  await hooks['astro:config:done']?.({ config: { cacheDir: pathToFileURL(`${folder}/`) } })
  await hooks['astro:build:done']?.({ dir: pathToFileURL(`${build}/`) })
  const [name = ''] = readdirSync(join(build, '_astro')).filter((file) => file.endsWith('.txt'))
  dictionary = readFileSync(join(build, '_astro', name))
  const server = await listen(serveStaticFiles(build, 'http://localhost', () => '531b7acd'))
  url = server.url
  return () => {
    server.close()
    rmSync(folder, { recursive: true })
  }
})

const available = (content: Buffer) => `:${createHash('sha256').update(content).digest('base64')}:`
const load = (path: string, hash: string, accepted = 'br, dcb', referer = `${url}/about`) =>
  fetch(url + path, {
    headers: { 'accept-encoding': accepted, 'available-dictionary': hash, referer },
  })

test.each([
  ['/', 'Home'],
  ['/about', 'About'],
])('serveStaticFiles sends %s in terms of the dictionary of the browser', async (path, own) => {
  const response = await load(path, available(dictionary))
  expect(response.headers.get('content-encoding')).toBe('dcb')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('vary')).toBe('Accept-Encoding, Available-Dictionary')
  const body = Buffer.from(await response.arrayBuffer())
  expect(body.subarray(0, 4).toString('hex')).toBe('ff444342')
  expect(body.subarray(4, 36)).toEqual(createHash('sha256').update(dictionary).digest())
  const html = brotliDecompressSync(body.subarray(36), { dictionary } as BrotliOptions)
  expect(html.toString()).toBe(page(own))
})

test('serveStaticFiles sends plain brotli for another dictionary, and without the encoding', async () => {
  for (const response of [
    await load('/about', available(Buffer.from('other'))),
    await load('/about', available(dictionary), 'gzip, br'),
    await load('/about', available(dictionary), 'br, dcb;q=0'),
  ]) {
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Available-Dictionary')
    expect(await response.text()).toBe(page('About'))
  }
})

test('serveStaticFiles names the dictionary on the second content page, and what it is for on the file', async () => {
  for (const referer of ['', 'https://search.example/'])
    expect((await load('/', '', 'br', referer)).headers.get('link')).toBeNull()
  const link = (await load('/', '')).headers.get('link') ?? ''
  const [, path = ''] = /^<(\/_astro\/dictionary\.[0-9a-f]{8}\.txt)>; rel="compression-dictionary"$/.exec(link) ?? []
  const file = await fetch(url + path)
  expect(file.headers.get('use-as-dictionary')).toBe('match="/*", match-dest=("document")')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(dictionary)
  const missing = await load('/nowhere', available(dictionary))
  expect(missing.headers.get('link')).toBeNull()
  expect(await missing.text()).toBe(SHARED.join(''))
})
