import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  EMAIL_PATTERN,
  hasLink,
  isEmail,
  normalisePhone,
  phoneHref,
  toSingleLine,
  whatsappHref,
} from '#domain/contact.ts'

test.each([
  // Mobiles of Nepal: 96x beside 97x and 98x, with and without the country code.
  ['9841234567', '+9779841234567'],
  ['984-1234567', '+9779841234567'],
  ['+977 984 123 4567', '+9779841234567'],
  ['+977-9841234567', '+9779841234567'],
  ['977 9841234567', '+9779841234567'],
  ['00977 9841234567', '+9779841234567'],
  ['(984) 123.4567', '+9779841234567'],
  ['9001234567', '+9779001234567'],
  ['9601234567', '+9779601234567'],
  ['9611234567', '+9779611234567'],
  ['9801234567', '+9779801234567'],
  ['9741234567', '+9779741234567'],
  // Landlines: the valley and elsewhere.
  ['01-4123456', '+97714123456'],
  ['+977 1 4123456', '+97714123456'],
  ['977 1 4123456', '+97714123456'],
  ['061-534567', '+97761534567'],
  ['+977 61 534567', '+97761534567'],
  // Not Nepali: only the digits are retained.
  ['9771234567', '9771234567'],
  ['9831234567', '9831234567'],
  ['9991234567', '9991234567'],
  ['4123456', '4123456'],
  ['+1 (415) 555-0100', '+14155550100'],
  ['  +1 415 555 0100\n', '+14155550100'],
  ['+49 30 901820', '+4930901820'],
  ['+91 98410 12345', '+919841012345'],
  ['+1 984 123 4567', '+19841234567'],
  // The brand's sample numbers, which cannot exist.
  ['+977 910 000 0000', '+9779100000000'],
  // Devanagari digits, and an extension after any number.
  ['९८४१२३४५६७', '+9779841234567'],
  ['+९७७ ९८४-१२३४५६७', '+9779841234567'],
  ['984123456७', '+9779841234567'],
  ['+44 20 7946 0958 ext 5', '+442079460958 ext 5'],
  ['+442079460958x5', '+442079460958 ext 5'],
  ['+442079460958 #5', '+442079460958 ext 5'],
  ['01-4123456, Ext. 204', '+97714123456 ext 204'],
  ['9841234567 extension ०२', '+9779841234567 ext 02'],
  // Seven digits are the minimum, fifteen the maximum.
  ['1234567', '1234567'],
  ['+123456789012345', '+123456789012345'],
  ['', undefined],
  ['   ', undefined],
  ['123456', undefined],
  ['+977', undefined],
  ['1234567890123456', undefined],
  ['call me', undefined],
  ['98412x4567', undefined],
  ['9841234567 ext', undefined],
  ['9841234567 ext 1234567', undefined],
  ['9841234567 ext 2 ext 3', undefined],
  ['ext 9841234', undefined],
  ['123456 x7', undefined],
  ['++9779841234567', undefined],
  ['984+1234567', undefined],
])('normalisePhone("%s") returns %s', (text, number) => expect(normalisePhone(text)).toBe(number))

test('normalisePhone is idempotent', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789+- ().x४'), maxLength: 22 })
  fc.assert(
    fc.property(texts, (text) => {
      const number = normalisePhone(text)
      if (number === undefined) return
      expect(number).toMatch(/^\+?\d{7,15}( ext \d{1,6})?$/)
      expect(normalisePhone(number)).toBe(number)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['nisha@hamroyatra.example', true],
  ['a@b.co', true],
  ["o'brien+desk@mail.example.com", true],
  ['नाम@उदाहरण.नेपाल', true],
  ['first.last@sub.domain.example', true],
  ['', false],
  ['nisha', false],
  ['nisha@', false],
  ['@example.com', false],
  ['nisha@example', false],
  ['user@localhost', false],
  ['nisha@@example.com', false],
  ['a b@example.com', false],
  ['nisha@example..com', false],
  ['nisha@example.com.', false],
  ['nisha@exa,mple.com', false],
  ['nisha@example.com, other@example.com', false],
  ['nisha@example.com\nBcc: other@example.com', false],
  ['Nisha <nisha@example.com>', false],
  [`${'a'.repeat(250)}@b.co`, false],
])('isEmail("%s") returns %s', (text, isValid) => expect(isEmail(text)).toBe(isValid))

test('EMAIL_PATTERN compiles with the v flag, as HTML fields do', () => {
  const field = new RegExp(`^(?:${EMAIL_PATTERN})$`, 'v')
  expect(field.test("o'brien+desk@mail.example.com")).toBe(true)
  for (const text of ['user@localhost', 'a b@example.com', 'a(b)@example.com', 'a[b]@example.com'])
    expect(field.test(text)).toBe(false)
})

test.each([
  ['normalisePhone', normalisePhone, [`1${' '.repeat(20_000)}a`, `1${'x '.repeat(20_000)}a`]],
  ['isEmail', isEmail, [`${'a'.repeat(100)}@${'a.'.repeat(70)}`, 'a@'.repeat(120)]],
] as const)('%s reads long texts in under 50 ms', (_, read, texts) => {
  const started = performance.now()
  for (const text of texts) read(text)
  expect(performance.now() - started).toBeLessThan(50)
})

test.each([
  ['Claim at https://evil.example', true],
  ['ftp://evil.example', true],
  ['WWW.evil.example', true],
  ['Nisha Rai', false],
  ['J.P. Koirala, Dr.', false],
  ['Awww', false],
])('hasLink says for %s %s', (name, result) => {
  expect(hasLink(name)).toBe(result)
})

test('phoneHref and whatsappHref return links', () => {
  expect(phoneHref('+977 1 000 0000')).toBe('tel:+97710000000')
  expect(whatsappHref('+977 910 000 0000')).toBe('https://wa.me/9779100000000')
  expect(whatsappHref('+9779841234567', 'Namaste & welcome, नमस्ते?')).toBe(
    'https://wa.me/9779841234567?text=Namaste%20%26%20welcome%2C%20%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87%3F',
  )
})

test.each([
  [' Aarati \n Shrestha ', 'Aarati Shrestha'],
  ['A\u202eevil\r\nBcc: x', 'A evil Bcc: x'],
  ['\u2066Nisha\u2069\u2028Karki', 'Nisha Karki'],
  // A joiner of Devanagari letters is retained.
  ['क्‍ष', 'क्‍ष'],
])('toSingleLine removes line breaks and direction marks of %j', (typed, name) => {
  expect(toSingleLine(typed)).toBe(name)
})
