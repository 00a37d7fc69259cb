import { expect, test } from 'vitest'
import { findNextOpenDay, formatClosedDays } from '#domain/closed-days.ts'
import type { Closure } from '#domain/closure.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { day, time } from './business.ts'

const closure = (from: string, to: string, reason: string, hours: Closure['hours'] = null): Closure => ({
  ...{ from: day(from), to: day(to) },
  ...{ reason, hours },
})
const list = (from: string, to: string, ...closures: Closure[]) =>
  listClosedDays({ closures }, { from: day(from), to: day(to) }).map((days) => `${days.from} ${days.to} ${days.reason}`)

test('listClosedDays joins consecutive days with one reason, within the range', () => {
  const closures = [
    closure('2026-11-10', '2026-11-11', 'Tihar'),
    closure('2026-11-08', '2026-11-08', 'Tihar'),
    closure('2026-11-12', '2026-11-14', 'Tihar'),
    closure('2026-11-15', '2026-11-15', 'Painting'),
  ]
  expect(list('2026-11-01', '2026-11-30', ...closures)).toEqual([
    '2026-11-08 2026-11-08 Tihar',
    '2026-11-10 2026-11-14 Tihar',
    '2026-11-15 2026-11-15 Painting',
  ])
  expect(list('2026-11-11', '2026-11-13', ...closures)).toEqual(['2026-11-11 2026-11-13 Tihar'])
  expect(list('2026-11-16', '2026-11-30', ...closures)).toEqual([])
})

test('listClosedDays leaves out days with other hours', () => {
  const short = closure('2026-11-11', '2026-11-11', 'Ghatasthapana', { open: time('10:00'), close: time('16:00') })
  expect(list('2026-11-10', '2026-11-12', short, closure('2026-11-10', '2026-11-12', 'Tihar'))).toEqual([
    '2026-11-10 2026-11-10 Tihar',
    '2026-11-12 2026-11-12 Tihar',
  ])
})

test('formatClosedDays names the days and the reason', () => {
  const closures = [
    closure('2026-11-08', '2026-11-08', 'Tihar'),
    closure('2026-12-30', '2027-01-02', 'Painting'),
    closure('2026-11-10', '2026-11-11', 'Tihar'),
  ]
  const range = { from: day('2026-11-01'), to: day('2027-01-31') }
  expect(formatClosedDays(listClosedDays({ closures }, range))).toBe(
    '8 Nov 2026 (Tihar), 10 Nov – 11 Nov 2026 (Tihar), 30 Dec 2026 – 2 Jan 2027 (Painting)',
  )
  expect(formatClosedDays([])).toBe('')
})

test('findNextOpenDay returns the day if it is open, else the first open day after it', () => {
  const closures = [closure('2026-12-10', '2026-12-11', 'Udhauli'), closure('2026-12-12', '2026-12-12', 'Painting')]
  expect(findNextOpenDay({ closures }, day('2026-12-09'))).toBe('2026-12-09')
  expect(findNextOpenDay({ closures }, day('2026-12-10'))).toBe('2026-12-13')
})
