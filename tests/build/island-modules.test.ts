import { expect, test } from 'vitest'
import { islandModules } from '../../src/build/island-modules.ts'

const { collect, link } = islandModules()
const chunk = (fileName: string, imports: readonly string[] = []) => ({ type: 'chunk', fileName, imports })
const BUNDLE = [
  chunk('_astro/Booking.js', ['_astro/react.js', '_astro/money.js']),
  chunk('_astro/client.js', ['_astro/react.js']),
  chunk('_astro/money.js', ['_astro/digits.js']),
  chunk('_astro/react.js'),
  chunk('_astro/digits.js'),
  { type: 'asset', fileName: '_astro/photo.webp' },
]
Reflect.apply(collect.generateBundle as () => void, undefined, [
  {},
  Object.fromEntries(BUNDLE.map((file) => [file.fileName, file])),
])

const page = (start: string) =>
  `<head></head><astro-island uid="a" component-url="/_astro/Booking.js" component-export="default" renderer-url="/_astro/client.js" props="{&quot;a&quot;:1}" ssr client="${start}">`
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

test('a page without an island stays as it is', () => {
  expect(link('<head></head><p>Text</p>')).toBe('<head></head><p>Text</p>')
})
