import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { receiptReader } from '#build/receipt-reader.ts'

test('receiptReader serves each core as WebAssembly, not as base64 in a script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '_astro'))
  await receiptReader().hooks['astro:build:done']?.({ dir: pathToFileURL(`${folder}/`) } as never)
  const [reader = ''] = readdirSync(join(folder, '_astro'))
  const files = readdirSync(join(folder, '_astro', reader))
  const scripts = files.filter((name) => name.endsWith('.wasm.js'))
  expect(scripts).toHaveLength(3)
  for (const script of scripts) {
    const core = script.replace(/\.js$/, '')
    expect(readFileSync(join(folder, '_astro', reader, script), 'utf8')).toContain(`"${core}"`)
    expect(WebAssembly.validate(readFileSync(join(folder, '_astro', reader, core)))).toBe(true)
  }
})
