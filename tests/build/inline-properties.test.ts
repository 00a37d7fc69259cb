import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inlineProperties } from '#build/inline-properties.ts'

/** A new one for each test, because a build reads a file once. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chautari-'))
  mkdirSync(join(folder, '_astro'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const inline = (css: string, body = ''): string =>
  /<style>([\s\S]*)<\/style>/.exec(inlineProperties(`<style>${css}</style>${body}`, folder))?.[1] ?? ''

const REGISTERED = '@property --x{syntax:"*";inherits:false;initial-value:solid}'

test('a registered property that nothing sets has its initial value', () => {
  expect(inline(`p{border-style:var(--x)}b{border:1px var(--x,dotted) red}${REGISTERED}`)).toBe(
    'p{border-style:solid}b{border:1px solid red}',
  )
})

test.each([
  ['var(--x,ease)', 'ease'],
  ['var(--x,var(--y))', 'var(--y)'],
  ['var(--x,) 0 0', ' 0 0'],
])('%s is the fallback where the property has no initial value', (read, value) => {
  expect(inline(`p{all:${read}}@property --x{syntax:"*";inherits:false}`)).toBe(`p{all:${value}}`)
})

test('a property that only :root sets is written where it is read once', () => {
  expect(inline(':root{--y:clamp(1rem, 2vw, 2rem);--z:1px}p{margin:0 var(--y);top:var(--z);left:var(--z)}')).toBe(
    ':root{--z:1px}p{margin:0 clamp(1rem, 2vw, 2rem);top:var(--z);left:var(--z)}',
  )
  expect(inline(':root{--y:1px}p{top:var(--y)}')).toBe('p{top:1px}')
})

test.each([
  ['a registered property that a rule sets', `b{--x:dotted}p{border-style:var(--x)}${REGISTERED}`],
  ['a registered property of a type', 'p{width:calc(1px + var(--x))}@property --x{syntax:"<length>";initial-value:0}'],
  ['a registered property without a value', 'p{top:var(--x)}@property --x{syntax:"*";inherits:false}'],
  ['a property that a rule sets', ':root{--y:1px}.wall{--y:2px}p{top:var(--y)}'],
  ['a property that printing changes', ':root{--y:1px}@media print{:root{--y:2px}}p{top:var(--y)}'],
  ['a property of another element', 'body{--y:1px}p{top:var(--y)}'],
  ['a property that reads another', ':root{--y:var(--z)}.wall{--z:1px}p{top:var(--y)}'],
  ['a read beside other text', ':root{--y:1px}p{margin:var(--y)auto}'],
  ['a read in a fallback', ':root{--y:1px}p{top:var(--set,var(--y))}'],
])('%s stays as it is', (_, css) => {
  expect(inline(css)).toBe(css)
})

test.each([
  ['markup', '<p style="--y:2px">', ''],
  ['a script', '<script>p.style.setProperty("--y","2px")</script>', ''],
  ['a sheet that is loaded later', '', 'p{top:var(--y)}'],
])('a property that %s uses stays as it is', (_, body, sheet) => {
  writeFileSync(join(folder, '_astro/chat.c3.css'), sheet)
  const css = ':root{--y:1px}p{top:var(--y)}'
  expect(inline(css, body)).toBe(css)
})
