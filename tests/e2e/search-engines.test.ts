import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import brand from '#content/brand.json' with { type: 'json' }
import locations from '#content/locations.json' with { type: 'json' }
import plans from '#content/plans.json' with { type: 'json' }
import rooms from '#content/rooms.json' with { type: 'json' }
import { DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, PREVIEW_IMAGE_SIZE } from '#domain/page-metadata.ts'
import { EVERYDAY } from './visitor.ts'

/** The build, whose files are read without a browser. */
const BUILD = 'dist/client'
const CARD_BYTES = 150 * 1_024

type Fact = Record<string, unknown> & { '@type': string }

const text = (html = '') =>
  html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')

/** Reads a page of the build; `head` is keyed by `name`, `property` or `rel`. */
function built(file: string) {
  const html = readFileSync(`${BUILD}/${file}`, 'utf8')
  const tags = html.matchAll(
    /<(?:meta|link) (?:name|property|rel)="([^"]+)"(?: hreflang="([^"]+)")? (?:content|href)="([^"]*)"/g,
  )
  const head = Object.fromEntries([...tags].map(([, name, language = '', value]) => [name + language, text(value)]))
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return {
    path: `/${file.replace(/\.html$/, '').replace(/^index$/, '')}`.replace(/\/index$/, ''),
    listed: !head.robots?.includes('noindex'),
    title: text(/<title>([^<]*)/.exec(html)?.[1]),
    head,
    facts: [...blocks].flatMap(([, json = '']) => JSON.parse(json)['@graph'] as Fact[]),
  }
}

const pages = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map(built)
const listed = pages.filter((page) => page.listed)
const site = new URL(listed.find(({ path }) => path === '/')?.head.canonical ?? '').origin
const addressOf = ({ path }: { path: string }) => new URL(path, site).href

test('every listed page has a unique title and description and a canonical address', EVERYDAY, () => {
  expect(listed.length).toBeGreaterThan(3)
  for (const page of listed) {
    expect(page.title.length, page.path).toBeLessThanOrEqual(MAX_TITLE_LENGTH)
    expect(page.head.description?.length, page.path).toBeLessThanOrEqual(DESCRIPTION_LENGTH.max)
    for (const name of ['canonical', 'alternateen', 'alternatex-default', 'og:url'])
      expect(page.head[name], `${page.path} ${name}`).toBe(addressOf(page))
  }
  for (const field of ['title', 'description'] as const) {
    const all = listed.map(({ title, head }) => (field === 'title' ? title : head.description))
    expect(new Set(all).size, field).toBe(all.length)
  }
})

test('every page has a preview image of the right size with alternative text', EVERYDAY, async () => {
  const files = new Set(pages.map(({ head }) => head['og:image']).filter((url) => url !== undefined))
  for (const url of files) {
    const file = BUILD + new URL(url).pathname
    expect(new URL(url).origin).toBe(site)
    expect(statSync(file).size, file).toBeLessThanOrEqual(CARD_BYTES)
    expect(await sharp(file).metadata(), file).toMatchObject({ ...PREVIEW_IMAGE_SIZE, format: 'jpeg' })
  }
  for (const { path, head } of listed) {
    expect(head['og:image:alt'], path).toBeTruthy()
    expect(head['twitter:card'], path).toBe('summary_large_image')
  }
})

test('the build writes security.txt with a contact, its address and an expiry date within a year', EVERYDAY, () => {
  const lines = readFileSync(`${BUILD}/.well-known/security.txt`, 'utf8').trimEnd().split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)))
  expect(Object.keys(fields)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields).toMatchObject({
    Contact: `mailto:${brand.email}`,
    Canonical: `${site}/.well-known/security.txt`,
    'Preferred-Languages': 'en',
  })
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(0)
  expect(days).toBeLessThan(365)
})

test('the sitemap contains exactly the listed pages, and robots.txt links to it', EVERYDAY, () => {
  const sitemap = readFileSync(`${BUILD}/sitemap-0.xml`, 'utf8')
  const found = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)
  expect(found.sort()).toEqual(listed.map(addressOf).sort())
  for (const page of pages.filter((page) => !page.listed))
    expect(page.head.canonical, page.path).not.toBe(addressOf(page))
  const robots = readFileSync(`${BUILD}/robots.txt`, 'utf8')
  expect(robots).toContain(`Sitemap: ${site}/sitemap-index.xml`)
  for (const closed of ['/api', '/sandbox']) expect(robots).toContain(`Disallow: ${closed}\n`)
  // A crawler that may not open a page cannot read its noindex.
  for (const open of ['/admin', '/payment']) expect(robots).not.toContain(open)
  expect(sitemap).toMatch(/\/blog<\/loc><lastmod>/)
})

