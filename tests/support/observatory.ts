/**
 * The rules by which Mozilla's HTTP Observatory rates an answer (mdn-http-observatory 1.6.3, July 2026: src/grader/charts.js
 * and src/analyzer/tests): a site begins with 100, each finding takes points away, and from 90 on what is done beyond the
 * call of duty adds some. From 100 on it is an A+.
 */
const MODIFIERS = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-header-invalid': -25,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-secure-with-httponly-sessions': 0,
  'cookies-not-found': 0,
  'cookies-without-secure-flag-but-protected-by-hsts': -5,
  'cookies-session-without-secure-flag-but-protected-by-hsts': -10,
  'cookies-without-secure-flag': -20,
  'cookies-samesite-flag-invalid': -20,
  'cookies-anticsrf-without-samesite-flag': -20,
  'cookies-session-without-httponly-flag': -30,
  'cookies-session-without-secure-flag': -40,
  'cross-origin-resource-sharing-not-implemented': 0,
  'cross-origin-resource-sharing-implemented-with-public-access': 0,
  'cross-origin-resource-sharing-implemented-with-restricted-access': 0,
  'cross-origin-resource-sharing-implemented-with-universal-access': -50,
  'redirection-not-needed': 0,
  'redirection-to-https': 0,
  'redirection-not-to-https': -20,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'referrer-policy-header-invalid': -5,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'hsts-header-invalid': -20,
  'sri-implemented-and-external-scripts-loaded-securely': 5,
  'sri-not-implemented-response-not-html': 0,
  'sri-not-implemented-but-no-scripts-loaded': 0,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'sri-implemented-but-external-scripts-not-loaded-securely': -20,
  'sri-not-implemented-and-external-scripts-not-loaded-securely': -50,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-content-type-options-header-invalid': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 5,
  'x-frame-options-allow-from-origin': 0,
  'x-frame-options-not-implemented': -20,
  'x-frame-options-header-invalid': -20,
  'cross-origin-resource-policy-implemented-with-same-origin': 10,
  'cross-origin-resource-policy-implemented-with-same-site': 10,
  'cross-origin-resource-policy-implemented-with-cross-origin': 0,
  'cross-origin-resource-policy-not-implemented': 0,
  'cross-origin-resource-policy-header-invalid': -5,
  'coop-implemented': 10,
  'coop-implemented-with-unsafe-none': 0,
  'coop-not-implemented': 0,
  'coop-header-invalid': -5,
  'coep-implemented': 10,
  'coep-implemented-with-unsafe-none': 0,
  'coep-not-implemented': 0,
  'coep-header-invalid': -5,
} as const
export type Finding = keyof typeof MODIFIERS

const EXTRA_CREDIT_FROM = 90
const A_PLUS = 100
/** Six months of thirty days, as the Observatory counts them. */
const SIX_MONTHS = 15_552_000

/** What came from an https address. `html` is the text of a page. */
export interface Seen {
  url: string
  headers: Headers
  html?: string
}

/** The score, and every rule that was found; `failed` names those that cost points where it is no A+, else nothing. */
export function rate(seen: Seen): { score: number; findings: Finding[]; failed: string[] } {
  const policy = readPolicy(seen)
  const findings = [
    judgePolicy(policy),
    judgeCookies(seen),
    judgeSharing(seen),
    judgeRedirection(seen),
    judgeReferrer(seen),
    judgeTransport(seen),
    judgeScripts(seen),
    judgeSniffing(seen),
    judgeFrames(seen, policy),
    ...judgeOrigins(seen),
  ]
  const sum = (worth: (points: number) => boolean) =>
    findings.map((finding) => MODIFIERS[finding] as number).reduce((total, each) => total + (worth(each) ? each : 0), 0)
  const penalized = 100 + sum((points) => points < 0)
  const score = penalized >= EXTRA_CREDIT_FROM ? penalized + sum((points) => points > 0) : penalized
  const failed = findings.filter((finding) => score < A_PLUS && MODIFIERS[finding] < 0)
  return { score: Math.max(0, score), findings, failed: failed.map((finding) => `${finding} ${MODIFIERS[finding]}`) }
}

type Policy = ReadonlyMap<string, readonly string[]> | 'invalid'

const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox']

/**
 * What all policies together allow, as a browser keeps to them. (The Observatory takes what the first policy does not
 * name for `'none'`: it would pass what this refuses, never the other way round.)
 */
