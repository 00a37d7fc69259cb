import { describe, expect, test } from 'vitest'
import { checkDates, findDates } from '#domain/assistant/date-claims.ts'
import type { Closure } from '#domain/closure.ts'
import { day } from '../business.ts'

const TODAY = day('2026-11-26')

test.each([
  ['8 Nov 2026', '2026-11-08', '2026-11-08'],
  ['the 8th of November', '2026-11-08', '2026-11-08'],
  ['November 8', '2026-11-08', '2026-11-08'],
  ['on 17–23 Oct 2026', '2026-10-17', '2026-10-23'],
  ['from October 17 to 23', '2026-10-17', '2026-10-23'],
  ['17 Oct – 2 Nov 2026', '2026-10-17', '2026-11-02'],
  ['30 December 2026 to 2 January 2027', '2026-12-30', '2027-01-02'],
  // The nearest year.
  ['21 March', '2027-03-21', '2027-03-21'],
  ['tomorrow', '2026-11-27', '2026-11-27'],
  ['भोलि खुल्छ?', '2026-11-27', '2026-11-27'],
  ['open from 10:00 to 18:00 on 8 Nov', '2026-11-08', '2026-11-08'],
])('findDates("%s") is %s to %s', (text, from, to) => {
  expect(findDates(text, TODAY)).toMatchObject([{ from, to }])
})

test.each([
  ['8 Nov', '2027-11-08'],
  ['26 Nov', '2026-11-26'],
  ['21 March', '2027-03-21'],
  ['8 Nov 2026', '2026-11-08'],
])('findDates("Are you open on %s?") of a question is %s', (text, from) => {
  expect(findDates(`Are you open on ${text}?`, TODAY, 'next')).toMatchObject([{ from, to: from }])
})

test.each(['30 seats', '8 meeting-room hours', '10:00–18:00', '31 Feb 2026', 'you may come', '5 to 8'])(
  'findDates("%s") is empty',
  (text) => expect(findDates(text, TODAY)).toEqual([]),
)

describe('checkDates', () => {
  const closure = (from: string, to: string, hours: Closure['hours'] = null): Closure => ({
    from: day(from),
    to: day(to),
    reason: 'Tihar',
    hours,
  })
  const tihar = { closures: [closure('2026-11-08', '2026-11-08'), closure('2026-11-10', '2026-11-11')] }
  const painting = { closures: [...tihar.closures, closure('2026-11-27', '2026-11-27')] }

  test.each([
    'We are closed on 8 Nov 2026.',
    'Closed 10 Nov – 11 Nov',
    'We are open today.',
    'We are open today from 10:00 to 18:00.',
    'Tihar is on 8 November.',
  ])('accepts "%s"', (clause) => {
    expect(checkDates(clause, [tihar, painting], TODAY).wrong).toEqual([])
  })

  test.each([
    ['We are closed on 9 Nov.', '9 Nov'],
    ['We are closed from 8 to 11 Nov 2026.', '8 to 11 Nov 2026'],
    ['We are open on 8 Nov.', '8 Nov'],
    ['We are closed today.', 'today'],
    // Only one of the two is closed.
    ['We are closed tomorrow', 'tomorrow'],
    ['We are open tomorrow', 'tomorrow'],
    ['Closed from 1 Jan to 30 Jun 2027', '1 Jan to 30 Jun 2027'],
  ])('rejects "%s"', (clause, wrong) => {
    expect(checkDates(clause, [tihar, painting], TODAY).wrong).toEqual([wrong])
  })

  test('leaves other days to the check of numbers', () => {
    const clause = 'Come on 3 Dec at 9'
    expect(checkDates(clause, [tihar], TODAY)).toEqual({ wrong: [], rest: clause })
    expect(checkDates('Come on 8 Nov at 9', [tihar], TODAY).rest).toBe('Come on       at 9')
  })
})
