import { getEsewaUrls } from '../esewa.ts'
import { getEsewaV1Urls } from '../esewa-v1.ts'
import { SANDBOX_FONEPAY_PATH } from '../fonepay.ts'
import { SANDBOX_HOST } from '../stripe.ts'
import { SandboxEsewa } from './esewa.ts'
import { SandboxFonepay } from './fonepay.ts'
import { SANDBOX_KHALTI_PATH, SandboxKhalti } from './khalti.ts'
import type { SandboxContext } from './store.ts'
import { SandboxStripe } from './stripe.ts'

export interface Sandbox {
  esewa: SandboxEsewa
  esewaV1: SandboxEsewa
  khalti: SandboxKhalti
  fonepay: SandboxFonepay
  stripe: SandboxStripe
  /** Responds to calls to the sandbox within the process and rejects all others. */
  fetch: typeof fetch
}

/** Replaces every gateway with `PAYMENTS=sandbox`. */
export function openSandbox(context: SandboxContext): Sandbox {
  const esewa = new SandboxEsewa(context, 'v2')
  const esewaV1 = new SandboxEsewa(context, 'v1')
  const khalti = new SandboxKhalti(context)
  const fonepay = new SandboxFonepay(context)
  const stripe = new SandboxStripe(context)
  const where = { mode: 'sandbox', siteUrl: context.siteUrl } as const
  const [{ status }, { transrec }] = [getEsewaUrls(where), getEsewaV1Urls(where)]
  return {
    esewa,
    esewaV1,
    khalti,
    fonepay,
    stripe,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.hostname === SANDBOX_HOST) return stripe.respond(new Request(input, init))
      if (url.href.startsWith(new URL(SANDBOX_KHALTI_PATH, context.siteUrl).href))
        return khalti.respond(new Request(input, init))
      if (url.href.startsWith(new URL(`${SANDBOX_FONEPAY_PATH}/`, context.siteUrl).href))
        return fonepay.respond(new Request(input, init))
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