function readPolicy({ headers, html = '' }: Seen): Policy {
  const said = headers.get('content-security-policy')?.split(',') ?? []
  const metas = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/gi)]
  const all = new Map<string, string[]>()
  for (const [isMeta, text = ''] of [
    ...said.map((one) => [false, one] as const),
    ...metas.map((m) => [true, m[1]] as const),
  ]) {
    const own = new Set<string>()
    for (const [name = '', ...sources] of text
      .split(';')
      .map((directive) => directive.trim().toLowerCase().split(/\s+/))) {
      if (name === '' || (isMeta && NOT_IN_META.includes(name))) continue
      if (own.has(name)) return 'invalid'
      own.add(name)
      const before = all.get(name)
      const kept = before ? sources.filter((source) => before.includes(source)) : sources
      all.set(name, kept.length > 0 || !name.endsWith('-src') ? kept : ["'none'"])
    }
  }
  return all
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const INLINE = ["'unsafe-inline'", 'data:']
const PASSIVE = ['img-src', 'media-src']

function judgePolicy(policy: Policy): Finding {
  if (policy === 'invalid') return 'csp-header-invalid'
  if (policy.size === 0) return 'csp-not-implemented'
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  // Where hashes stand beside it, browsers do not look at it.
  const withHashes = (sources: readonly string[]) =>
    sources.some((source) => /^'(sha\d+|nonce)-/.test(source))
      ? sources.filter((source) => source !== "'unsafe-inline'")
      : sources
  const [scripts, styles] = [withHashes(of('script-src')), withHashes(of('style-src'))]
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, sources]) => sources)
  const isInsecure = (source: string) => /^(http|ftp):/.test(source)
  const has = (sources: readonly string[], wrong: readonly string[]) => sources.some((source) => wrong.includes(source))
  if (has(scripts, [...BROAD, ...INLINE]) || has(of('object-src'), BROAD)) return 'csp-implemented-with-unsafe-inline'
  if (active.some(isInsecure)) return 'csp-implemented-with-insecure-scheme'
  if (has([...scripts, ...styles], ["'unsafe-eval'"])) return 'csp-implemented-with-unsafe-eval'
  if (PASSIVE.flatMap(of).some(isInsecure)) return 'csp-implemented-with-insecure-scheme-in-passive-content-only'
  if (has(styles, [...BROAD, ...INLINE])) return 'csp-implemented-with-unsafe-inline-in-style-src-only'
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe'
}

/** The worst of all cookies; our session's is called `sid`, which the Observatory would not know for one. */
function judgeCookies({ headers }: Seen): Finding {
  const cookies = headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.toLowerCase().split(/;\s*/)
    return { name: pair.split('=')[0] ?? '', has: (name: string) => attributes.includes(name), attributes }
  })
  if (cookies.length === 0) return 'cookies-not-found'
  const siteOf = (attributes: string[]) =>
    attributes.find((attribute) => attribute.startsWith('samesite'))?.split('=')[1]
  const isProtected = judgeTransport({ url: '', headers }) === 'hsts-implemented-max-age-at-least-six-months'
  const sessions = cookies.filter(({ name }) => /login|sess|sid/.test(name))
  const open = (of: typeof cookies) => of.some(({ has }) => !has('secure'))
  if (open(sessions) && !isProtected) return 'cookies-session-without-secure-flag'
  if (sessions.some(({ has }) => !has('httponly'))) return 'cookies-session-without-httponly-flag'
  if (cookies.some(({ name, attributes }) => name.includes('csrf') && !siteOf(attributes)))
    return 'cookies-anticsrf-without-samesite-flag'
  if (cookies.some(({ attributes }) => !['lax', 'strict', undefined].includes(siteOf(attributes))))
    return 'cookies-samesite-flag-invalid'
  if (open(cookies) && !isProtected) return 'cookies-without-secure-flag'
  if (open(sessions)) return 'cookies-session-without-secure-flag-but-protected-by-hsts'
  if (open(cookies)) return 'cookies-without-secure-flag-but-protected-by-hsts'
  return cookies.every(({ attributes }) => siteOf(attributes))
    ? 'cookies-secure-with-httponly-sessions-and-samesite'
    : 'cookies-secure-with-httponly-sessions'
}

function judgeSharing({ headers }: Seen): Finding {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed === null) return 'cross-origin-resource-sharing-not-implemented'
  if (allowed === '*') return 'cross-origin-resource-sharing-implemented-with-public-access'
  return headers.get('access-control-allow-credentials') === 'true'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : 'cross-origin-resource-sharing-implemented-with-restricted-access'
}

