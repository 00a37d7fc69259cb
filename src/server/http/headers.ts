/**
 * Headers of static files by class of route; `paymentPolicy` goes before what the payment pages' header says. The
 * policy for scripts and styles stands in each page itself (its hashes are known at build); what a `<meta>` cannot say
 * is said here.
 */
export function pageHeaders(path: string, siteUrl: string, paymentPolicy = ''): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': getPolicy(path, paymentPolicy),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), browsing-topics=()',
    'referrer-policy': hasSecretInUrl(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cache-control': getCacheControl(path),
    ...transportHeaders(siteUrl),
  }
}

/** What every answer has, whoever makes it: who was here once by https comes by nothing else for two years. */
export const transportHeaders = (siteUrl: string): Record<string, string> =>
  siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}

/** Of an answer that brings no page: one that leads elsewhere, refuses, or is a stand-in's. */
export const nonPageHeaders = (path: string, siteUrl: string): Record<string, string> => ({
  ...pageHeaders(path, siteUrl),
  'content-security-policy': EMPTY_POLICY,
})

const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** A page's own policy stands in it. What is no page may do nothing where somebody opens it by itself. */
function getPolicy(path: string, paymentPolicy: string): string {
  if (path.startsWith(READER_FOLDERS)) return READER_POLICY
  if (isFile(path)) return EMPTY_POLICY
  return `${isPaymentPage(path) ? paymentPolicy : ''}frame-ancestors 'none'`
}

/** Addresses of pages end in no extension, or in that of their file. */
export const isFile = (path: string): boolean => path.startsWith('/_astro/') || /\.(?!html$)\w+$/.test(path)

/** The folder of the receipt reader, which its content's hash follows. */
export const READER_FOLDERS = '/_astro/reader.'

/** A worker has the policy of its own address: this one runs WebAssembly, which no page may, and reaches nobody else. */
const READER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' data:; frame-ancestors 'none'"

/**
 * The policy that the build wrote into the payment page is the widest that any mode needs; this is the same without the
 * hosts that this process needs not. A browser keeps to both.
 */
export function narrowPolicy(page: string, needless: readonly string[]): string {
  const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const directives = policy.split(';').map((directive) => directive.trim().split(' '))
  return directives
    .filter(([name]) => name)
    .map((words) => `${words.filter((word) => !needless.includes(word)).join(' ')}; `)
    .join('')
}

/** A return address carries the gateway's data in its query. */
const isPaymentPage = (path: string): boolean => /^\/payment(\/|\.html|$)/.test(path)

/** Its address may carry what opens or confirms a booking. */
const hasSecretInUrl = (path: string): boolean => isPaymentPage(path) || /^\/confirm-email(\/|\.html|$)/.test(path)

function getCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable'
  return hasSecretInUrl(path) || path.startsWith('/admin') ? 'no-store' : 'no-cache'
}
