import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneStyles } from '#build/prune-styles.ts'
import { SANDBOX_CARD_SCRIPT } from '#contract/card.ts'

/** A new one for each test, because a build reads a file once. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chautari-'))
  mkdirSync(join(folder, '_astro'))
  writeFileSync(join(folder, '_astro/list.a1.js'), 'import("./row.b2.js");x.className="list open"')
  writeFileSync(join(folder, '_astro/row.b2.js'), 'const c=`row md:flex`;x.style.color="var(--y)"')
})
afterEach(() => rmSync(folder, { recursive: true }))

const stylesOf = (css: string, body: string): string =>
  /<style>([\s\S]*)<\/style>/.exec(pruneStyles(`<style>${css}</style>${body}`, folder))?.[1] ?? ''

const SCRIPT = '<script src="/_astro/list.a1.js"></script>'
const AT_RULES =
  '@keyframes turn{from{top:0}50.5%{top:1px}}@font-face{font-family:a}@property --x{syntax:"*"}p{top:var(--x);animation:1s turn}'

test.each([
  ['classes of the page', '<p class="big card">', '.card{color:red}.card > p{margin:0}p{padding:0}'],
  ['classes of a loaded script', SCRIPT, '.open{margin:0}.md\\:flex{display:flex}'],
  ['classes of the sandbox’s card form', `<script>load("${SANDBOX_CARD_SCRIPT}")</script>`, '.field-row{margin:0}'],
  ['classes that a rule excludes', '<p>', 'p:not(.other, :is(.more)){margin:0}'],
  ['keyframes, fonts and registered properties that it uses', '<p>', AT_RULES],
])('pruneStyles retains %s, and removes others', (_, body, rules) => {
  expect(stylesOf(`${rules}.other{color:red}.card .other{color:red}`, body)).toBe(rules)
})

test('pruneStyles keeps the order of layers', () => {
  expect(stylesOf('@layer a{.other{color:red}}@layer b{p{margin:0}}', '<p>')).toBe('@layer a;@layer b{p{margin:0}}')
})

test.each([
  ['the page', '<textarea></textarea>'],
  ['a script', '<script>x.append(document.createElement("textarea"))</script>'],
])('pruneStyles retains the form controls of %s, and removes others', (_, body) => {
  const shared = 'p :is(input,select,textarea){margin:0}'
  const css = `textarea,select{resize:none}p select:not([multiple]){padding:0}${shared}`
  expect(stylesOf(css, body)).toBe(`textarea{resize:none}${shared}`)
})

test('pruneStyles ignores the words of React, which names every element', () => {
  writeFileSync(join(folder, '_astro/react.d4.js'), 'const names=["select","open"]')
  writeFileSync(join(folder, '_astro/island.e5.js'), 'import("./react.d4.js");x.className="list"')
  const css = '.open{margin:0}select{padding:0}'
  expect(stylesOf(`${css}.list{top:0}`, '<script src="/_astro/island.e5.js"></script>')).toBe('.list{top:0}')
})

test('pruneStyles reads escaped names', () => {
  const css = '.\\31 20\\:mt-2\\.5{margin:10px}'
  expect(stylesOf(`${css}.\\31 21\\:mt-1{margin:0}`, '<p class="120:mt-2.5">')).toBe(css)
})

test('pruneStyles removes the rules of a script that the page does not load', () => {
  expect(stylesOf('.open{margin:0}.md\\:flex{display:flex}', '<p>')).toBe('')
})

test('pruneStyles removes the classes of the sandbox’s card form where no script loads it', () => {
  expect(stylesOf('.field-row{margin:0}', SCRIPT)).toBe('')
})

test('pruneStyles removes keyframes that no sheet uses', () => {
  const keyframes = ['turn', 'dot', 'other'].map((name) => `@keyframes ${name}{to{top:0}}`)
  writeFileSync(join(folder, '_astro/chat.c3.css'), 'p{animation:1s dot}')
  const rule = 'b{animation-name:turn,none}'
  expect(stylesOf(`${keyframes.join('')}${rule}`, '<p>')).toBe(`${keyframes.slice(0, 2).join('')}${rule}`)
})

test('pruneStyles applies the rules that are for browsers with color-mix()', () => {
  const mixed = 'p{color:color-mix(in oklab, red 9%, transparent)}'
  const grid = '@supports (display:grid){p{margin:0}}'
  expect(stylesOf(`@supports (color:color-mix(in lab, red, red)){${mixed}}${grid}`, '<p>')).toBe(`${mixed}${grid}`)
})

test('pruneStyles removes rules whose class is only a word of the text or of an attribute', () => {
  expect(stylesOf('.table{margin:0}', '<p title="table">table</p>')).toBe('')
})

test('pruneStyles removes registered properties that the page does not use, and their fallback', () => {
  const fallback = '@layer properties{@supports (not (margin-trim:inline)){*{--x:0}}}'
  expect(stylesOf(`${fallback}p{margin:0}@property --x{syntax:"*"}`, '<p>')).toBe('p{margin:0}')
})

test.each([
  ['its styles', '<p>', 'p{color:var( --y )}'],
  ['its markup', '<path fill="var(--y)">', ''],
  ['a script that it loads', SCRIPT, ''],
  ['a sheet that is loaded later', '<p>', ''],
])('pruneStyles retains a custom property that %s reads, and removes others', (where, body, rule) => {
  writeFileSync(join(folder, '_astro/chat.c3.css'), where.startsWith('a sheet') ? 'p{color:var(--y)}' : '')
  const css = `:root{--y:var(--z);--z:red;--other:var(--only);--only:red}p{--other:0}${rule}`
  expect(stylesOf(css, body)).toBe(`:root{--y:var(--z);--z:red}${rule}`)
})

test('pruneStyles removes unused ones of several selectors', () => {
  expect(stylesOf('.card,.other{color:red}', '<p class="card">')).toBe('.card{color:red}')
})

test('pruneStyles removes blocks that are empty afterwards, and an empty style element', () => {
  const css = '@media print{@supports (top:0){.other{color:red}}}'
  expect(stylesOf(`${css}p{margin:0}`, '<p>')).toBe('p{margin:0}')
  expect(pruneStyles(`<style>${css}</style><p>`, folder)).toBe('<p>')
})

test('pruneStyles retains rules whose classes a script joins', () => {
  writeFileSync(join(folder, '_astro/parts.c3.js'), ['x=`day-', '{part}`'].join('$'))
  const styles = stylesOf('.day-name{margin:0}.dayname{margin:0}', '<script src="/_astro/parts.c3.js"></script>')
  expect(styles).toBe('.day-name{margin:0}')
})

test('pruneStyles does not count the words of structured data', () => {
  const data = '<script type="application/ld+json">{"headline":"The other open card"}</script>'
  expect(stylesOf('.open{margin:0}p{margin:0}', data)).toBe('p{margin:0}')
})
