import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { narrowPolicy, nonPageHeaders, pageHeaders } from './headers.ts'
import { findRedirectRule, parseRedirectRules } from './redirects.ts'

/** Serves the built pages: precompressed, hashed files for ever, pages asked for anew each time. */
export function serveStaticFiles(
  folder: string,
  siteUrl: string,
  needlessHosts: readonly string[] = [],
): (request: IncomingMessage, response: ServerResponse) => void {
  const rules = parseRedirectRules(readFileSync(join(folder, '_redirects'), 'utf8'))
  const moved = rules.filter(({ status }) => status !== 404)
  const missing = rules.filter(({ status, to }) => status === 404 && existsSync(join(folder, to)))
  const pages = new Map(['/404.html', ...missing.map(({ to }) => to)].map((to) => [to, readPage(join(folder, to))]))
  const paths = listPagePaths(folder)
  const payment = join(folder, 'payment.html')
  const paymentPolicy =
    needlessHosts.length > 0 && existsSync(payment) ? narrowPolicy(readFileSync(payment, 'utf8'), needlessHosts) : ''
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(pageHeaders(path, siteUrl, paymentPolicy)))
        response.setHeader(name, value)
      // sirv knows no type for it, and nosniff lets no browser guess.
      if (path.endsWith('.ico')) response.setHeader('content-type', 'image/x-icon')
      // RFC 9116 asks for the charset of security.txt.
      if (path.endsWith('.txt')) response.setHeader('content-type', 'text/plain; charset=utf-8')
    },
  })
  return (request, response) => {
    // Two slashes at the start of a path name no other host here.
    const { pathname, search } = new URL(`http://site${request.url}`)
    const notFound = () => {
      const page = pages.get(findRedirectRule(missing, pathname)?.to ?? '/404.html')
      const small = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? page?.small : undefined
      response.writeHead(404, {
        ...pageHeaders('/404', siteUrl),
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding',
        ...(small && { 'content-encoding': 'br' }),
      })
      response.end(request.method === 'HEAD' ? undefined : (small ?? page?.plain))
    }
    if (request.method === 'POST') {
      // A form sent before its script was loaded returns to its page. The address comes from the build, not the request.
      const path = pathname.replace(/(.)\/$/, '$1')
      const page = paths.find((built) => built === path)
      if (page) response.writeHead(303, { ...nonPageHeaders(page, siteUrl), location: page }).end()
      else notFound()
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...nonPageHeaders(pathname, siteUrl), allow: 'GET, HEAD' }).end()
      return
    }
    const to = findRedirectRule(moved, pathname)
    if (to) response.writeHead(to.status, { ...nonPageHeaders(pathname, siteUrl), location: to.to + search }).end()
    // What a host is told, and the pages of what is missing, are no pages themselves.
    else if (/^\/_redirects$|\/404(\.html)?$/.test(pathname)) notFound()
    else serve(request, response, notFound)
  }
}

/** The address of each built page: `index.html` is `/`, `locations/kausimaa.html` is `/locations/kausimaa`. */
const listPagePaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!404)\.html$/.test(name))
    .map((name) => `/${name.replace(/(?:(?:^|\/)index)?\.html$/, '')}`)

/** What is too short to be compressed has no second form. */
function readPage(path: string): { plain: Buffer; small: Buffer | undefined } {
  return { plain: readFileSync(path), small: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined }
}
