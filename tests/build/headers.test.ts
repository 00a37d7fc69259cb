import { expect, test } from 'vitest'
import { headerRules, refuseLocalAddress } from '#build/headers.ts'
import { pageHeaders } from '#server/http/headers.ts'

/** What a host makes of `_headers`: rules in order, `!` takes a header away again. */
function served(rules: string, path: string): Record<string, string> {
  const found: Record<string, string> = {}
  let applies = false
  for (const line of rules.split('\n')) {
    if (line.startsWith('/')) applies = new RegExp(`^${line.replaceAll('.', '\\.').replace('*', '.*')}$`).test(path)
    else if (applies && line.startsWith('  ! ')) delete found[line.slice(4)]
    else if (applies && line.includes(': ')) {
      const [name = '', ...value] = line.trim().split(': ')
      found[name] = found[name] === undefined ? value.join(': ') : `${found[name]}, ${value.join(': ')}`
    }
  }
  return found
}

test.each(['http://localhost:4321', 'https://chautari.example'])(
  'a host that reads _headers answers as the server of %s',
  (site) => {
    const rules = headerRules(site)
    for (const path of [
      '/',
      '/pricing',
      '/_astro/a.css',
      '/_astro/reader.1/worker.js',
      '/payment',
      '/payment/esewa/success',
      '/admin',
      '/admin/bookings',
    ])
      expect({ path, ...served(rules, path) }).toEqual({ path, ...pageHeaders(path, site) })
  },
)

test('what is published has a public address', () => {
  const build = (SITE_URL?: string) => () => refuseLocalAddress({ CI: 'true', PUBLISH: 'true', SITE_URL })
  for (const address of [undefined, '', 'http://localhost:4321', 'http://127.0.0.1'])
    expect(build(address)).toThrow('SITE_URL')
  expect(build('https://chautari.example')).not.toThrow()
  expect(() => refuseLocalAddress({})).not.toThrow()
})
