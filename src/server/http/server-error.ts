import type { ServerResponse } from 'node:http'
import { lockedDownHeaders } from './headers.ts'

/** Logs a bug and returns its id. */
export type ReportBug = (error: unknown) => string

/** Responds with the id of a bug; ends a response that has started. */
export function sendServerError(response: ServerResponse, logId: string, siteUrl: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  const headers = { ...lockedDownHeaders('/', siteUrl), 'cache-control': 'no-store' }
  response.writeHead(500, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
  response.end(`This page could not be loaded. Try again in a minute, or contact us with this error number: ${logId}\n`)
}
