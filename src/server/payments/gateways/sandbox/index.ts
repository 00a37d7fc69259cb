import { getEsewaUrls } from '../esewa.ts'
import { getEsewaV1Urls } from '../esewa-v1.ts'
import { SANDBOX_HOST } from '../stripe.ts'
import { SandboxEsewa } from './esewa.ts'
import { SandboxEsewaV1 } from './esewa-v1.ts'
import { SANDBOX_KHALTI_PATH, SandboxKhalti } from './khalti.ts'
import type { SandboxEsewaContext } from './store.ts'
import { SandboxStripe, type SandboxStripeContext } from './stripe.ts'

export interface Sandbox {
  esewa: SandboxEsewa
  esewaV1: SandboxEsewaV1
  khalti: SandboxKhalti
  stripe: SandboxStripe
  /** Answers calls to the stand-ins inside the process, wherever the site is reachable from; refuses all others. */
  fetch: typeof fetch
}

/** The stand-ins that take the place of every gateway with `PAYMENTS=sandbox`. */
export function openSandbox(context: SandboxEsewaContext & SandboxStripeContext): Sandbox {
  const esewa = new SandboxEsewa(context)
  const esewaV1 = new SandboxEsewaV1(context, esewa)
  const khalti = new SandboxKhalti(context)
  const stripe = new SandboxStripe(context)
  const where = { mode: 'sandbox', siteUrl: context.siteUrl } as const
  const [{ status }, { transrec }] = [getEsewaUrls(where), getEsewaV1Urls(where)]
  return {
    esewa,
    esewaV1,
    khalti,
    stripe,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.hostname === SANDBOX_HOST) return stripe.respond(new Request(input, init))
      if (url.href.startsWith(new URL(SANDBOX_KHALTI_PATH, context.siteUrl).href))
        return khalti.respond(new Request(input, init))
      switch (url.origin + url.pathname) {
        case status:
          return Response.json(await esewa.status(url.searchParams))
        case transrec:
          return esewaV1.transrec(Object.fromEntries(new URLSearchParams(String(init?.body))))
        default:
          throw new TypeError(`The sandbox does not call ${url.origin}`)
      }
    },
  }
}
