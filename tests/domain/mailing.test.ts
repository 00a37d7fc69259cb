import { expect, test } from 'vitest'
import { MAILING_LENGTHS, readMailing } from '#domain/mailing.ts'

test('readMailing puts the subject on one line and keeps the lines of the message', () => {
  const { text, invalid } = readMailing({ subject: '  No\r\nwater ', body: ' Until 10:00.\r\n\r\nSorry!\u0007 ' })
  expect(text).toEqual({ subject: 'No water', body: 'Until 10:00.\n\nSorry!' })
  expect(invalid).toEqual([])
})

test.each(['subject', 'body'] as const)('readMailing accepts a %s of its exact limits only', (field) => {
  const { min, max } = MAILING_LENGTHS[field]
  const invalid = (length: number) =>
    readMailing({ subject: 'No water', body: 'Until 10:00.', [field]: 'x'.repeat(length) }).invalid
  expect([min - 1, min, max, max + 1].map(invalid)).toEqual([[field], [], [], [field]])
})
