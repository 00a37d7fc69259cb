import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibility } from '../audit/accessibility.ts'
import { CHECKS } from '../audit/checks.ts'
import { crawl } from '../audit/crawl.ts'
import { degraded } from '../audit/degraded.ts'
import { toMeasurements } from '../audit/lighthouse.ts'
import { checkSitemap, links } from '../audit/links.ts'
import { markup } from '../audit/markup.ts'
import { listFaults } from '../audit/measurement.ts'
import { comparePosts } from '../audit/posts.ts'
import { print } from '../audit/print.ts'
import { reflow } from '../audit/reflow.ts'
import { toRoute } from '../audit/routes.ts'
import type { Site } from '../audit/site.ts'
import { weight } from '../audit/weight.ts'
import { findBrowser } from '../support/browser.ts'

/** Each of these pages has one fault, which shows that the audit can fail. */
const page = (content: string, head = '', header = '') => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page</title><link rel="icon" href="data:image/png;base64,"><style>a { color: #00f }</style>${head}</head>
<body>${header}<main><h1>A page</h1>${content}</main></body>
</html>`

const RANDOM = Array.from({ length: 6_000 }, (_, index) => ((index * 7_919) % 104_729).toString(36)).join(' ')
const FACE = `@font-face { font-family: Own; src: url("/own.woff2") format("woff2") }`
const FALLBACK = `@font-face { font-family: Fallback; src: local("Arial"); size-adjust: 93%; ascent-override: 97% }`
const PRELOAD = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/own.woff2">'

const VALID = page('<p>All is well. <a href="/linked#target">Next</a></p>')
const PAGES: Readonly<Record<string, string>> = {
  '/': VALID,
  '/linked': page('<p id="target">Here.</p><a href="/">Back</a>'),
  '/heavy-script': page(`<p>Heavy.</p><script>window.random = '${RANDOM}'</script>`),
  '/react': page('<p>React.</p><script src="/react.js"></script>'),
  '/heavy-style': page('<p>Heavy.</p>', `<style>/* ${RANDOM} ${RANDOM} */</style>`),
  '/late-font': page('<p>Late.</p>', `<style>${FACE} ${FALLBACK} body { font-family: Own, Fallback }</style>`),
  '/font-without-fallback': page('<p>Bare.</p>', `${PRELOAD}<style>${FACE} body { font-family: Own, serif }</style>`),
  '/shift': page(
    '<p>Moves.</p>',
    '<script>setTimeout(() => { document.getElementById("late").style.height = "300px" }, 350)</script>',
    '<div id="late"></div>',
  ),
  '/error': page('<p>Breaks.</p><img src="/missing.png" alt="Nothing" width="8" height="8">'),
  '/no-alt': page('<p>Look:</p><img src="data:image/png;base64," width="8" height="8">'),
  '/pale-in-dark-mode': page(
    '<p>Pale.</p>',
    '<style>@media (prefers-color-scheme: dark) { p { color: #ccc } }</style>',
  ),
  '/pale-in-popover': page(
    '<button popovertarget="more">More</button><div id="more" popover><p style="color: #ccc">Pale.</p></div>',
  ),
  '/too-wide': page('<p style="width: 400px">Wide.</p>'),
  '/clipped': page('<p style="width: 100px; overflow: hidden; white-space: nowrap">Cut off before it ends.</p>'),
  '/covered': page(
    '<p>Under.</p>',
    '',
    '<header style="position: fixed; inset: 0 0 auto; height: 200px">Always here.</header>',
  ),
  '/endless-popover': page(
    '<button popovertarget="more">More</button><div id="more" popover style="inset: 0 auto auto 0; max-height: none; overflow: visible"><p style="height: 900px">Long.</p></div>',
  ),
  '/broken-anchor': page('<a href="/linked#missing">Next</a>'),
  '/broken-link': page('<a href="/missing">Next</a>'),
  '/broken-srcset': page('<img src="/own.woff2" srcset="/missing-2x.png 2x" alt="Nothing">'),
  '/broken-phone': page('<a href="tel:01 234">Call</a>'),
  '/invalid': page('<p>One <div>two</div></p>'),
  '/script-only': page(
    '<p id="late"></p><script>document.getElementById("late").textContent = "Only with scripts."</script>',
  ),
  '/silent-island': page(''),
  '/broken-menu': page(
    '',
    '',
    '<button onclick="menu.hidden = false">Menu</button><nav aria-label="Main" id="menu" hidden><a href="/">Home</a></nav>',
  ),
  '/text-on-image': page(
    '<div style="position: relative; color: #eee"><img src="/night.svg" alt="Night" width="300" height="90"><p style="position: absolute; top: 0">On the image.</p></div>',
  ),
  '/printed-control': page('<p>Text.</p><button>Click</button>'),
  '/pale-ink': page('<p style="background: #000; color: #fff">White on black.</p>'),
}
const FILES: Readonly<Record<string, [type: string, content: string]>> = {
  '/react.js': ['text/javascript', 'Symbol.for("react.transitional.element")'],
  '/own.woff2': ['font/woff2', 'no font'],
  '/night.svg': [
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="300" height="90"/></svg>',
  ],
  '/robots.txt': ['text/plain', 'User-agent: *'],
  '/sitemap-index.xml': ['application/xml', '<urlset><url><loc>SITE/</loc></url></urlset>'],
}

let server: Server
let site: Site

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const [type, content] = FILES[url] ?? ['text/html', PAGES[url]]
    response
      .writeHead(content === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` })
      .end(content?.replace('SITE', site.url))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes: Object.entries(PAGES).map(([path, html]) => toRoute(path, html)),
    browser: await chromium.launch(await findBrowser()),
    staff: undefined,
  }
})
afterAll(async () => {
  await site.browser.close()
  server.close()
})

