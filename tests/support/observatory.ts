/**
 * The scores of Mozilla's HTTP Observatory (mdn-http-observatory 1.6.3, July 2026): 100 and more is an A+. Findings that
 * neither cost nor earn points are left out.
 */
const MODIFIERS = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-header-invalid': -25,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-without-secure-flag-but-protected-by-hsts': -5,
  'cookies-session-without-secure-flag-but-protected-by-hsts': -10,
  'cookies-without-secure-flag': -20,
  'cookies-samesite-flag-invalid': -20,
  'cookies-anticsrf-without-samesite-flag': -20,
  'cookies-session-without-httponly-flag': -30,
  'cookies-session-without-secure-flag': -40,
  'cross-origin-resource-sharing-implemented-with-universal-access': -50,
  'redirection-not-to-https': -20,
  'referrer-policy-private': 5,
  'referrer-policy-unsafe': -5,
  'referrer-policy-header-invalid': -5,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'hsts-header-invalid': -20,
  'sri-implemented-and-external-scripts-loaded-securely': 5,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'sri-implemented-but-external-scripts-not-loaded-securely': -20,
  'sri-not-implemented-and-external-scripts-not-loaded-securely': -50,
  'x-content-type-options-not-implemented': -5,
  'x-content-type-options-header-invalid': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 5,
  'x-frame-options-not-implemented': -20,
  'x-frame-options-header-invalid': -20,
  'corp-implemented': 10,
  'corp-header-invalid': -5,
  'coop-implemented': 10,
  'coop-header-invalid': -5,
  'coep-implemented': 10,
  'coep-header-invalid': -5,
} as const
type Finding = keyof typeof MODIFIERS

const EXTRA_CREDIT_FROM = 90
const A_PLUS = 100
/** Six months of 30 days. */
const SIX_MONTHS = 15_552_000

/** A response from an https address; `html` is the text of a page. */
export interface Seen {
  url: string
  headers: Headers
  html?: string
}

/** Returns the score, the findings, and those that cost points where the score is below an A+. */
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
  ].filter((finding) => finding !== undefined)
  const sum = (worth: (points: number) => boolean) =>
    findings.map((finding) => MODIFIERS[finding] as number).reduce((total, each) => total + (worth(each) ? each : 0), 0)
  const penalized = 100 + sum((points) => points < 0)
  const score = penalized >= EXTRA_CREDIT_FROM ? penalized + sum((points) => points > 0) : penalized
  const failed = findings.filter((finding) => score < A_PLUS && MODIFIERS[finding] < 0)
  return { score: Math.max(0, score), findings, failed: failed.map((finding) => `${finding} ${MODIFIERS[finding]}`) }
}

type Policy = ReadonlyMap<string, readonly string[]> | 'invalid'

const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox']

/** Intersects all policies as browsers do, which is stricter than the Observatory. */
function readPolicy({ headers, html = '' }: Seen): Policy {
  const policies = headers.get('content-security-policy')?.split(',') ?? []
  const metas = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/gi)]
  const all = new Map<string, string[]>()
  for (const [isMeta, text = ''] of [
    ...policies.map((policy) => [false, policy] as const),
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
      const allowed = before ? sources.filter((source) => before.includes(source)) : sources
      all.set(name, allowed.length > 0 || !name.endsWith('-src') ? allowed : ["'none'"])
    }
  }
  return all
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const INLINE = ["'unsafe-inline'", 'data:']
const PASSIVE = ['img-src', 'media-src']

function judgePolicy(policy: Policy): Finding | undefined {
  if (policy === 'invalid') return 'csp-header-invalid'
  if (policy.size === 0) return 'csp-not-implemented'
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  // Browsers ignore it beside hashes and nonces.
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
  if (has(styles, [...BROAD, ...INLINE])) return undefined
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe'
}

/** Rates the worst cookie; the session cookie is `sid`. */
function judgeCookies({ headers }: Seen): Finding | undefined {
  const cookies = headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.toLowerCase().split(/;\s*/)
    return { name: pair.split('=')[0] ?? '', has: (name: string) => attributes.includes(name), attributes }
  })
  if (cookies.length === 0) return undefined
  const siteOf = (attributes: string[]) =>
    attributes.find((attribute) => attribute.startsWith('samesite'))?.split('=')[1]
  const isProtected = judgeTransport({ url: '', headers }) === undefined
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
    : undefined
}