/** Of our own redirections; that from http to https is the proxy's in front. */
function judgeRedirection({ url, headers }: Seen): Finding {
  const to = headers.get('location')
  if (to === null) return 'redirection-not-needed'
  return new URL(to, url).protocol === 'https:' ? 'redirection-to-https' : 'redirection-not-to-https'
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const UNSAFE = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']

function judgeReferrer({ headers }: Seen): Finding {
  const said = headers.get('referrer-policy')?.toLowerCase().split(/,\s*/)
  if (!said) return 'referrer-policy-not-implemented'
  const last = said.findLast((value) => [...PRIVATE, ...UNSAFE].includes(value)) ?? ''
  if (PRIVATE.includes(last)) return 'referrer-policy-private'
  return UNSAFE.includes(last) ? 'referrer-policy-unsafe' : 'referrer-policy-header-invalid'
}

function judgeTransport({ headers }: Seen): Finding {
  const said = headers.get('strict-transport-security')?.toLowerCase()
  if (said === undefined) return 'hsts-not-implemented'
  const [, seconds] = /^(?:[^,]*;\s*)?max-age=(\d+)[^,]*$/.exec(said) ?? []
  if (seconds === undefined) return 'hsts-header-invalid'
  return Number(seconds) >= SIX_MONTHS
    ? 'hsts-implemented-max-age-at-least-six-months'
    : 'hsts-implemented-max-age-less-than-six-months'
}

function judgeScripts({ url, html }: Seen): Finding {
  if (html === undefined) return 'sri-not-implemented-response-not-html'
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
  if (scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded'
  const foreign = scripts.flatMap((attributes) => {
    const [, source] = /\ssrc="([^"]*)"/.exec(attributes) ?? []
    const at = source === undefined ? undefined : new URL(source, url)
    if (!at || at.host === new URL(url).host) return []
    return { isSecure: at.protocol === 'https:', isFixed: /\sintegrity="/.test(attributes) }
  })
  if (foreign.length === 0) return 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
  if (foreign.some(({ isSecure, isFixed }) => !isSecure && !isFixed))
    return 'sri-not-implemented-and-external-scripts-not-loaded-securely'
  if (foreign.some(({ isSecure }) => !isSecure)) return 'sri-implemented-but-external-scripts-not-loaded-securely'
  return foreign.every(({ isFixed }) => isFixed)
    ? 'sri-implemented-and-external-scripts-loaded-securely'
    : 'sri-not-implemented-but-external-scripts-loaded-securely'
}

function judgeSniffing({ headers }: Seen): Finding {
  const said = headers.get('x-content-type-options')
  if (said === null) return 'x-content-type-options-not-implemented'
  return said === 'nosniff' ? 'x-content-type-options-nosniff' : 'x-content-type-options-header-invalid'
}

function judgeFrames({ headers }: Seen, policy: Policy): Finding {
  if (policy !== 'invalid' && policy.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp'
  const said = headers.get('x-frame-options')?.toLowerCase()
  if (said === undefined) return 'x-frame-options-not-implemented'
  if (said.startsWith('allow-from')) return 'x-frame-options-allow-from-origin'
  return ['deny', 'sameorigin'].includes(said) ? 'x-frame-options-sameorigin-or-deny' : 'x-frame-options-header-invalid'
}

function judgeOrigins({ headers }: Seen): Finding[] {
  const resources = headers.get('cross-origin-resource-policy')?.toLowerCase()
  const opener = headers.get('cross-origin-opener-policy')
  const embedder = headers.get('cross-origin-embedder-policy')
  const strict = (said: string | null, values: readonly string[], name: 'coop' | 'coep'): Finding => {
    if (said === null) return `${name}-not-implemented`
    if (said === 'unsafe-none') return `${name}-implemented-with-unsafe-none`
    return values.includes(said) ? `${name}-implemented` : `${name}-header-invalid`
  }
  return [
    resources === undefined
      ? 'cross-origin-resource-policy-not-implemented'
      : ['same-origin', 'same-site', 'cross-origin'].includes(resources)
        ? (`cross-origin-resource-policy-implemented-with-${resources}` as Finding)
        : 'cross-origin-resource-policy-header-invalid',
    strict(opener, ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'], 'coop'),
    strict(embedder, ['require-corp', 'credentialless'], 'coep'),
  ]
}
