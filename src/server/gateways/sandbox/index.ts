import { esewaUrls } from '../esewa.ts'
import { SandboxEsewa, type SandboxEsewaContext } from './esewa.ts'

export interface Sandbox {
  esewa: SandboxEsewa
  /** Answers calls to the stand-ins inside the process, wherever the site is reachable from; refuses all others. */
  fetch: typeof fetch
}

/** The stand-ins that take the place of every gateway with `PAYMENTS=sandbox`. */
export function openSandbox(context: SandboxEsewaContext): Sandbox {
  const esewa = new SandboxEsewa(context)
  const urls = esewaUrls({ mode: 'sandbox', siteUrl: context.siteUrl })
  return {
    esewa,
    fetch: async (input) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.origin + url.pathname !== urls.status) throw new TypeError(`The sandbox does not call ${url.origin}`)
      return Response.json(await esewa.status(url.searchParams))
    },
  }
}
