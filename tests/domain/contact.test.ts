import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMAIL_PATTERN, isEmail, normalisePhone, phoneHref, toSingleLine, whatsappHref } from '#domain/contact.ts'

describe('phone numbers', () => {
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
    // No numbers of Nepal: kept as their digits.
    ['9771234567', '9771234567'],
    ['9831234567', '9831234567'],
    ['9991234567', '9991234567'],
    ['4123456', '4123456'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['  +1 415 555 0100\n', '+14155550100'],
    ['+49 30 901820', '+4930901820'],
    ['+91 98410 12345', '+919841012345'],
    ['+1 984 123 4567', '+19841234567'],
    // The sample numbers of the brand, which cannot exist.
    ['+977 910 000 0000', '+9779100000000'],
    // Devanagari digits, and an extension behind any number.
    ['९८४१२३४५६७', '+9779841234567'],
    ['+९७७ ९८४-१२३४५६७', '+9779841234567'],
    ['984123456७', '+9779841234567'],
    ['+44 20 7946 0958 ext 5', '+442079460958 ext 5'],
    ['+442079460958x5', '+442079460958 ext 5'],
    ['+442079460958 #5', '+442079460958 ext 5'],
    ['01-4123456, Ext. 204', '+97714123456 ext 204'],
    ['9841234567 extension ०२', '+9779841234567 ext 02'],
    // Seven digits are the fewest, fifteen the most.
    ['1234567', '1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('%s is %s', (text, number) => {
    expect(normalisePhone(text)).toBe(number)
  })

  test.each([
    '',
    '   ',
    '123456',
    '+977',
    '1234567890123456',
    'call me',
    '98412x4567',
    '9841234567 ext',
    '9841234567 ext 1234567',
    '9841234567 ext 2 ext 3',
    'ext 9841234',
    '123456 x7',
    '++9779841234567',
    '984+1234567',
  ])('"%s" is refused', (text) => {
    expect(normalisePhone(text)).toBeUndefined()
  })

  test('no text makes the reading slow', () => {
    const started = performance.now()
    normalisePhone(`1${' '.repeat(20_000)}a`)
    normalisePhone(`1${'x '.repeat(20_000)}a`)
    expect(performance.now() - started).toBeLessThan(50)
  })

  test('what was normalised stays as it is', () => {
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
})

describe('email addresses', () => {
  test.each([
    'nisha@hamroyatra.example',
    'a@b.co',
    "o'brien+desk@mail.example.com",
    'नाम@उदाहरण.नेपाल',
    'first.last@sub.domain.example',
  ])('%s passes', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'nisha',
    'nisha@',
    '@example.com',
    'nisha@example',
    'user@localhost',
    'nisha@@example.com',
    'a b@example.com',
    'nisha@example..com',
    'nisha@example.com.',
    'nisha@exa,mple.com',
    'nisha@example.com, other@example.com',
    'nisha@example.com\nBcc: other@example.com',
    'Nisha <nisha@example.com>',
    `${'a'.repeat(250)}@b.co`,
  ])('"%s" is refused', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test('have one rule in email fields of HTML, which compile it with the v flag', () => {
    const field = new RegExp(`^(?:${EMAIL_PATTERN})$`, 'v')
    expect(field.test("o'brien+desk@mail.example.com")).toBe(true)
    for (const text of ['user@localhost', 'a b@example.com', 'a(b)@example.com', 'a[b]@example.com'])
      expect(field.test(text)).toBe(false)
  })

  test('no text makes the check slow', () => {
    const started = performance.now()
    isEmail(`${'a'.repeat(100)}@${'a.'.repeat(70)}`)
    isEmail(`${'a@'.repeat(120)}`)
    expect(performance.now() - started).toBeLessThan(50)
  })
})

test('a number of the business leads to a call or a chat', () => {
  expect(phoneHref('+977 1 000 0000')).toBe('tel:+97710000000')
  expect(whatsappHref('+977 910 000 0000')).toBe('https://wa.me/9779100000000')
})

test.each([
  [' Aarati \n Shrestha ', 'Aarati Shrestha'],
  ['A\u202eevil\r\nBcc: x', 'A evil Bcc: x'],
  ['\u2066Nisha\u2069\u2028Karki', 'Nisha Karki'],
  // Joins letters of Devanagari.
  ['क्‍ष', 'क्‍ष'],
])('a name is one line: %j', (typed, name) => {
  expect(toSingleLine(typed)).toBe(name)
})
