import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { lockedDownHeaders, narrowPolicy, pageHeaders } from './headers.ts'
import { findRedirectRule, parseRedirectRules } from './redirects.ts'
import { type ReportBug, sendServerError } from './server-error.ts'
import { readSharedDictionary } from './shared-dictionary.ts'

/** Serves the built pages precompressed: hashed files are immutable, pages are revalidated. */
export function serveStaticFiles(
  folder: string,
  siteUrl: string,
  reportBug: ReportBug,
  unneededHosts: readonly string[] = [],
): (request: IncomingMessage, response: ServerResponse) => void {
  const rules = parseRedirectRules(readFileSync(join(folder, '_redirects'), 'utf8'))
  const moved = rules.filter(({ status }) => status !== 404)
  const missing = rules.filter(({ status, to }) => status === 404 && existsSync(join(folder, to)))
  const pages = new Map(['/404.html', ...missing.map(({ to }) => to)].map((to) => [to, readPage(join(folder, to))]))
  const paths = listPagePaths(folder)
  const payment = join(folder, 'payment.html')
  const paymentPolicy =
    unneededHosts.length > 0 && existsSync(payment) ? narrowPolicy(readFileSync(payment, 'utf8'), unneededHosts) : ''
  const dictionary = readSharedDictionary(folder)
  const contentPages = new Set(
    paths.filter((path) => existsSync(join(folder, `${path.replace(/^\/$/, '/index')}.html.dcb`))),
  )
  const setHeaders = (response: ServerResponse, path: string) => {
    for (const [name, value] of Object.entries(pageHeaders(path, siteUrl, paymentPolicy)))
      response.setHeader(name, value)
    // sirv does not know the type of `.ico`.
    if (path.endsWith('.ico')) response.setHeader('content-type', 'image/x-icon')
    // RFC 9116 requires the charset of security.txt.
    if (path.endsWith('.txt')) response.setHeader('content-type', 'text/plain; charset=utf-8')
    const added = dictionary?.isFile(path)
      ? dictionary.headers
      : contentPages.has(path)
        ? dictionary?.getPageHeaders(response.req)
        : {}
    for (const [name, value] of Object.entries(added ?? {})) response.setHeader(name, value)
  }
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders })
  const serveWithDictionary = sirv(folder, {
    extensions: ['html.dcb'],
    etag: true,
    setHeaders: (response, path) => {
      setHeaders(response, path)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-encoding', 'dcb')
    },
  })
  return (request, response) => {
    // A base URL in front, because a path that starts with `//` would be read as a host.
    const { pathname, search } = new URL(`http://site${request.url}`)
    const notFound = () => {
      const page = pages.get(findRedirectRule(missing, pathname)?.to ?? '/404.html')
      const small = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? page?.compressed : undefined
      response.writeHead(404, {
        ...pageHeaders('/404', siteUrl),
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding',
        ...(small && { 'content-encoding': 'br' }),
      })
      response.end(request.method === 'HEAD' ? undefined : (small ?? page?.plain))
    }
    if (request.method === 'POST') {
      // A form submitted before its script loaded returns to its page; the path comes from the build, not the request.
      const path = pathname.replace(/(.)\/$/, '$1')
      const page = paths.find((built) => built === path)
      if (page) response.writeHead(303, { ...lockedDownHeaders(page, siteUrl), location: page }).end()
      else notFound()
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...lockedDownHeaders(pathname, siteUrl), allow: 'GET, HEAD' }).end()
      return
    }
    const to = findRedirectRule(moved, pathname)
    if (to) response.writeHead(to.status, { ...lockedDownHeaders(pathname, siteUrl), location: to.to + search }).end()
    else if (/^\/_redirects$|\/404(\.html)?$/.test(pathname)) notFound()
    else {
      handleReadError(response, siteUrl, reportBug)
      const isSmaller = contentPages.has(pathname) && dictionary?.isAvailable(request)
      ;(isSmaller ? serveWithDictionary : serve)(request, response, notFound)
    }
  }
}

/** Responds with an error if sirv cannot read a file, such as after a build replaced the folder. */
function handleReadError(response: ServerResponse, siteUrl: string, reportBug: ReportBug): void {
  // sirv sends its headers before it opens the file; set ones can still be replaced.
  response.writeHead = (status: number, headers?: unknown) => {
    Reflect.deleteProperty(response, 'writeHead')
    response.statusCode = status
    for (const [name, value] of Object.entries((headers ?? {}) as OutgoingHttpHeaders))
      if (value !== undefined) response.setHeader(name, value)
    return response
  }
  response.once('pipe', (file) => file.once('error', (error) => sendServerError(response, reportBug(error), siteUrl)))
}

/** `index.html` becomes `/`, `locations/kausimaa.html` becomes `/locations/kausimaa`. */
const listPagePaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!404)\.html$/.test(name))
    .map((name) => `/${name.replace(/(?:(?:^|\/)index)?\.html$/, '')}`)

/** Small files have no compressed version. */
function readPage(path: string): { plain: Buffer; compressed: Buffer | undefined } {
  return { plain: readFileSync(path), compressed: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined }
}
