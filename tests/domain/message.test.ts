import { expect, test } from 'vitest'
import { readMessage } from '#domain/message.ts'

type MessageInput = Parameters<typeof readMessage>[0]

const typed = (over: Partial<MessageInput> = {}): MessageInput => ({
  name: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '',
  location: '',
  message: 'Is there parking?',
  ...over,
})

test('readMessage accepts a name, an email and a text', () => {
  expect(readMessage(typed())).toEqual({
    message: {
      name: 'Nisha Karki',
      email: 'nisha@example.com',
      phone: undefined,
      locationId: undefined,
      text: 'Is there parking?',
    },
    invalid: [],
  })
})

test('readMessage normalises every field', () => {
  const { message, invalid } = readMessage({
    name: '  Nisha\r\n\tKarki\u2028 ',
    email: ' nisha@example.com\n',
    phone: '984-123 4567',
    location: 'kausimaa-coworking',
    message: '\r\n  One line,\r\nanother.\u001b[2J\u0007\n\tA third.  \n',
  })
  expect(message).toEqual({
    name: 'Nisha Karki',
    email: 'nisha@example.com',
    phone: '+9779841234567',
    locationId: 'kausimaa',
    text: 'One line,\nanother.[2J\n\tA third.',
  })
  expect(invalid).toEqual([])
})

test.each<[string, Partial<MessageInput>, string[]]>([
  ['no text', { name: '', email: '', message: '' }, ['name', 'email', 'message']],
  ['blanks', { name: ' \t', email: ' ', message: '\n\n\n\n\n\n\n\n\n\n' }, ['name', 'email', 'message']],
  ['half an email address', { email: 'nisha@' }, ['email']],
  ['a header in an email address', { email: 'a@b.co\r\nBcc: c@d.co' }, ['email']],
  ['two email addresses', { email: 'a@b.co, c@d.co' }, ['email']],
  ['six digits', { phone: '123456' }, ['phone']],
  ['text for a phone number', { phone: 'call me' }, ['phone']],
  ['an unknown location', { location: 'thamel-hub' }, ['location']],
  ['the name of an object property', { location: 'constructor' }, ['location']],
  ['nine characters', { message: '123456789' }, ['message']],
  ['4,001 characters', { message: 'x'.repeat(4_001) }, ['message']],
  ['a name of 121 characters', { name: 'x'.repeat(121) }, ['name']],
  ['five invalid fields', { name: '', email: 'x', phone: 'x', location: 'x', message: 'x' }, Object.keys(typed())],
  ['ten characters', { message: '1234567890' }, []],
  ['4,000 characters', { message: 'x'.repeat(4_000) }, []],
  ['4,000 characters that a form sends as 5,000', { message: 'xxx\r\n'.repeat(1_000).slice(0, -2) }, []],
  ['a name of 120 characters', { name: 'x'.repeat(120) }, []],
  ['letters of every alphabet', { name: 'निशा कार्की', message: 'के त्यहाँ पार्किङ छ?' }, []],
])('readMessage of %s lists its invalid fields', (_, over, fields) => {
  expect(readMessage(typed(over)).invalid).toEqual(fields)
})
