import { expect, test } from 'vitest'
import { parseEmbeddedFormUrl } from '#domain/embedded-form.ts'

test('parseEmbeddedFormUrl returns a complete https address, or undefined for an absent or empty setting', () => {
  expect([undefined, ''].map(parseEmbeddedFormUrl)).toEqual([undefined, undefined])
  expect(parseEmbeddedFormUrl('https://forms.example/f/1?x=y')).toMatchObject({ origin: 'https://forms.example' })
})

test.each(['forms.example/f/1', 'http://forms.example/f/1', 'javascript:alert(1)', 'true'])(
  'parseEmbeddedFormUrl rejects "%s"',
  (setting) => {
    const fix = 'set it to an address like https://forms.example/contact, or leave it out.'
    expect(() => parseEmbeddedFormUrl(setting)).toThrow(`PUBLIC_CONTACT_FORM_URL is "${setting}": ${fix}`)
  },
)
