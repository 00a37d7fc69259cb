import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { precompress } from '#build/precompress.ts'

const home = mkdtempSync(join(tmpdir(), 'chautari-'))
const cache = join(home, 'compressed')
const page = join(home, 'page.html')
afterAll(() => rmSync(home, { recursive: true }))

/** Runs the hooks as Astro does after a build. */
async function built(): Promise<void> {
  const { hooks } = precompress() as unknown as { hooks: Record<string, (options: object) => Promise<void>> }
  const url = pathToFileURL(`${home}/`)
  await hooks['astro:config:done']?.({ config: { cacheDir: url } })
  await hooks['astro:build:done']?.({ dir: url })
}

const text = (content: string): string => `<p>${content}</p>`.repeat(200)

test('precompress compresses changed files only and deletes unused cache files', async () => {
  writeFileSync(page, text('one'))
  writeFileSync(join(home, 'short.html'), 'short')
  await built()
  expect(brotliDecompressSync(readFileSync(`${page}.br`)).toString()).toBe(text('one'))
  expect(gunzipSync(readFileSync(`${page}.gz`)).toString()).toBe(text('one'))
  expect(readdirSync(home).filter((name) => name.startsWith('short'))).toEqual(['short.html'])
  const [stored = ''] = readdirSync(cache)
  const { mtimeMs } = statSync(join(cache, stored))
  await built()
  expect(statSync(join(cache, stored)).mtimeMs).toBe(mtimeMs)
  writeFileSync(page, text('two'))
  await built()
  expect(brotliDecompressSync(readFileSync(`${page}.br`)).toString()).toBe(text('two'))
  expect(readdirSync(cache)).toHaveLength(2)
  expect(readdirSync(cache)).not.toContain(stored)
})

test('precompress compresses WebAssembly', async () => {
  const code = join(home, 'core.wasm')
  writeFileSync(code, text('code'))
  await built()
  expect(brotliDecompressSync(readFileSync(`${code}.br`)).toString()).toBe(text('code'))
  expect(gunzipSync(readFileSync(`${code}.gz`)).toString()).toBe(text('code'))
})
