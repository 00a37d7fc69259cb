import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '#content/navigation.json'

type Rules = Record<'prerender' | 'prefetch', { where: { href_matches: string | string[] } }[]>

const FILE = 'http://localhost/speculation-rules.json'
const rules: Rules = JSON.parse(readFileSync('public/speculation-rules.json', 'utf8'))

/** As a browser evaluates the rules for a link. */
const has = (kind: keyof Rules, link: string): boolean =>
  rules[kind]
    .flatMap(({ where }) => where.href_matches)
    .some((pattern) => new URLPattern(pattern, FILE).test(link, FILE))

const BOOKING = '/booking'
const content = pages.map(({ href }) => href).filter((href) => !href.startsWith(BOOKING))

test.each([
  '/',
  '/blog/a-power-cut-drill-for-your-desk',
  '/locations/kausimaa',
  '/locations/kausimaa#visit=2026-12-01',
  ...content,
])('speculation rules prerender %s', (link) => {
  expect(has('prerender', link)).toBe(true)
})

test.each([
  `${BOOKING}#tour`,
  `${BOOKING}?plan=explorer`,
  '/payment',
  '/payment/esewa/success?data=1',
  '/your-booking#BK-1.secret',
  '/confirm-email#token',
  '/stop-reminders#token',
  '/waiting/confirm#entry=1&token=2',
  '/newsletter/thanks',
  '/contact/sent',
  '/admin',
  '/admin/bookings',
  '/sandbox/esewa/pay/1',
  '/api/prices',
  'https://example.com/pricing',
])('speculation rules do not prerender %s', (link) => {
  expect(has('prerender', link)).toBe(false)
})

test('speculation rules prefetch the booking form only', () => {
  for (const link of [BOOKING, `${BOOKING}#tour`, `${BOOKING}?plan=explorer`]) expect(has('prefetch', link)).toBe(true)
  for (const link of ['/payment', '/your-booking', '/admin', '/pricing']) expect(has('prefetch', link)).toBe(false)
})
