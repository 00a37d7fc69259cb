/** Prefixes that some clients read as another host. */
const STARTS = [
  '//',
  '///',
  '/.//',
  '/./\\',
  '/\\',
  '/\\/',
  '//\\',
  '/%2f',
  '/%2F%2f',
  '/%5c',
  '/%5C%5c',
  '/%2f%5c',
  '//x//',
  '/x/..//',
  '/%2e%2e//',
  '/.%2e/\\',
  '/%09/',
  '/%0d%0a/',
  '/;//',
  '/https:',
  '/https:%2f%2f',
  'https://',
  '/@',
  '//user@',
  '/booking//',
  '/booking/..//',
  '/locations/kausimaa-coworking//',
  '/sandbox//',
  '/sandbox/..//',
  '/sandbox%2f%2f',
  '/api//',
  '/api/..//',
]
const HOSTS = [
  'evil.example',
  'evil.example/',
  'evil.example/%2e%2e',
  'xn--evl-xna.example',
  '[::1]:80',
  'evil.example?next=//evil.example',
  'evil%E3%80%82example',
]

/** More than 200 request targets that could make a redirect leave the site. */
export const HOSTILE_PATHS: readonly string[] = STARTS.flatMap((start) => HOSTS.map((host) => start + host))

export const staysOnSite = (location: string, origin: string): boolean => {
  const target = URL.parse(location, origin)
  return target?.origin === new URL(origin).origin && !target.pathname.startsWith('//')
}
