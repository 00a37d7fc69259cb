/** Weighs what every built page makes a browser load, in bytes after brotli, and fails where a budget is broken. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const BUILD = 'dist/client'
const KB = 1_024

interface Budget {
  /** Script that is loaded without anybody asking: everything of a page's islands, without what they load later. */
  script: number
  style: number
  html: number
}
/** react-dom alone is about 57 KB; a content page has none of it. */
const CONTENT: Budget = { script: 2 * KB, style: 20 * KB, html: 30 * KB }
const ISLAND: Budget = { script: 110 * KB, style: 24 * KB, html: 20 * KB }
const ISLANDS = /^\/(booking|payment|admin)/

const weigh = (content: string | Buffer): number => brotliCompressSync(content).length
const read = (path: string): string => readFileSync(join(BUILD, path), 'utf8')

/** A module and all that it imports at once, by path from the build's root. */
function withImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, imported = ''] of read(path).matchAll(/(?:from|import)\s*["'](\.[^"']+\.js)["']/g))
    withImports(posix.join(dirname(path), imported), seen)
  return seen
}

function measure(page: string): Budget {
  const html = read(page)
  const entries = [...html.matchAll(/(?:src|component-url|renderer-url|before-hydration-url)="(\/_astro\/[^"]+\.js)"/g)]
  const modules = new Set(entries.flatMap(([, url = '']) => [...withImports(url)]))
  const inline = [...html.matchAll(/<script(?![^>]*\b(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g)]
  const styles = new Set([...html.matchAll(/<link rel="stylesheet" href="([^"]+\.css)"/g)].map(([, url = '']) => url))
  const inlineScript = inline.map(([, text = '']) => text).join('\n')
  return {
    script: sum([...modules].map((path) => weigh(read(path)))) + (inlineScript ? weigh(inlineScript) : 0),
    style: sum([...styles].map((path) => weigh(read(path)))),
    html: weigh(html),
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const pages = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .map((path) => `/${path}`)
  .sort()
const broken: string[] = []
const rows: Record<string, Record<string, string>> = {}
for (const page of pages) {
  const found = measure(page)
  const budget = ISLANDS.test(page) ? ISLAND : CONTENT
  const row: Record<string, string> = {}
  for (const part of ['script', 'style', 'html'] as const) {
    row[part] = `${(found[part] / KB).toFixed(1)} of ${budget[part] / KB} KB`
    if (found[part] > budget[part]) broken.push(`${page}: ${part} weighs ${row[part]}`)
  }
  rows[page] = row
}
console.table(rows)
if (broken.length > 0) {
  console.error(`Over budget:\n${broken.join('\n')}`)
  process.exit(1)
}
