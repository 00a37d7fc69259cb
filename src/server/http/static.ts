import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { pageHeaders } from './headers.ts'

/** Serves the built pages: precompressed, hashed files for ever, pages asked for anew each time. */
export function staticFiles(
  folder: string,
  siteUrl: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const notFound = readFileSync(join(folder, '404.html'))
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(pageHeaders(path, siteUrl))) response.setHeader(name, value)
      // sirv knows no type for it, and nosniff lets no browser guess.
      if (path.endsWith('.ico')) response.setHeader('content-type', 'image/x-icon')
    },
  })
  return (request, response) => {
    if (request.method === 'POST') {
      // A form that was sent before its script was there comes back to its page; nothing of it is read.
      response.writeHead(303, { location: new URL(request.url ?? '/', 'http://page').pathname }).end()
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    serve(request, response, () => {
      response.writeHead(404, { ...pageHeaders('/404', siteUrl), 'content-type': 'text/html; charset=utf-8' })
      response.end(request.method === 'HEAD' ? undefined : notFound)
    })
  }
}
