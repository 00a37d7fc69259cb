import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addInlineHashes } from '#build/content-security-policy.ts'
import { deferScripts, shortenScopeAttributes, stripIconNames } from '#build/optimize-html.ts'

const POLICY = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' 'sha256-old='; base-uri 'none';">`
const page = (head: string, body: string): string => `<head>${POLICY}${head}</head><body>${body}</body>`
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, text = '']) => text)

test('scripts in files and the manifest are asked for by one script, which the policy names', () => {
  const html = deferScripts(
    page(
      '<link rel="manifest" href="/site.webmanifest">',
      '<p>Read me.</p><script type="module" src="/_astro/a.js"></script><script type="module" src="/_astro/b.js"></script>',
    ),
  )
  const [script = ''] = scriptsOf(html)
  expect(html).not.toMatch(/ src=|<link/)
  expect(html).toContain('<p>Read me.</p>')
  for (const address of ['import("/_astro/a.js")', 'import("/_astro/b.js")', '"/site.webmanifest"'])
    expect(script).toContain(address)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(addInlineHashes(html)).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('what is asked for by a touch waits for it', () => {
  const html = deferScripts(
    page('', '<a class="launcher" href="/contact"></a><script type="module" src="/_astro/Launcher.a1.js"></script>'),
  )
  const [script = ''] = scriptsOf(html)
  expect(html).not.toMatch(/ src=/)
  expect(script).toContain('g=()=>import("/_astro/Launcher.a1.js")')
  expect(script.slice(script.indexOf('addEventListener("load"'))).not.toContain('Launcher')
})

test('what stands in the page runs where it stands, and a page with nothing to wait for stays as it is', () => {
  const html = page('<style>p{}</style>', '<script type="module">run()</script><script src="/classic.js"></script>')
  expect(deferScripts(html)).toBe(html)
})

test('icons lose the names of their library and keep everything else', () => {
  const icon = (classes: string, rest = '') => `<svg width="24" ${classes}${rest}><path d="M0 0"/></svg>`
  expect(
    stripIconNames(icon('class="lucide lucide-map-pin icon"', ' aria-hidden="true" data-astro-cid-a1="true"')),
  ).toBe(icon('class="icon"', ' aria-hidden="true" data-astro-cid-a1'))
  expect(stripIconNames(icon('class="peak"'))).toBe(icon('class="peak"'))
  const island = `<astro-island uid="1">${icon('class="lucide lucide-eye icon"')}</astro-island>`
  expect(stripIconNames(island + icon('class="lucide lucide-x icon"'))).toBe(island + icon('class="icon"'))
})

test('the marks of components are short, one for each, in markup and styles alike', () => {
  expect(
    shortenScopeAttributes(
      '<style>p[data-astro-cid-k3xw1]{} b[data-astro-cid-z9]{}</style><p data-astro-cid-k3xw1><b data-astro-cid-z9>',
    ),
  ).toBe('<style>p[data-0]{} b[data-1]{}</style><p data-0><b data-1>')
})
