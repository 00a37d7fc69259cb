import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
}

/**
 * A minimal static host without `_headers` and `_redirects`. Run: `PORT=4398 node tests/support/static-host.ts
 * folder`.
 */
export function host(folder: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host')
    const path = join(folder, normalize(decodeURIComponent(pathname)))
    if (existsSync(path) && statSync(path).isDirectory() && !pathname.endsWith('/')) {
      response.writeHead(301, { location: `${pathname}/${search}` }).end()
      return
    }
    const file = pathname.endsWith('/') ? join(path, 'index.html') : path
    const isThere = existsSync(file) && statSync(file).isFile()
    const sent = isThere ? file : join(folder, '404.html')
    const type = TYPES[extname(sent)] ?? 'application/octet-stream'
    response.writeHead(isThere ? 200 : 404, { 'content-type': type }).end(readFileSync(sent))
  })
  return new Promise((listening) => {
    server.listen(port, 'localhost', () =>
      listening(
        () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      ),
    )
  })
}

if (import.meta.main) await host(process.argv[2] ?? 'dist/client', Number(process.env.PORT ?? 4398))
