import { expect, test } from 'vitest'
import { islandModules } from '../../src/build/island-modules.ts'

const { collect, link } = islandModules()
const chunk = (fileName: string, imports: readonly string[] = [], code = '') => ({
  type: 'chunk',
  fileName,
  imports,
  code,
})
const BUNDLE = [
  chunk('_astro/Booking.js', ['_astro/react.js', '_astro/money.js']),
  chunk('_astro/client.js', ['_astro/react.js']),
  chunk('_astro/money.js', ['_astro/digits.js']),
  chunk('_astro/react.js'),
  chunk('_astro/digits.js'),
  chunk('_astro/Facade.js', ['_astro/Booking.js'], 'export{t as default}from"./Booking.js";\n'),
  { type: 'asset', fileName: '_astro/photo.webp' },
]
Reflect.apply(collect.generateBundle as () => void, undefined, [
  {},
  Object.fromEntries(BUNDLE.map((file) => [file.fileName, file])),
])

const page = (start: string, file = 'Booking') =>
  `<head></head><astro-island uid="a" component-url="/_astro/${file}.js" component-export="default" renderer-url="/_astro/client.js" props="{&quot;a&quot;:1}" ssr client="${start}">`
const MODULES = ['Booking', 'client', 'react', 'money', 'digits'].map((name) => `/_astro/${name}.js`)

test('the head of a page names each module that its island needs once', () => {
  const html = link(page('load'))
  expect([...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href)).toEqual(MODULES)
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'))
})

test('an island that starts after the first paint names its modules itself', () => {
  const html = link(page('painted'))
  expect(html).toContain(`client="painted" data-modules="${MODULES.join(' ')}"`)
  expect(html).not.toContain('modulepreload')
})

test('an island is imported from its chunk, without the file that only exports it again', () => {
  const html = link(page('painted', 'Facade'))
  expect(html).toContain('component-url="/_astro/Booking.js" component-export="t"')
  expect(html).toContain(`data-modules="${MODULES.join(' ')}"`)
})

test('an island with other attributes stops the build', () => {
  expect(() => link('<head></head><astro-island client="load" uid="a">')).toThrow('other attributes')
})

test('a page without an island stays as it is', () => {
  expect(link('<head></head><p>Text</p>')).toBe('<head></head><p>Text</p>')
})
