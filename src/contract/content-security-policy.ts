import type { Business, EditionSettings } from './edition.ts'
import { ESEWA_FORM_HOSTS } from './esewa.ts'
import { KHALTI_SCRIPT } from './khalti.ts'

/** The model that the edition without a server queries from the browser. */
const MODEL_HOST = 'https://generativelanguage.googleapis.com'

/** A page's own policy is in its `<meta>`, which cannot contain this directive. */
export const PAGE_HEADER_POLICY = "frame-ancestors 'none'"

/** Pages without their own policy only redirect. */
export const REDIRECT_POLICY = "default-src 'none'"

/** Responses that are not pages: API responses, files and errors. */
export const EMPTY_POLICY = `${REDIRECT_POLICY}; ${PAGE_HEADER_POLICY}`

/** Uploaded images, in case a browser treats one as a page. */
export const UPLOAD_POLICY = `sandbox; ${EMPTY_POLICY}`

/** The worker that reads receipts runs WebAssembly, which no page may. */
export const RECEIPT_READER_POLICY = `${REDIRECT_POLICY}; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; ${PAGE_HEADER_POLICY}`

/** Every page; Astro adds `script-src` and `style-src`, and the build the hashes of the page. */
export const getPageDirectives = (edition: EditionSettings | undefined) =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    allowFromSelf('connect-src', edition?.assistant ? [MODEL_HOST] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ] as const

/** For an embedded contact form; also part of `getPaymentDirectives`. */
export const getFrameDirective = (hosts: readonly string[]) => `frame-src ${hosts.join(' ')}` as const

/** What a payment page adds to the directives of every page. */
export const getPaymentDirectives = ({ form, frame, connect }: PaymentHosts) => [
  allowFromSelf('form-action', form),
  "worker-src 'self'" as const,
  "img-src 'self' data: blob:" as const,
  ...(frame.length > 0 ? [getFrameDirective(frame)] : []),
  allowFromSelf('connect-src', connect),
]

const allowFromSelf = <Name extends string>(name: Name, hosts: readonly string[]) =>
  `${name} ${["'self'", ...hosts].join(' ')}` as const

/** Hosts that a payment page needs, by directive. */
interface PaymentHosts {
  form: readonly string[]
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

const KHALTI_FRAMES = 'https://khalti.com'

/** From docs.stripe.com/security/guide. */
const STRIPE_HOSTS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://m.stripe.network'],
  connect: ['https://api.stripe.com', 'https://m.stripe.network'],
}

/** In any mode, because a build does not know the mode of the server. `khaltiV1`: whether that API is chosen. */
export const getServerPaymentHosts = (khaltiV1: boolean): PaymentHosts => ({
  form: Object.values(ESEWA_FORM_HOSTS).flatMap((hosts) => Object.values(hosts)),
  script: [...(khaltiV1 ? [KHALTI_SCRIPT] : []), ...STRIPE_HOSTS.script],
  frame: [...(khaltiV1 ? [KHALTI_FRAMES] : []), ...STRIPE_HOSTS.frame],
  connect: STRIPE_HOSTS.connect,
})

/** Gateways that the edition without a server calls itself. Cards need a secret and are not among them. */
export const getBrowserPaymentHosts = ({ esewaMerchant, khaltiKey, debugPanel }: Business): PaymentHosts => ({
  form: esewaMerchant || debugPanel ? [ESEWA_FORM_HOSTS.v1.test] : [],
  script: khaltiKey ? [KHALTI_SCRIPT] : [],
  frame: khaltiKey ? [KHALTI_FRAMES] : [],
  connect: esewaMerchant ? [ESEWA_FORM_HOSTS.v1.test] : [],
})

/** Payment hosts in the built page that these settings do not need; the server's header removes them. */
export function getUnneededPaymentHosts({ payments, esewaApi, khaltiApi, stripe }: PaymentSettings): string[] {
  const { form, ...others } = getServerPaymentHosts(true)
  const needed = new Set<string>()
  if (payments !== 'sandbox') {
    needed.add(ESEWA_FORM_HOSTS[esewaApi][payments])
    if (khaltiApi === 'v1') for (const host of [KHALTI_SCRIPT, KHALTI_FRAMES]) needed.add(host)
    if (stripe) for (const host of Object.values(STRIPE_HOSTS).flat()) needed.add(host)
  }
  return [...form, ...Object.values(others).flat()].filter((host) => !needed.has(host))
}

interface PaymentSettings {
  payments: 'sandbox' | 'test' | 'live'
  esewaApi: 'v1' | 'v2'
  khaltiApi: 'v1' | 'v2'
  stripe: unknown
}
