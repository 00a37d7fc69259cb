/** Checks that no address is broken and that every page can be found. */
import type { Reference, Web } from './crawl.ts'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'

/** The required form of external addresses, which are not requested. */
const EXTERNAL: Readonly<Record<string, RegExp>> = {
  'https:': /^https:\/\/(?!wa\.me\/)[^/]+\.[a-z]{2,}(\/|$)|^https:\/\/wa\.me\/\d{8,15}(\?|$)/,
  'mailto:': /^mailto:[^@\s]+@[^@\s]+\.[a-z]{2,}(\?|$)/,
  'tel:': /^tel:\+[1-9]\d{6,14}$/,
  'data:': /^data:image\//,
}
/** Form targets reject GET requests. */
const ONLY_POST = 405

export function links(web: Web, address: string) {
  const faults = web.resources.get(address)?.references.map((reference) => findFault(web, reference)) ?? []
  return count('links', [...new Set(faults.filter((fault) => fault !== undefined))])
}

function findFault(web: Web, { text, address, fragment, isLink }: Reference) {
  if (address === undefined) return `${text} is no address`
  const { protocol, href } = new URL(address)
  if (!/^https?:$/.test(protocol) || !web.isOwn(href))
    return EXTERNAL[protocol]?.test(href) || isNamespace(href) ? undefined : `${text} has an invalid form`
  const target = web.resources.get(web.toLocal(href))
  if (!target) return `${text} was not requested`
  if (target.status === ONLY_POST && !isLink) return
  // The link is part of a page that requires the same session.
  if (target.status === 401 && text.startsWith('/api/admin/')) return
  if (target.status !== 200) return `${text} has status ${target.status}`
  const hasTarget = fragment === '' || fragment.startsWith(':~:') || target.ids.has(fragment)
  return hasTarget ? undefined : `${text} has no target on its page`
}

const isNamespace = (href: string) => /^https?:\/\/(www\.w3\.org|www\.sitemaps\.org|purl\.org)\//.test(href)

export function externalLinks(web: Web) {
  const references = [...web.resources.values()].flatMap((resource) => resource.references)
  const external = references.filter(({ address, isLink }) => isLink && address && !web.isOwn(address))
  return [...new Set(external.map(({ text }) => text))].sort()
}

/** A listed page is in the sitemap and linked from another page; other pages are not in the sitemap. */
export function checkSitemap(web: Web, routes: readonly Route[], origin: string) {
  const faults = new Map<string, string[]>()
  const report = (path: string, fault: string) => faults.set(path, [...(faults.get(path) ?? []), fault])
  const sitemaps = [...web.resources].filter(([address]) => /sitemap[^/]*\.xml$/.test(address))
  const mapped = new Set(
    sitemaps.flatMap(([, { references }]) =>
      references.flatMap(({ address }) => (address && web.isOwn(address) ? web.toLocal(address) : [])),
    ),
  )
  if (!sitemaps.some(([, { status }]) => status === 200)) report('/sitemap-index.xml', 'is missing')
  for (const { path, listed } of routes) {
    const address = new URL(path, origin).href
    const isMapped = mapped.has(address)
    if (listed && !isMapped) report(path, 'is not in the sitemap')
    if (!listed && isMapped) report(path, 'is in the sitemap despite noindex')
    if (listed && path !== '/' && !isLinked(web, address)) report(path, 'is not linked from another page')
  }
  return faults
}

const isLinked = (web: Web, to: string) =>
  [...web.resources].some(
    ([from, { references }]) =>
      from !== to &&
      references.some(
        ({ address, isLink }) =>
          isLink && address && web.isOwn(address) && web.toLocal(address).replace(/\?.*/, '') === to,
      ),
  )
