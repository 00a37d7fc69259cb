import { EMPTY_POLICY, PAGE_HEADER_POLICY, RECEIPT_READER_POLICY } from '#contract/content-security-policy.ts'

/** Each page has its policy in a `<meta>`; the header adds what a `<meta>` cannot, and narrows payment pages. */
export function pageHeaders(path: string, siteUrl: string, paymentPolicy = ''): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': getPolicy(path, paymentPolicy),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
    'referrer-policy': hasSecretInUrl(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cache-control': getCacheControl(path),
    ...(linksToContent(path) && { 'speculation-rules': `"${SPECULATION_RULES}"` }),
    ...(path === SPECULATION_RULES && { 'content-type': 'application/speculationrules+json' }),
    ...transportHeaders(siteUrl),
  }
}

/** Two years of HTTPS only. */
export const transportHeaders = (siteUrl: string): Record<string, string> =>
  siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}

/** For responses that are no page, such as redirects. */
export const lockedDownHeaders = (path: string, siteUrl: string): Record<string, string> => ({
  ...pageHeaders(path, siteUrl),
  'content-security-policy': EMPTY_POLICY,
})

/** A file that is opened directly may load nothing. */
function getPolicy(path: string, paymentPolicy: string): string {
  if (path.startsWith(READER_FOLDERS)) return RECEIPT_READER_POLICY
  if (isFile(path)) return EMPTY_POLICY
  return `${isPaymentPage(path) ? paymentPolicy : ''}${PAGE_HEADER_POLICY}`
}

export const isFile = (path: string): boolean => path.startsWith('/_astro/') || /\.(?!html$)\w+$/.test(path)

/** Start of the receipt reader's folder; a content hash follows. */
export const READER_FOLDERS = '/_astro/reader.'

/** Returns the policy of the payment page without the hosts that this process does not need. A browser applies both. */
export function narrowPolicy(page: string, unneededHosts: readonly string[]): string {
  const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const directives = policy.split(';').map((directive) => directive.trim().split(' '))
  return directives
    .filter(([name]) => name)
    .map((parts) => `${parts.filter((part) => !unneededHosts.includes(part)).join(' ')}; `)
    .join('')
}

/** Names the pages that a browser may prerender. In a header, because a script would cost every page its bytes and a hash. */
const SPECULATION_RULES = '/speculation-rules.json'

/** Booking, payment and staff pages spend the line on themselves. */
const linksToContent = (path: string): boolean =>
  !isFile(path) && !hasSecretInUrl(path) && !/^\/(admin|booking)(\/|\.html|$)/.test(path)

const isPaymentPage = (path: string): boolean => /^\/payment(\/|\.html|$)/.test(path)

/** Its URL may contain a token, the secret of a booking or the data of a gateway. */
const hasSecretInUrl = (path: string): boolean =>
  isPaymentPage(path) || /^\/(confirm-email|stop-reminders|waiting|your-booking)(\/|\.html|$)/.test(path)

function getCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable'
  if (path === SPECULATION_RULES) return 'public, max-age=86400'
  return hasSecretInUrl(path) || path.startsWith('/admin') ? 'no-store' : 'no-cache'
}