test.concurrent.each([
  ['/heavy-script', weight, /^script: .* at most 2\.00 KB/],
  ['/react', weight, /^script: React/],
  ['/heavy-style', weight, /^HTML\+CSS: .* at most 14\.0 KB/],
  ['/late-font', weight, /^fonts: \/own\.woff2 is not preloaded/],
  ['/font-without-fallback', weight, /^fonts: Own has no fallback/],
  ['/shift', weight, /^shift: /],
  ['/error', weight, /^errors: .*404/],
  ['/no-alt', accessibility, /^axe: image-alt: img \(320 px, light\)/],
  ['/pale-in-dark-mode', accessibility, /^axe: color-contrast: p \(320 px, dark\)/],
  ['/pale-in-popover', accessibility, /^axe: color-contrast: .*light/],
  ['/too-wide', reflow, /^reflow: scrolls sideways/],
  ['/clipped', reflow, /^reflow: cut off: Cut off before/],
  ['/covered', reflow, /^reflow: fixed elements cover 200 of 256 px/],
  ['/endless-popover', reflow, /^reflow: #more does not end/],
  ['/invalid', markup, /^HTML: /],
  ['/script-only', degraded, /^no JS: text only with scripts: Only with/],
  ['/broken-menu', degraded, /^no JS: the menu does not open/],
  ['/text-on-image', degraded, /^no images: color-contrast: p/],
  ['/printed-control', print, /^paper: <button/],
  ['/pale-ink', print, /^paper: too pale for paper: White on black/],
] as const)('reports the fault of %s', async (path, check, fault) => {
  const measurements = await check(site, toRoute(path, PAGES[path] ?? ''))
  expect(listFaults(measurements).join('\n')).toMatch(new RegExp(fault, 'm'))
})

test('reports an island without text for disabled scripts', async () => {
  const measurements = await degraded(site, { ...toRoute('/silent-island', ''), kind: 'booking' })
  expect(listFaults(measurements)).toEqual(['no JS: no text says that it needs JavaScript'])
})

test('reports nothing for a page without faults', async () => {
  for (const check of CHECKS) expect(listFaults(await check(site, toRoute('/', VALID)))).toEqual([])
})

test('reports broken links, anchors, image sources and phone numbers', async () => {
  const web = await crawl(site)
  const faults = (path: string) => links(web, site.url + path).broken
  expect(faults('/')).toEqual([])
  expect(faults('/broken-anchor')).toEqual(['/linked#missing has no target on its page'])
  expect(faults('/broken-link')).toEqual(['/missing has status 404'])
  expect(faults('/broken-srcset')).toEqual(['/missing-2x.png has status 404'])
  expect(faults('/broken-phone')).toEqual(['tel:01 234 has an invalid form'])
})

test('reports pages missing from the sitemap and unlisted pages in it', async () => {
  const routes = ['/', '/linked', '/clipped'].map((path) => toRoute(path, PAGES[path] ?? ''))
  const web = await crawl(site)
  expect([...checkSitemap(web, routes, site.url)]).toEqual([
    ['/linked', ['is not in the sitemap']],
    ['/clipped', ['is not in the sitemap', 'is not linked from another page']],
  ])
  const hidden = toRoute('/', '<meta name="robots" content="noindex">')
  expect([...checkSitemap(web, [hidden], site.url)]).toEqual([['/', ['is in the sitemap despite noindex']]])
})

test('reports low and missing Lighthouse scores with their causes', () => {
  const audit = { title: 'Buttons have names', score: 0, numericValue: Number.NaN }
  const auditRefs = [{ id: 'button-name', weight: 1 }]
  const result = {
    audits: { 'button-name': audit, 'largest-contentful-paint': audit, 'total-blocking-time': { numericValue: 0 } },
    categories: {
      performance: { score: 0.98, auditRefs },
      accessibility: { score: 0.9, auditRefs },
      seo: { score: 0.5 },
    },
  } as unknown as Parameters<typeof toMeasurements>[0]
  const faults = (html: string) => listFaults(toMeasurements(result, toRoute('/page', html), 0))
  expect(faults('')).toEqual([
    'speed: 98, at least 99: Buttons have names',
    'a11y: 90, at least 100: Buttons have names',
    'practice: 0, at least 100: ',
    'SEO: 50, at least 100: ',
    'LCP: NaN s, at most 1.2 s',
    'CLS: NaN, at most 0.001',
  ])
  expect(faults('<meta name="robots" content="noindex">')).not.toContain('SEO: 50, at least 100: ')
})

test('reports posts with growing build time, or slower than an empty Astro project', () => {
  const faults = (ours: [number, number, number]) =>
    comparePosts(
      [1_000, 500, 250].map((posts, step) => ({
        posts,
        ours: { seconds: ours[step] ?? 0, work: 0, memory: 0 },
        bare: { seconds: 1 + posts / 100, work: 0, memory: 0 },
      })),
    ).flatMap(({ name, broken }) => (broken.length > 0 ? [name] : []))
  expect(faults([16, 10, 7])).toEqual([])
  expect(faults([14, 6, 4])).toEqual(['growth'])
  expect(faults([29, 19, 14])).toEqual(['posts'])
})
