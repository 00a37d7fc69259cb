import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibility } from '../audit/accessibility.ts'
import { figuresOf } from '../audit/lighthouse.ts'
import { findable, links } from '../audit/links.ts'
import { markup } from '../audit/markup.ts'
import { paper } from '../audit/paper.ts'
import { judged } from '../audit/posts.ts'
import { reflow } from '../audit/reflow.ts'
import { routeOf } from '../audit/routes.ts'
import type { Site } from '../audit/site.ts'
import { follow } from '../audit/web.ts'
import { weight } from '../audit/weight.ts'
import { without } from '../audit/without.ts'
import { findBrowser } from '../support/browser.ts'

/** A check that never failed proves nothing: each of these pages has one fault, and the check says which. */
const page = (body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page</title><link rel="icon" href="data:image/png;base64,"><style>a { color: #00f }</style>${head}</head>
<body>${body}</body>
</html>`
const main = (content: string): string => `<main><h1>A page</h1>${content}</main>`

const RANDOM = Array.from({ length: 6_000 }, (_, index) => ((index * 7_919) % 104_729).toString(36)).join(' ')
const FACE = `@font-face { font-family: Own; src: url("/own.woff2") format("woff2") }`
const MEASURED = `@font-face { font-family: Stand-in; src: local("Arial"); size-adjust: 93%; ascent-override: 97% }`
const PRELOAD = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/own.woff2">'

const SOUND = page(main('<p>All is well. <a href="/linked#place">On</a></p>'))
const PAGES: Readonly<Record<string, string>> = {
  '/': SOUND,
  '/linked': page(main('<p id="place">Here.</p><a href="/">Back</a>')),
  '/heavy-script': page(main(`<p>Heavy.</p><script>window.words = '${RANDOM}'</script>`)),
  '/react': page(main('<p>React.</p><script src="/react.js"></script>')),
  '/heavy-style': page(main('<p>Heavy.</p>'), `<style>/* ${RANDOM} ${RANDOM} */</style>`),
  '/late-font': page(main('<p>Late.</p>'), `<style>${FACE} ${MEASURED} body { font-family: Own, Stand-in }</style>`),
  '/unmeasured-font': page(main('<p>Bare.</p>'), `${PRELOAD}<style>${FACE} body { font-family: Own, serif }</style>`),
  '/shift': page(
    main('<p>Moves.</p>').replace('<h1>', '<div id="late"></div><h1>'),
    '<script>setTimeout(() => { document.getElementById("late").style.height = "300px" }, 350)</script>',
  ),
  '/error': page(main('<p>Breaks.</p><img src="/nowhere.png" alt="Nothing" width="8" height="8">')),
  '/no-alt': page(main('<p>Look:</p><img src="data:image/png;base64," width="8" height="8">')),
  '/pale-in-the-dark': page(
    main('<p>Pale.</p>'),
    '<style>@media (prefers-color-scheme: dark) { p { color: #ccc } }</style>',
  ),
  '/pale-in-a-popover': page(
    main('<button popovertarget="more">More</button><div id="more" popover><p style="color: #ccc">Pale.</p></div>'),
  ),
  '/too-wide': page(main('<p style="width: 400px">Wide.</p>')),
  '/cut': page(main('<p style="width: 100px; overflow: hidden; white-space: nowrap">Cut off before it ends.</p>')),
  '/covered': page(
    `<header style="position: fixed; inset: 0 0 auto; height: 200px">Always here.</header>${main('<p>Under.</p>')}`,
  ),
  '/endless-popover': page(
    main(
      '<button popovertarget="more">More</button><div id="more" popover style="inset: 0 auto auto 0; max-height: none; overflow: visible"><p style="height: 900px">Long.</p></div>',
    ),
  ),
  '/broken-anchor': page(main('<a href="/linked#nowhere">On</a>')),
  '/broken-link': page(main('<a href="/nowhere">On</a>')),
  '/broken-srcset': page(main('<img src="/own.woff2" srcset="/nowhere-2x.png 2x" alt="Nothing">')),
  '/broken-telephone': page(main('<a href="tel:01 234">Call</a>')),
  '/invalid': page(main('<p>One <div>two</div></p>')),
  '/script-only': page(
    main('<p id="late"></p><script>document.getElementById("late").textContent = "Only with scripts."</script>'),
  ),
  '/silent-island': page('<main><h1>A page</h1></main>'),
  '/dead-menu': page(
    `<button onclick="menu.hidden = false">Menu</button><nav aria-label="Main" id="menu" hidden><a href="/">Home</a></nav>${main('')}`,
  ),
  '/lost-words': page(
    main(
      '<div style="position: relative; color: #eee"><img src="/night.svg" alt="Night" width="300" height="90"><p style="position: absolute; top: 0">On the picture.</p></div>',
    ),
  ),
  '/furniture': page(main('<p>Words.</p><button>Press</button>')),
  '/pale-ink': page(main('<p style="background: #000; color: #fff">White on black.</p>')),
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes: Object.entries(PAGES).map(([path, html]) => routeOf(path, html)),
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
  ['/unmeasured-font', weight, /^fonts: Own has no fallback/],
  ['/shift', weight, /^shift: /],
  ['/error', weight, /^errors: .*404/],
  ['/no-alt', accessibility, /^axe: image-alt: img \(320 px, light\)/],
  ['/pale-in-the-dark', accessibility, /^axe: color-contrast: p \(320 px, dark\)/],
  ['/pale-in-a-popover', accessibility, /^axe: color-contrast: .*light/],
  ['/too-wide', reflow, /^reflow: scrolls sideways/],
  ['/cut', reflow, /^reflow: cut off: Cut off before/],
  ['/covered', reflow, /^reflow: 200 of 256 px/],
  ['/endless-popover', reflow, /^reflow: #more does not end/],
  ['/invalid', markup, /^HTML: /],
  ['/script-only', without, /^no JS: says only with scripts: Only with/],
  ['/dead-menu', without, /^no JS: the menu does not open/],
  ['/lost-words', without, /^no images: color-contrast: p/],
  ['/furniture', paper, /^paper: <button/],
  ['/pale-ink', paper, /^paper: too pale for paper: White on black/],
] as const)('%s is found', async (path, check, fault) => {
  const figures = await check(site, routeOf(path, PAGES[path] ?? ''))
  expect(figures.flatMap(({ name, broken }) => broken.map((what) => `${name}: ${what}`)).join('\n')).toMatch(
    new RegExp(fault, 'm'),
  )
})

test('an island that says nothing without scripts is found', async () => {
  const figures = await without(site, { ...routeOf('/silent-island', ''), kind: 'island' })
  expect(figures.flatMap(({ broken }) => broken)).toEqual(['does not say that it needs JavaScript'])
})

test('a sound page passes every check', async () => {
  for (const check of [weight, accessibility, reflow, markup, without, paper])
    expect((await check(site, routeOf('/', SOUND))).flatMap(({ broken }) => broken)).toEqual([])
})

test('broken links are found, wherever they stand', async () => {
  const web = await follow(site)
  const faults = (path: string) => links(web, site.url + path).broken
  expect(faults('/')).toEqual([])
  expect(faults('/broken-anchor')).toEqual(['/linked#nowhere names a place that is not on that page'])
  expect(faults('/broken-link')).toEqual(['/nowhere answers 404'])
  expect(faults('/broken-srcset')).toEqual(['/nowhere-2x.png answers 404'])
  expect(faults('/broken-telephone')).toEqual(['tel:01 234 is not written as it must be'])
})

test('a page that nobody can find is named, and a map that names what is not to be listed', async () => {
  const routes = ['/', '/linked', '/cut'].map((path) => routeOf(path, PAGES[path] ?? ''))
  const web = await follow(site)
  expect([...findable(web, routes, site.url)]).toEqual([
    ['/linked', ['is not in the map of the site']],
    ['/cut', ['is not in the map of the site', 'no page leads here']],
  ])
  const hidden = routeOf('/', '<meta name="robots" content="noindex">')
  expect([...findable(web, [hidden], site.url)]).toEqual([
    ['/', ['is in the map of the site and asks not to be listed']],
  ])
})

test('what Lighthouse marks down or could not measure is found, with what cost it', () => {
  const audit = { title: 'Buttons have names', score: 0, numericValue: Number.NaN }
  const auditRefs = [{ id: 'button-name', weight: 1 }]
  const result = {
    audits: { 'button-name': audit, 'largest-contentful-paint': audit, 'total-blocking-time': { numericValue: 0 } },
    categories: {
      performance: { score: 0.98, auditRefs },
      accessibility: { score: 0.9, auditRefs },
      seo: { score: 0.5 },
    },
  } as unknown as Parameters<typeof figuresOf>[0]
  const faults = (html: string) =>
    figuresOf(result, routeOf('/page', html), 0).flatMap(({ name, broken }) =>
      broken.map((fault) => `${name}: ${fault}`),
    )
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

test('posts that cost more the more there are, or more than bare Astro’s, are found', () => {
  const faults = (ours: [number, number, number]) =>
    judged(
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
