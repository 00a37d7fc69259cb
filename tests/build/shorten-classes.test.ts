import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shortenClasses } from '#build/shorten-classes.ts'

const folder = mkdtempSync(join(tmpdir(), 'chautari-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shorten = (css: string, body: string): string =>
  shortenClasses(`<style>@layer utilities{${css}}</style>${body}`, folder)
const layer = (css: string, body: string): string => `<style>@layer utilities{${css}}</style>${body}`

test('utilities get short names in styles and markup', () => {
  const css = '.mt-2\\.5{margin:10px}@media print{.print\\:hidden:not(.flex){display:none}}.flex{display:flex}'
  expect(shorten(css, '<p class="mt-2.5 print:hidden"></p><p class="mt-2.5"></p><p class="flex"></p>')).toBe(
    layer(
      '.A{margin:10px}@media print{.B:not(.C){display:none}}.C{display:flex}',
      '<p class="A B"></p><p class="A"></p><p class="C"></p>',
    ),
  )
})

test('utilities that always occur together share a name', () => {
  const html = shorten('.flex{display:flex}.gap-2{gap:8px}', '<p class="flex gap-2"></p><p class="flex gap-2"></p>')
  expect(html).toBe(layer('.A{display:flex;gap:8px}', '<p class="A"></p><p class="A"></p>'))
})

test('adjacent rules of one selector are joined, without repeated declarations', () => {
  const css = 'p{top:0;margin:0}p{margin:1px;top:0}@media print{p{left:0}}b{left:0}p{right:0}'
  expect(shorten(css, '')).toBe(layer('p{margin:0;margin:1px;top:0}@media print{p{left:0}}b{left:0}p{right:0}', ''))
})

test.each([
  ['hand-written classes', '<style>.card{margin:0}</style><p class="card"></p>'],
  ['utilities that a script names', layer('.hidden{top:0}', '<p class="hidden"></p><script>x="hidden"</script>')],
  ['the text', layer('p{top:0}', '<p>class .flex</p>')],
])('%s stay as they are', (_, html) => {
  expect(shortenClasses(html, folder)).toBe(html)
})

test('addresses in styles stay as they are', () => {
  const html = shorten('.flex{background:url(a.flex)}', '<p class="flex"></p>')
  expect(html).toBe(layer('.A{background:url(a.flex)}', '<p class="A"></p>'))
})

test('more utilities than letters get different names', () => {
  const names = Array.from({ length: 60 }, (_, index) => `w-${index}`)
  const css = names.map((name) => `.${name}{top:0}`).join('')
  const html = shorten(css, names.map((name) => `<p class="${name}"></p>`).join(''))
  expect(new Set(html.match(/class="[A-Z]\w?"/g)).size).toBe(60)
})