function judgeSharing({ headers }: Seen): Finding | undefined {
  const allowed = headers.get('access-control-allow-origin') ?? '*'
  return allowed !== '*' && headers.get('access-control-allow-credentials') === 'true'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : undefined
}

function judgeRedirection({ url, headers }: Seen): Finding | undefined {
  const to = headers.get('location')
  return to !== null && new URL(to, url).protocol !== 'https:' ? 'redirection-not-to-https' : undefined
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const UNSAFE = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']

function judgeReferrer({ headers }: Seen): Finding | undefined {
  const value = headers.get('referrer-policy')?.toLowerCase().split(/,\s*/)
  if (!value) return undefined
  const last = value.findLast((value) => [...PRIVATE, ...UNSAFE].includes(value)) ?? ''
  if (PRIVATE.includes(last)) return 'referrer-policy-private'
  return UNSAFE.includes(last) ? 'referrer-policy-unsafe' : 'referrer-policy-header-invalid'
}

function judgeTransport({ headers }: Seen): Finding | undefined {
  const value = headers.get('strict-transport-security')?.toLowerCase()
  if (value === undefined) return 'hsts-not-implemented'
  const [, seconds] = /^(?:[^,]*;\s*)?max-age=(\d+)[^,]*$/.exec(value) ?? []
  if (seconds === undefined) return 'hsts-header-invalid'
  return Number(seconds) < SIX_MONTHS ? 'hsts-implemented-max-age-less-than-six-months' : undefined
}

function judgeScripts({ url, html }: Seen): Finding | undefined {
  const foreign = [...(html ?? '').matchAll(/<script\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const [, source] = /\ssrc="([^"]*)"/.exec(attributes) ?? []
    const at = source === undefined ? undefined : new URL(source, url)
    if (!at || at.host === new URL(url).host) return []
    return { isSecure: at.protocol === 'https:', isFixed: /\sintegrity="/.test(attributes) }
  })
  if (foreign.length === 0) return undefined
  if (foreign.some(({ isSecure, isFixed }) => !isSecure && !isFixed))
    return 'sri-not-implemented-and-external-scripts-not-loaded-securely'
  if (foreign.some(({ isSecure }) => !isSecure)) return 'sri-implemented-but-external-scripts-not-loaded-securely'
  return foreign.every(({ isFixed }) => isFixed)
    ? 'sri-implemented-and-external-scripts-loaded-securely'
    : 'sri-not-implemented-but-external-scripts-loaded-securely'
}

function judgeSniffing({ headers }: Seen): Finding | undefined {
  const value = headers.get('x-content-type-options')
  if (value === null) return 'x-content-type-options-not-implemented'
  return value === 'nosniff' ? undefined : 'x-content-type-options-header-invalid'
}

function judgeFrames({ headers }: Seen, policy: Policy): Finding | undefined {
  if (policy !== 'invalid' && policy.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp'
  const mode = headers.get('x-frame-options')?.toLowerCase()
  if (mode === undefined) return 'x-frame-options-not-implemented'
  if (mode.startsWith('allow-from')) return undefined
  return ['deny', 'sameorigin'].includes(mode) ? 'x-frame-options-sameorigin-or-deny' : 'x-frame-options-header-invalid'
}

function judgeOrigins({ headers }: Seen): (Finding | undefined)[] {
  const judge = (header: string, open: string, strict: readonly string[], name: 'corp' | 'coop' | 'coep') => {
    const value = headers.get(header) ?? open
    if (value === open) return undefined
    return strict.includes(value) ? (`${name}-implemented` as const) : (`${name}-header-invalid` as const)
  }
  const popups = ['same-origin-allow-popups', 'noopener-allow-popups']
  return [
    judge('cross-origin-resource-policy', 'cross-origin', ['same-origin', 'same-site'], 'corp'),
    judge('cross-origin-opener-policy', 'unsafe-none', ['same-origin', ...popups], 'coop'),
    judge('cross-origin-embedder-policy', 'unsafe-none', ['require-corp', 'credentialless'], 'coep'),
  ]
}
