import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import { type MoneyMovement, summariseMovements } from '#domain/money-moved.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { assertProperty } from '../support/property.ts'
import { day } from './business.ts'

const amount = fc.integer({ min: 0, max: 100_000_000 }).map(paisa)
const movement: fc.Arbitrary<MoneyMovement> = fc.record({
  day: fc.integer({ min: 0, max: 365 }).map((days) => addDays(day('2026-04-14'), days)),
  method: fc.constantFrom(...RECORDED_METHODS),
  planId: fc.constantFrom('explorer', 'professional'),
  locationId: fc.constantFrom('kausimaa', 'dhobighat-hub'),
  received: amount,
  refunded: amount,
})

test('summariseMovements loses no money in any of its lists', () => {
  assertProperty(fc.array(movement), (movements) => {
    const { totals, ...lists } = summariseMovements(movements)
    const add = (field: 'received' | 'refunded', rows: readonly { received: number; refunded: number }[]) =>
      rows.reduce((total, row) => total + row[field], 0)
    for (const field of ['received', 'refunded'] as const) {
      expect(totals[field]).toBe(add(field, movements))
      for (const rows of Object.values(lists)) expect(add(field, rows)).toBe(totals[field])
    }
  })
})

test('summariseMovements lists months in order and methods as they are offered', () => {
  const common = { planId: 'explorer', locationId: 'kausimaa', received: paisa(1), refunded: paisa(0) }
  const { bikramMonths, months, methods } = summariseMovements([
    { ...common, day: day('2026-12-16'), method: 'cash' },
    { ...common, day: day('2026-11-17'), method: 'esewa' },
    { ...common, day: day('2026-12-15'), method: 'esewa' },
  ])
  expect(bikramMonths.map(({ name, received }) => [name, received])).toEqual([
    ['Mangsir 2083', 2],
    ['Poush 2083', 1],
  ])
  expect(months.map(({ name, received }) => [name, received])).toEqual([
    ['Nov 2026', 1],
    ['Dec 2026', 2],
  ])
  expect(methods.map(({ method }) => method)).toEqual(['esewa', 'cash'])
})
