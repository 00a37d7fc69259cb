import { expect, test } from 'vitest'
import { rejectLocalSiteUrl } from '#build/static-host-headers.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { applyHeaderRules, headersFile } from '../support/header-rules.ts'

test.each(['http://localhost:4321', 'https://chautari.example'])(
  '_headers has the same headers as the server for %s',
  (site) => {
    const rules = headersFile(site, ['/robots.txt', '/icon-192.png', '/maps/valley.svg', '/speculation-rules.json'])
    for (const path of [
      '/',
      '/pricing',
      '/booking',
      '/_astro/a.css',
      '/_astro/reader.1/worker.js',
      '/payment',
      '/payment/esewa/success',
      '/your-booking',
      '/your-booking/sent',
      '/confirm-email',
      '/stop-reminders',
      '/waiting/confirm',
      '/admin',
      '/admin/bookings',
      '/robots.txt',
      '/icon-192.png',
      '/maps/valley.svg',
      '/speculation-rules.json',
    ])
      expect({ path, ...applyHeaderRules(rules, path) }).toEqual({ path, ...pageHeaders(path, site) })
  },
)

test('rejectLocalSiteUrl rejects a published build without a public address', () => {
  const build = (SITE_URL?: string) => () => rejectLocalSiteUrl({ CI: 'true', PUBLISH: 'true', SITE_URL })
  for (const address of [undefined, '', 'http://localhost:4321', 'http://127.0.0.1'])
    expect(build(address)).toThrow('SITE_URL')
  expect(build('https://chautari.example')).not.toThrow()
  expect(() => rejectLocalSiteUrl({})).not.toThrow()
})
