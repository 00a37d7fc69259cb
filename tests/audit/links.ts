/** Whether every address that something of the site names leads somewhere, and whether every page can be found. */
import { count, type Figure } from './figure.ts'
import type { Route } from './routes.ts'
import type { Named, Web } from './web.ts'

/** How an address must look that is not followed, since it leads out of the house. */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  'https:': /^https:\/\/(?!wa\.me\/)[^/]+\.[a-z]{2,}(\/|$)|^https:\/\/wa\.me\/\d{8,15}(\?|$)/,
  'mailto:': /^mailto:[^@\s]+@[^@\s]+\.[a-z]{2,}(\?|$)/,
  'tel:': /^tel:\+[1-9]\d{6,14}$/,
  'data:': /^data:image\//,
}
/** A form's address answers only to what the form sends. */
const ONLY_POST = 405

export function links(web: Web, address: string): Figure {
  const faults = web.things.get(address)?.named.map((named) => faultOf(web, address, named)) ?? []
  return count('links', [...new Set(faults.filter((fault) => fault !== undefined))])
}

function faultOf(web: Web, from: string, { text, address, fragment, isLink }: Named): string | undefined {
  if (address === undefined) return `${text} is no address`
  const { protocol, href } = new URL(address)
  if (!/^https?:$/.test(protocol) || !web.isOwn(href))
    return OUTSIDE[protocol]?.test(href) || isNamespace(href) ? undefined : `${text} is not written as it must be`
  const target = web.things.get(web.served(href))
  if (!target) return `${text} was not looked at`
  if (target.status === ONLY_POST && !isLink) return undefined
  // A file that only staff may have: whoever follows the link is signed in.
  if (target.status === 401 && text.startsWith('/api/admin/')) return undefined
  if (target.status !== 200) return `${text} answers ${target.status}`
  const isPlace = fragment === '' || fragment.startsWith(':~:') || target.ids.has(fragment)
  return isPlace
    ? undefined
    : `${text} names a place that is not on ${web.served(href) === from ? 'this page' : 'that page'}`
}

/** Names that are written as addresses and lead nowhere. */
const isNamespace = (href: string): boolean => /^https?:\/\/(www\.w3\.org|www\.sitemaps\.org|purl\.org)\//.test(href)

/** Where the site's pages lead out of it. */
export function outside(web: Web): string[] {
  const named = [...web.things.values()].flatMap((thing) => thing.named)
  const leading = named.filter(({ address, isLink }) => isLink && address && !web.isOwn(address))
  return [...new Set(leading.map(({ text }) => text))].sort()
}

/** A page that may be listed is named by the map of the site, and some other page leads to it; no other is in the map. */
export function findable(web: Web, routes: readonly Route[], origin: string): Map<string, string[]> {
  const faults = new Map<string, string[]>()
  const say = (path: string, fault: string) => faults.set(path, [...(faults.get(path) ?? []), fault])
  const at = (path: string) => new URL(path, origin).href
  const maps = [...web.things].filter(([address]) => /sitemap[^/]*\.xml$/.test(address))
  const mapped = new Set(
    maps.flatMap(([, { named }]) =>
      named.flatMap(({ address }) => (address && web.isOwn(address) ? web.served(address) : [])),
    ),
  )
  if (!maps.some(([, { status }]) => status === 200)) say('/sitemap-index.xml', 'there is no map of the site')
  for (const { path, listed } of routes) {
    const isMapped = mapped.has(at(path))
    if (listed && !isMapped) say(path, 'is not in the map of the site')
    if (!listed && isMapped) say(path, 'is in the map of the site and asks not to be listed')
    if (listed && path !== '/' && !isLinked(web, at(path))) say(path, 'no page leads here')
  }
  return faults
}

const isLinked = (web: Web, to: string): boolean =>
  [...web.things].some(
    ([from, { named }]) =>
      from !== to &&
      named.some(
        ({ address, isLink }) => isLink && address && web.isOwn(address) && withoutQuery(web.served(address)) === to,
      ),
  )

const withoutQuery = (address: string): string => address.replace(/\?.*/, '')
