/** Follows every address in the site's pages, feeds and sitemaps. */
import type { Page } from '@playwright/test'
import type { Site } from './site.ts'

/** `isLink`: whether a reader can follow it. All others are resources and metadata. */
interface Found {
  text: string
  isLink: boolean
}
export type Reference = ReturnType<typeof resolve>
export type Web = Awaited<ReturnType<typeof crawl>>

/** Files that need no link. */
const UNLINKED = ['/robots.txt', '/sitemap-index.xml']
const PARSED = /^(text\/(html|xml|plain)|application\/(xml|rss\+xml|manifest\+json))/

export async function crawl(site: Site) {
  const home = await (await fetch(site.url)).text()
  const [, canonical = site.url] = /<link rel="canonical" href="([^"]+)"/.exec(home) ?? []
  const origins = [site.url, new URL(canonical).origin]
  /** Whether an address belongs to the site, by its local or its canonical origin. */
  const isOwn = (address: string) => origins.includes(new URL(address).origin)
  /** The same address at the local origin. */
  const toLocal = (address: string) => {
    const { pathname, search } = new URL(address)
    return site.url + pathname + search
  }
  /** Keyed by absolute address, with the query and without the fragment. */
  const resources = new Map<string, Awaited<ReturnType<typeof fetchResource>>>()
  const parser = await site.browser.newPage()
  const waiting = [...site.routes.map(({ path }) => path), ...UNLINKED].map((path) => new URL(path, site.url).href)
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (resources.has(address)) continue
    const resource = await fetchResource(parser, address)
    resources.set(address, resource)
    for (const { address: next } of resource.references) if (next && isOwn(next)) waiting.push(toLocal(next))
  }
  await parser.close()
  return { resources, isOwn, toLocal }
}

async function fetchResource(parser: Page, address: string) {
  const response = await fetch(address, { redirect: 'manual' })
  const type = response.headers.get('content-type') ?? ''
  const text = PARSED.test(type) && response.ok ? await response.text() : ''
  if (!text) await response.body?.cancel()
  const { ids, found } = await parse(parser, text, type)
  return {
    status: response.status,
    ids: new Set(ids),
    references: found.map((reference) => resolve(reference, address)),
  }
}

/** Adds the absolute address without its fragment; it is undefined if invalid. */
function resolve({ text, isLink }: Found, base: string) {
  const url = URL.parse(text, base)
  const fragment = decodeURIComponent(url?.hash.slice(1) ?? '')
  if (url) url.hash = ''
  return { text, address: url?.href, fragment, isLink }
}

/** Parses HTML and XML in the browser; searches other text for addresses. */
const parse = (parser: Page, text: string, type: string) =>
  parser.evaluate(
    ([text, type]) => {
      const found: Found[] = []
      const ids: string[] = []
      const add = (text: string | null | undefined, isLink = false) => {
        if (text != null) found.push({ text: text.trim(), isLink })
      }
      const addresses = (text: string) => text.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? []
      if (type.startsWith('text/html')) readHtml(new DOMParser().parseFromString(text, 'text/html'))
      else if (type.includes('xml')) readXml(new DOMParser().parseFromString(text, 'text/xml'))
      else if (type.includes('json'))
        for (const [, source] of text.matchAll(/"(?:src|start_url)":\s*"([^"]+)"/g)) add(source)
      else for (const address of addresses(text)) add(address)
      return { ids, found }

      function readHtml(page: Document): void {
        ids.push(...[...page.querySelectorAll('[id]')].map(({ id }) => id))
        for (const element of page.querySelectorAll('[href], [src], [poster], form[action], [component-url]'))
          for (const attribute of ['href', 'src', 'poster', 'action', 'component-url', 'renderer-url'])
            add(element.getAttribute(attribute), element.matches('a, area'))
        for (const element of page.querySelectorAll('[srcset], [imagesrcset]'))
          for (const candidate of (element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '').split(
            ', ',
          ))
            add(candidate.trim().split(' ')[0])
        for (const meta of page.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]'))
          for (const address of addresses(meta.getAttribute('content') ?? '')) add(address)
        // Identifiers in structured data are not addresses.
        for (const data of page.querySelectorAll('script[type="application/ld+json"]'))
          for (const [, address] of (data.textContent ?? '').matchAll(/"(?!@id|@context)[^"]+":\s*"(https?:[^"#]+)"/g))
            add(address)
      }
      function readXml(page: Document): void {
        for (const element of page.querySelectorAll('loc, link, url, guid, comments'))
          if (element.childElementCount === 0 && /^https?:/.test(element.textContent.trim())) add(element.textContent)
        for (const element of page.querySelectorAll('[href], enclosure[url]'))
          add(element.getAttribute('href') ?? element.getAttribute('url'))
        for (const element of page.querySelectorAll('encoded, description, content'))
          readHtml(new DOMParser().parseFromString(element.textContent ?? '', 'text/html'))
      }
    },
    [text, type] as const,
  )
