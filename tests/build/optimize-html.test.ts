import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addInlineHashes } from '#build/inline-hashes.ts'
import { deferScripts, mergeStyles, shortenScopeAttributes, stripIconNames } from '#build/optimize-html.ts'

const POLICY = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' 'sha256-old='; base-uri 'none';">`
const page = (head: string, body: string): string => `<head>${POLICY}${head}</head><body>${body}</body>`
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, text = '']) => text)

test('deferScripts loads files and the manifest from one script that the policy allows', () => {
  const module = (name: string) => `<script type="module" src="/_astro/${name}.js"></script>`
  const manifest = '<link rel="manifest" href="/site.webmanifest">'
  const html = deferScripts(page(manifest, `<p>Read me.</p>${module('a')}${module('b')}`))
  const [script = ''] = scriptsOf(html)
  expect(html).not.toMatch(/ src=|<link/)
  expect(html).toContain('<p>Read me.</p>')
  for (const address of ['import("/_astro/a.js")', 'import("/_astro/b.js")', '"/site.webmanifest"'])
    expect(script).toContain(address)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(addInlineHashes(html)).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('deferScripts loads the launcher on first use', () => {
  const launcher = '<a class="launcher" href="/contact"></a>'
  const html = deferScripts(page('', `${launcher}<script type="module" src="/_astro/Launcher.a1.js"></script>`))
  const [script = ''] = scriptsOf(html)
  expect(html).not.toMatch(/ src=/)
  expect(script).toContain('g=()=>import("/_astro/Launcher.a1.js")')
  expect(script.slice(script.indexOf('onload='))).not.toContain('Launcher')
})

test('deferScripts loads the days of a visit only with their fragment', () => {
  const html = deferScripts(page('', '<script type="module" src="/_astro/VisitDays.a1.js"></script>'))
  const [script = ''] = scriptsOf(html)
  expect(script).toContain('/^#visit/.test(location.hash)&&import("/_astro/VisitDays.a1.js")')
})

test('deferScripts leaves inline and classic scripts unchanged', () => {
  const html = page('<style>p{}</style>', '<script type="module">run()</script><script src="/classic.js"></script>')
  expect(deferScripts(html)).toBe(html)
})

test('deferScripts joins inline modules with its script, each in a separate scope', () => {
  const inline = (code: string) => `<script type="module">${code}</script>`
  const imports = inline('import"./b.js"')
  const html = deferScripts(
    page('', `${inline('var e=1')}${imports}${inline('var e=2')}<script type="module" src="/_astro/a.js"></script>`),
  )
  const [script = ''] = scriptsOf(html)
  expect(script).toMatch(/^\(\(\)=>\{var e=1\}\)\(\);\(\(\)=>\{var e=2\}\)\(\);onload=/)
  expect(html.match(/<script type="module">.*?<\/script>/g)).toEqual([imports])
})

test('mergeStyles joins the styles of the head in their order', () => {
  const html =
    '<head><style>p{}</style><style media="print">i{}</style><title>A</title><style>b{}</style></head><style>a{}</style>'
  expect(mergeStyles(html)).toBe(
    '<head><style media="print">i{}</style><title>A</title><style>p{}b{}</style></head><style>a{}</style>',
  )
  expect(mergeStyles('<head><title>A</title></head>')).toBe('<head><title>A</title></head>')
})

test('stripIconNames removes the names of the icon library outside islands', () => {
  const icon = (classes: string, rest = '') => `<svg width="24" ${classes}${rest}><path d="M0 0"/></svg>`
  const named = icon('class="lucide lucide-map-pin icon"', ' aria-hidden="true" data-astro-cid-a1="true"')
  expect(stripIconNames(named)).toBe(icon('class="icon"', ' aria-hidden="true" data-astro-cid-a1'))
  expect(stripIconNames(icon('class="peak"'))).toBe(icon('class="peak"'))
  const island = `<astro-island uid="1">${icon('class="lucide lucide-eye icon"')}</astro-island>`
  expect(stripIconNames(island + icon('class="lucide lucide-x icon"'))).toBe(island + icon('class="icon"'))
})

test('shortenScopeAttributes renames scopes in markup and styles alike', () => {
  const html =
    '<style>p[data-astro-cid-k3xw1]{} b[data-astro-cid-z9]{}</style><p data-astro-cid-k3xw1><b data-astro-cid-z9>'
  expect(shortenScopeAttributes(html)).toBe('<style>p[data-0]{} b[data-1]{}</style><p data-0><b data-1>')
})
