import { readdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'
import type { ApiContext } from './request.ts'
import { toApiRequest } from './request.ts'

type RouteHandler = (context: ApiContext) => Response | Promise<Response>

interface ApiRoute {
  pattern: string
  matches: RegExp
  handler: RouteHandler
}

/** Routes `/api/*` to the files of `src/pages/api` without Astro: docs/decisions/2026-11-21-api-without-astro.md. */
export async function apiListener(folder: string): Promise<RequestListener> {
  const routes = await readRoutes(folder)
  return (incoming, response) => {
    respond(routes, incoming, response)
      // Endpoints catch their errors, so only a broken connection remains.
      .catch(() => response.destroy())
  }
}

async function respond(routes: ApiRoute[], incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://api')
  const route = routes.find(({ matches }) => matches.test(url.pathname))
  if (!route) throw new Error('the last route must match every path')
  const result = await route.handler({
    request: toApiRequest(incoming),
    url,
    params: { ...route.matches.exec(url.pathname)?.groups },
    clientAddress: incoming.socket.remoteAddress ?? '',
    routePattern: route.pattern,
  })
  await sendResponse(result, response)
}

/** Routes with fewer parameters come first. */
async function readRoutes(folder: string): Promise<ApiRoute[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const routes: ApiRoute[] = []
  // One at a time, because each import that runs holds a list of all modules.
  for (const name of files) {
    const pattern = `/api/${name.replace(/(?:(?:^|\/)index)?\.ts$/, '')}`
    const expression = pattern.replace(/\/\[\.\.\.(\w+)\]/, '(?:/(?<$1>.*))?').replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')
    const { ALL } = (await import(pathToFileURL(`${folder}/${name}`).href)) as { ALL: RouteHandler }
    routes.push({ pattern, matches: new RegExp(`^${expression}/?$`), handler: ALL })
  }
  return routes.sort((a, b) => weight(a.pattern) - weight(b.pattern))
}

const weight = (pattern: string): number => pattern.split('[').length + (pattern.includes('[...') ? 100 : 0)

async function sendResponse(result: Response, response: ServerResponse): Promise<void> {
  response.statusCode = result.status
  for (const [name, value] of result.headers) response.appendHeader(name, value)
  if (!result.body || result.headers.get('content-type')?.startsWith('application/json')) {
    response.end(Buffer.from(await result.arrayBuffer()))
    return
  }
  const stream = Readable.fromWeb(result.body as NodeStream)
  // Stops the stream when the client disconnects.
  response.once('close', () => stream.destroy())
  stream.on('error', () => response.destroy())
  response.flushHeaders()
  stream.pipe(response)
}
