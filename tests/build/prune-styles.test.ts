import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pruneStyles } from '#build/prune-styles.ts'

const folder = mkdtempSync(join(tmpdir(), 'chautari-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, '_astro'))
writeFileSync(join(folder, '_astro/list.a1.js'), 'import("./row.b2.js");x.className="list open"')
writeFileSync(join(folder, '_astro/row.b2.js'), 'const c=`row md:flex`')

const stylesOf = (css: string, body: string): string =>
  /<style>([\s\S]*)<\/style>/.exec(pruneStyles(`<style>${css}</style>${body}`, folder))?.[1] ?? ''

const SCRIPT = '<script src="/_astro/list.a1.js"></script>'
const AT_RULES =
  '@keyframes turn{from{top:0}50.5%{top:1px}}@font-face{font-family:a}@property --x{syntax:"*";inherits:false}'

test.each([
  ['classes of the page', '<p class="big card">', '.card{color:red}.card > p{margin:0}p{padding:0}'],
  ['classes of a loaded script', SCRIPT, '.open{margin:0}.md\\:flex{display:flex}'],
  ['classes of the sandbox’s card form', '<p>', '.card-tests{margin:0}'],
  ['classes that a rule excludes', '<p>', 'p:not(.other, :is(.more)){margin:0}'],
  ['keyframes, fonts and registered properties', '<p>', AT_RULES],
])('pruneStyles retains %s, and removes others', (_, body, rules) => {
  expect(stylesOf(`${rules}.other{color:red}.card .other{color:red}`, body)).toBe(rules)
})

test('pruneStyles removes the rules of a script that the page does not load', () => {
  expect(stylesOf('.open{margin:0}.md\\:flex{display:flex}', '<p>')).toBe('')
})

test('pruneStyles removes unused ones of several selectors', () => {
  expect(stylesOf('.card,.other{color:red}', '<p class="card">')).toBe('.card{color:red}')
})

test('pruneStyles removes blocks that are empty afterwards, and an empty style element', () => {
  const css = '@layer a{@media print{.other{color:red}}}'
  expect(stylesOf(`${css}p{margin:0}`, '<p>')).toBe('p{margin:0}')
  expect(pruneStyles(`<style>${css}</style><p>`, folder)).toBe('<p>')
})

test('pruneStyles retains rules whose classes a script joins', () => {
  writeFileSync(join(folder, '_astro/parts.c3.js'), ['x=`day-', '{part}`'].join('$'))
  const styles = stylesOf('.day-name{margin:0}.dayname{margin:0}', '<script src="/_astro/parts.c3.js"></script>')
  expect(styles).toBe('.day-name{margin:0}')
})
