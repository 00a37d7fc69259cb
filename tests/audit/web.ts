/** Everything that a site's pages, feeds and maps name, followed until nothing new is named. */
import type { Page } from '@playwright/test'
import type { Site } from './site.ts'

export interface Named {
  /** As it is written. */
  text: string
  /** The address without its fragment, absolute; undefined where it is none. */
  address: string | undefined
  fragment: string
  /** Whether a reader may follow it; the others are files of the page and what machines are told. */
  isLink: boolean
}

export interface Thing {
  status: number
  /** The places in it that an address may name. */
  ids: Set<string>
  named: Named[]
}

export interface Web {
  /** By absolute address, with its query and without its fragment. */
  things: Map<string, Thing>
  /** Whether an address is the site's own: as it is served, or as it calls itself. */
  isOwn(address: string): boolean
  /** The same place where the site is served. */
  served(address: string): string
}

/** The machines' doors, which need no link. */
const DOORS = ['/robots.txt', '/sitemap-index.xml']
const PARSED = /^(text\/(html|xml|plain)|application\/(xml|rss\+xml|manifest\+json))/

export async function follow(site: Site): Promise<Web> {
  const home = await (await fetch(site.url)).text()
  const [, canonical = site.url] = /<link rel="canonical" href="([^"]+)"/.exec(home) ?? []
  const own = [site.url, new URL(canonical).origin]
  const isOwn = (address: string) => own.includes(new URL(address).origin)
  const served = (address: string) => {
    const { pathname, search } = new URL(address)
    return site.url + pathname + search
  }
  const things = new Map<string, Thing>()
  const parser = await site.browser.newPage()
  const waiting = [...site.routes.map(({ path }) => path), ...DOORS].map((path) => new URL(path, site.url).href)
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (things.has(address)) continue
    const thing = await read(parser, address)
    things.set(address, thing)
    for (const { address: named } of thing.named) if (named && isOwn(named)) waiting.push(served(named))
  }
  await parser.close()
  return { things, isOwn, served }
}

async function read(parser: Page, address: string): Promise<Thing> {
  const answer = await fetch(address, { redirect: 'manual' })
  const type = answer.headers.get('content-type') ?? ''
  const text = PARSED.test(type) && answer.ok ? await answer.text() : ''
  if (!text) await answer.body?.cancel()
  const { ids, named } = await parse(parser, text, type)
  return { status: answer.status, ids: new Set(ids), named: named.map((one) => resolve(one, address)) }
}

function resolve({ text, isLink }: Found, base: string): Named {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  const fragment = decodeURIComponent(url?.hash.slice(1) ?? '')
  if (url) url.hash = ''
  return { text, address: url?.href, fragment, isLink }
}

interface Found {
  text: string
  isLink: boolean
}

/** With the browser's own parsers; text of machines is searched for addresses. */
function parse(parser: Page, text: string, type: string): Promise<{ ids: string[]; named: Found[] }> {
  return parser.evaluate(
    ([text, type]) => {
      const found: { text: string; isLink: boolean }[] = []
      const ids: string[] = []
      const name = (text: string | null | undefined, isLink = false) => {
        if (text != null) found.push({ text: text.trim(), isLink })
      }
      const addresses = (text: string) => text.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? []
      if (type.startsWith('text/html')) readHtml(new DOMParser().parseFromString(text, 'text/html'))
      else if (type.includes('xml')) readXml(new DOMParser().parseFromString(text, 'text/xml'))
      else if (type.includes('json'))
        for (const [, source] of text.matchAll(/"(?:src|start_url)":\s*"([^"]+)"/g)) name(source)
      else for (const address of addresses(text)) name(address)
      return { ids, named: found }

      function readHtml(page: Document): void {
        ids.push(...[...page.querySelectorAll('[id]')].map(({ id }) => id))
        for (const element of page.querySelectorAll('[href], [src], [poster], form[action], [component-url]'))
          for (const attribute of ['href', 'src', 'poster', 'action', 'component-url', 'renderer-url'])
            name(element.getAttribute(attribute), element.matches('a, area'))
        for (const element of page.querySelectorAll('[srcset], [imagesrcset]'))
          for (const candidate of (element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '').split(
            ', ',
          ))
            name(candidate.trim().split(' ')[0])
        for (const meta of page.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]'))
          for (const address of addresses(meta.getAttribute('content') ?? '')) name(address)
        // The identity of a thing is no place on a page.
        for (const data of page.querySelectorAll('script[type="application/ld+json"]'))
          for (const [, address] of (data.textContent ?? '').matchAll(/"(?!@id|@context)[^"]+":\s*"(https?:[^"#]+)"/g))
            name(address)
      }
      function readXml(page: Document): void {
        for (const element of page.querySelectorAll('loc, link, url, guid, comments'))
          if (element.childElementCount === 0 && /^https?:/.test(element.textContent.trim())) name(element.textContent)
        for (const element of page.querySelectorAll('[href], enclosure[url]'))
          name(element.getAttribute('href') ?? element.getAttribute('url'))
        for (const element of page.querySelectorAll('encoded, description, content'))
          readHtml(new DOMParser().parseFromString(element.textContent ?? '', 'text/html'))
      }
    },
    [text, type] as const,
  )
}
