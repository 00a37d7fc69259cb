import { expect, test } from 'vitest'
import { MESSAGE_FIELDS, type MessageInput, readMessage } from '#domain/message.ts'

const typed = (over: Partial<MessageInput> = {}): MessageInput => ({
  name: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '',
  location: '',
  message: 'Is there parking?',
  ...over,
})

test('a name, an address and a few words are a message', () => {
  expect(readMessage(typed())).toEqual({
    message: {
      name: 'Nisha Karki',
      email: 'nisha@example.com',
      phone: undefined,
      locationId: undefined,
      text: 'Is there parking?',
    },
    wrong: [],
  })
})

test('what is typed around it is taken off', () => {
  const { message, wrong } = readMessage({
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
  expect(wrong).toEqual([])
})

test.each<[string, Partial<MessageInput>, string[]]>([
  ['nothing', { name: '', email: '', message: '' }, ['name', 'email', 'message']],
  ['blanks', { name: ' \t', email: ' ', message: '\n\n\n\n\n\n\n\n\n\n' }, ['name', 'email', 'message']],
  ['half an address', { email: 'nisha@' }, ['email']],
  ['a header for an address', { email: 'a@b.co\r\nBcc: c@d.co' }, ['email']],
  ['two addresses', { email: 'a@b.co, c@d.co' }, ['email']],
  ['six digits', { phone: '123456' }, ['phone']],
  ['a word for a number', { phone: 'call me' }, ['phone']],
  ['an unknown location', { location: 'thamel-hub' }, ['location']],
  ['the name of an object’s own part', { location: 'constructor' }, ['location']],
  ['nine signs', { message: '123456789' }, ['message']],
  ['4,001 signs', { message: 'x'.repeat(4_001) }, ['message']],
  ['a name of 121 signs', { name: 'x'.repeat(121) }, ['name']],
])('%s is refused', (_, over, fields) => {
  expect(readMessage(typed(over)).wrong).toEqual(fields)
})

test.each<[string, Partial<MessageInput>]>([
  ['ten signs', { message: '1234567890' }],
  ['4,000 signs', { message: 'x'.repeat(4_000) }],
  ['4,000 signs of which a form makes 5,000', { message: 'xxx\r\n'.repeat(1_000).slice(0, -2) }],
  ['a name of 120 signs', { name: 'x'.repeat(120) }],
  ['letters of every alphabet', { name: 'निशा कार्की', message: 'के त्यहाँ पार्किङ छ?' }],
])('%s is not', (_, over) => {
  expect(readMessage(typed(over)).wrong).toEqual([])
})

test('every field can be wrong at once', () => {
  expect(readMessage({ name: '', email: 'x', phone: 'x', location: 'x', message: 'x' }).wrong).toEqual([
    ...MESSAGE_FIELDS,
  ])
})
