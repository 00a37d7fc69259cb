import { expect, test } from 'vitest'
import { formatHeaderRules, rejectLocalSiteUrl } from '#build/headers.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { headersOfHost } from '../support/host.ts'

test.each(['http://localhost:4321', 'https://chautari.example'])(
  'a host that reads _headers answers as the server of %s',
  (site) => {
    const rules = formatHeaderRules(site, ['/robots.txt', '/icon-192.png'])
    for (const path of [
      '/',
      '/pricing',
      '/_astro/a.css',
      '/_astro/reader.1/worker.js',
      '/payment',
      '/payment/esewa/success',
      '/confirm-email',
      '/admin',
      '/admin/bookings',
      '/robots.txt',
      '/icon-192.png',
    ])
      expect({ path, ...headersOfHost(rules, path) }).toEqual({ path, ...pageHeaders(path, site) })
  },
)

test('what is published has a public address', () => {
  const build = (SITE_URL?: string) => () => rejectLocalSiteUrl({ CI: 'true', PUBLISH: 'true', SITE_URL })
  for (const address of [undefined, '', 'http://localhost:4321', 'http://127.0.0.1'])
    expect(build(address)).toThrow('SITE_URL')
  expect(build('https://chautari.example')).not.toThrow()
  expect(() => rejectLocalSiteUrl({})).not.toThrow()
})