test('the manifest and the icons match the brand', EVERYDAY, async () => {
  const manifest = JSON.parse(readFileSync(`${BUILD}/site.webmanifest`, 'utf8')) as Manifest
  expect([manifest.name, manifest.start_url]).toEqual([brand.name, '/'])
  expect(readFileSync(`${BUILD}/index.html`, 'utf8')).toContain(`name="theme-color" content="${manifest.theme_color}"`)
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { width, height } = await sharp(BUILD + src).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  for (const { head } of listed) expect(existsSync(BUILD + head['apple-touch-icon'])).toBe(true)
})
interface Manifest {
  name: string
  start_url: string
  theme_color: string
  icons: { src: string; sizes: string; purpose?: string }[]
}

/** The required properties of each type, according to the search engines' rules. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url', 'publisher'],
  LocalBusiness: ['name', 'url', 'image', 'parentOrganization', 'maximumAttendeeCapacity'],
  OfferCatalog: ['name', 'itemListElement'],
  FAQPage: ['mainEntity'],
  BlogPosting: ['headline', 'datePublished', 'dateModified', 'author', 'image', 'wordCount'],
  BreadcrumbList: ['itemListElement'],
}

test('structured data is complete, has absolute addresses and contains no sample data', () => {
  const kinds = new Set(pages.flatMap(({ facts }) => facts.map((fact) => fact['@type'])))
  expect([...kinds].sort()).toEqual(Object.keys(REQUIRED).sort())
  for (const { path, facts } of pages) {
    for (const fact of facts) {
      const required = REQUIRED[fact['@type']]
      expect(required, `${path}: ${fact['@type']}`).toBeDefined()
      for (const field of required ?? []) expect(fact[field], `${path}: ${fact['@type']} ${field}`).toBeTruthy()
    }
    const json = JSON.stringify(facts)
    for (const [, name, url = ''] of json.matchAll(/"(@id|url|item|image|logo|mainEntityOfPage)":"([^"]+)"/g)) {
      expect(url.startsWith(`${site}/`), `${path} ${name}: ${url}`).toBe(true)
      const file = `${BUILD}${new URL(url).pathname}`
      expect([file, `${file}.html`, `${file}index.html`].some(existsSync), url).toBe(true)
    }
    for (const sample of SAMPLES) expect(json, path).not.toContain(sample)
    expect(json, path).not.toMatch(/aggregateRating|GeoCoordinates/)
  }
})

test('structured data marks unavailable plans as sold out', EVERYDAY, () => {
  const offered = pages.flatMap(({ facts }) => facts).filter((fact) => fact['@type'] === 'OfferCatalog') as Catalog[]
  for (const { '@id': id, itemListElement } of offered) {
    const location = locations.find((known) => id.endsWith(`/${known.id}#plans`))
    for (const { itemOffered, priceSpecification, availability } of itemListElement) {
      const plan = plans.find(({ name }) => name === itemOffered.name)
      const bookable = location?.available && plan?.available
      expect(availability, `${id} ${plan?.id}`).toBe(`https://schema.org/${bookable ? 'InStock' : 'SoldOut'}`)
      expect(priceSpecification.price).toBeGreaterThan(0)
    }
  }
  expect(offered.some(({ '@id': id }) => id.includes('baluwatar-studios'))).toBe(false)
})
interface Catalog extends Fact {
  '@id': string
  itemListElement: { itemOffered: { name: string }; priceSpecification: { price: number }; availability: string }[]
}

const SAMPLES = [
  ...(brand.sample ? [brand.phone, brand.email, brand.registration.pan, ...brand.socials.map(({ url }) => url)] : []),
  ...locations
    .filter(({ sample }) => sample)
    .flatMap(({ fullAddress, directions, contact, googleMapsUrl }) => [
      ...[fullAddress, directions.street],
      ...[contact.phone, contact.email, googleMapsUrl],
    ]),
  ...rooms.filter(({ sample, kind }) => sample && kind === 'meeting_room').map(({ name }) => name),
].filter((fact) => fact !== undefined)
