import type { RequestListener } from 'node:http'
import { findRejection } from './guard.ts'
import { lockedDownHeaders, transportHeaders } from './headers.ts'
import { limitBodyTime } from './time-limits.ts'

type Areas = Record<'files' | 'api' | 'sandbox', RequestListener>

/** Rejects invalid requests and routes the others by the first path segment. */
export function siteListener({ files, api, sandbox }: Areas, siteUrl: string): RequestListener {
  const every = transportHeaders(siteUrl)
  const plain = { ...lockedDownHeaders('/', siteUrl), 'cache-control': 'no-store' }
  return (request, response) => {
    limitBodyTime(request, response)
    const rejection = findRejection(request, siteUrl)
    if (rejection) {
      const headers = { ...plain, ...rejection.headers, 'content-type': 'text/plain; charset=utf-8' }
      response.writeHead(rejection.status, headers).end(rejection.text)
      return
    }
    const [, area] = /^\/(api|sandbox)(?:[/?]|$)/.exec(request.url ?? '') ?? []
    // Sandbox pages send their own policy.
    for (const [name, value] of Object.entries(area === 'sandbox' ? plain : every)) response.setHeader(name, value)
    if (area === 'api') api(request, response)
    else if (area === 'sandbox') sandbox(request, response)
    else files(request, response)
  }
}
