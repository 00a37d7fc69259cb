import type { RequestListener } from 'node:http'
import { findRejection } from './guard.ts'
import { nonPageHeaders, transportHeaders } from './headers.ts'
import { limitBodyTime } from './time-limits.ts'

/** What answers each area of the site. */
export interface Areas {
  files: RequestListener
  api: RequestListener
  sandbox: RequestListener
}

/** Rejects what no route may see, and passes every other request on to its area. */
export function siteListener({ files, api, sandbox }: Areas, siteUrl: string): RequestListener {
  const every = transportHeaders(siteUrl)
  const plain = { ...nonPageHeaders('/', siteUrl), 'cache-control': 'no-store' }
  return (request, response) => {
    limitBodyTime(request, response)
    const rejection = findRejection(request, siteUrl)
    if (rejection) {
      const headers = { ...plain, ...rejection.headers, 'content-type': 'text/plain; charset=utf-8' }
      response.writeHead(rejection.status, headers).end(rejection.text)
      return
    }
    const [, area] = /^\/(api|sandbox)(?:[/?]|$)/.exec(request.url ?? '') ?? []
    // The sandbox's pages bring a policy of their own.
    for (const [name, value] of Object.entries(area === 'sandbox' ? plain : every)) response.setHeader(name, value)
    if (area === 'api') api(request, response)
    else if (area === 'sandbox') sandbox(request, response)
    else files(request, response)
  }
}
