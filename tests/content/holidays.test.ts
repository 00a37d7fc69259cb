import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ContentError, readList } from '#contract/content/entries.ts'
import { holidaySchema } from '#contract/content/holiday.ts'
import { readClosureEntries } from '#domain/closure-list.ts'
import { getHolidaySamples } from '#server/catalogue.ts'
import { day } from '../domain/business.ts'

const FILE = 'content/holidays/2083.json'
const read = (): Record<string, unknown>[] => JSON.parse(readFileSync(FILE, 'utf8'))

/** The messages about the file when one holiday has other values. */
function messagesAfter(bs: string | undefined, changes: Record<string, unknown>): readonly string[] {
  const entries = read()
  const index = entries.findIndex(({ bs: known }) => known === bs)
  entries[index] = { ...entries[index], ...changes }
  try {
    readList(FILE, entries, holidaySchema)
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages.map((message) => message.replace(/^.*?", /, ''))
    throw problem
  }
  return []
}

test('the holidays of 2083 are valid, in order and without overlap', () => {
  const holidays = readList(FILE, read(), holidaySchema)
  const days = holidays.map(({ ad }) => ad)
  expect(days).toEqual([...new Set(days)].sort())
  expect(holidays.find(({ name }) => name.en === 'Dashain')).toMatchObject({ bs: '2083-06-31', ad: '2026-10-17' })
})

test.each([
  ['another day than the one in Bikram Sambat', { ad: '2026-10-18' }, 'ad: is "2026-10-18"; write "2026-10-17", which'],
  ['a day that the calendar does not have', { bs: '2083-06-32' }, 'bs: is "2083-06-32"; write a day that the Nepali'],
  ['no source', { source: '' }, 'source: is ""; write a text'],
  ['an estimate with a gazetted day', { status: 'estimated' }, 'bs: is "2083-06-31"; remove it, or set "status"'],
  ['a reason that is too long', { name: { en: 'D'.repeat(61), ne: 'दशैं' } }, 'name.en: is "D'],
])('%s is rejected with the fix', (_, changes, message) => {
  expect(messagesAfter('2083-06-31', changes)).toContainEqual(expect.stringContaining(message))
})

test('an estimate has no sample', () => {
  expect(messagesAfter(undefined, { sample: 'closed' })).toEqual([
    'sample: is "closed"; remove it until the day is gazetted.',
  ])
})

test('the samples are a valid list of closed days', () => {
  const samples = getHolidaySamples()
  expect(readClosureEntries(samples, [], day('2026-04-01'))).toEqual({ entries: samples, problems: {} })
  expect(samples.map(({ from, to, reason, hours }) => `${from} ${to} ${reason}: ${hours?.open ?? 'closed'}`)).toEqual([
    '2026-04-14 2026-04-14 Nepali New Year: closed',
    '2026-09-25 2026-09-25 Indra Jatra: 10:00',
    '2026-10-11 2026-10-11 Ghatasthapana: 10:00',
    '2026-10-17 2026-10-23 Dashain: closed',
    '2026-11-08 2026-11-08 Tihar: closed',
    '2026-11-10 2026-11-11 Tihar: closed',
    '2027-03-06 2027-03-06 Maha Shivaratri: 10:00',
    '2027-03-21 2027-03-21 Holi: closed',
  ])
})
