import { expect, test } from 'vitest'
import { parseEmbeddedFormUrl } from '#domain/embedded-form.ts'

test('absent or empty, the site’s own form stands', () => {
  expect(parseEmbeddedFormUrl(undefined)).toBeUndefined()
  expect(parseEmbeddedFormUrl('')).toBeUndefined()
})

test('a whole https address is the form', () => {
  expect(parseEmbeddedFormUrl('https://forms.example/f/1?x=y')).toMatchObject({ origin: 'https://forms.example' })
})

test.each(['forms.example/f/1', 'http://forms.example/f/1', 'javascript:alert(1)', 'true'])('%s is none', (setting) => {
  expect(() => parseEmbeddedFormUrl(setting)).toThrow(
    `PUBLIC_CONTACT_FORM_URL is "${setting}": set it to an address like https://forms.example/contact, or leave it out.`,
  )
})
