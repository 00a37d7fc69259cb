import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOCATION_IDS } from '#domain/location.ts'
import { type Paisa, paisa } from '#domain/money.ts'
import { annualSaving, type PriceTable, planPrice, pricesAt } from '#domain/price.ts'
import {
  type Amounts,
  applyAmounts,
  cellName,
  hasNetChange,
  isUnusualChange,
  listAmounts,
  MAX_PRICE,
  MIN_PRICE,
  PRICE_CELLS,
  priceCell,
  priceProblems,
  readPrice,
} from '#domain/price-list.ts'
import { assertProperty } from '../support/property.ts'

const tables: PriceTable[] = LOCATION_IDS.map((locationId) => ({
  locationId,
  locationName: locationId,
  prices: pricesAt([], locationId),
}))
const stored = listAmounts(tables)

describe('the list of prices', () => {
  test('has four locations with one day price and three periods of three plans each', () => {
    expect(PRICE_CELLS).toHaveLength(40)
    expect(PRICE_CELLS.slice(0, 5).map(cellName)).toEqual([
      'dhobighat-hub/explorer/daily',
      'dhobighat-hub/professional/weekly',
      'dhobighat-hub/professional/monthly',
      'dhobighat-hub/professional/annual',
      'dhobighat-hub/enterprise/weekly',
    ])
  })

  test.each(['', 'kausimaa', 'kausimaa/explorer/weekly', 'kausimaa/professional/daily', '__proto__', 'x/y/z'])(
    'has no cell called %j',
    (name) => expect(priceCell(name)).toBeUndefined(),
  )

  test('converts to tables and back', () => {
    const change = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...PRICE_CELLS), fc.integer({ min: 10, max: 9_999_999 }), fc.boolean()),
      { selector: ([cell]) => cellName(cell) },
    )
    assertProperty(change, (changes) => {
      const changed = Object.fromEntries(
        changes.map(([cell, rupees, empty]) => [
          cellName(cell),
          empty && cell.period === 'weekly' ? null : paisa(rupees * 100),
        ]),
      ) as Partial<Amounts>
      const now = applyAmounts(tables, changed)
      expect(listAmounts(now)).toEqual({ ...stored, ...changed })
      expect(listAmounts(applyAmounts(now, stored))).toEqual(stored)
    })
  })

  test('drops an original price that is not higher', () => {
    const at = (daily: number) => {
      const changed = applyAmounts(tables, { 'kausimaa/explorer/daily': paisa(daily) } as Partial<Amounts>)
      return pricesAt(changed, 'kausimaa').explorer
    }
    expect(at(99_900)).toEqual({ daily: 99_900, originalDaily: 100_000 })
    expect(at(100_000)).toEqual({ daily: 100_000 })
    expect(at(120_000)).toEqual({ daily: 120_000 })
  })
})

test.each([
  ['9,500', 950_000],
  [' 9500 ', 950_000],
  ['NPR 9 500', 950_000],
  ['npr\u00a09,500.00', 950_000],
  ['९,५००', 950_000],
  ['9500.5', 950_050],
  ['', null],
  ['  ', null],
  ['NPR', null],
  ['9.500.0', 'not_a_price'],
  ['-5', 'not_a_price'],
  ['1e3', 'not_a_price'],
  ['free', 'not_a_price'],
  ['=1+1', 'not_a_price'],
  ['NaN', 'not_a_price'],
])('readPrice(%j) returns %j', (text, amount) => expect(readPrice(text)).toBe(amount))

describe('priceProblems', () => {
  const week = 'kausimaa/professional/weekly'
  const month = 'kausimaa/professional/monthly'
  const year = 'kausimaa/professional/annual'
  const day = 'kausimaa/explorer/daily'

  test.each<[Record<string, number | null>, Record<string, string>]>([
    [{}, {}],
    [{ [day]: 50_000 }, {}],
    [{ [day]: null }, { [day]: 'missing' }],
    [{ [month]: null }, { [month]: 'missing' }],
    [{ [year]: null }, { [year]: 'missing' }],
    [{ [week]: null }, {}],
    [{ [day]: 50_050 }, { [day]: 'not_whole' }],
    [{ [day]: 0.5 }, { [day]: 'not_a_price' }],
    [{ [day]: Number.NaN }, { [day]: 'not_a_price' }],
    [{ [day]: 0 }, { [day]: 'too_low' }],
    [{ [day]: -50_000 }, { [day]: 'too_low' }],
    [{ [day]: MIN_PRICE - 100 }, { [day]: 'too_low' }],
    [{ [day]: MIN_PRICE }, {}],
    [{ [day]: MAX_PRICE }, {}],
    [{ [day]: MAX_PRICE + 100 }, { [day]: 'too_high' }],
    [{ [week]: 949_900 }, {}],
    [{ [week]: 950_000 }, { [week]: 'week_not_below_month' }],
    [{ [year]: 950_000 }, { [year]: 'year_not_above_month' }],
    [{ [year]: 11_400_000 }, {}],
    [{ [year]: 11_400_100 }, { [year]: 'year_above_twelve_months' }],
    // A new monthly price alone may conflict with its weekly and annual prices.
    [{ [month]: 240_000 }, { [week]: 'week_not_below_month', [year]: 'year_above_twelve_months' }],
    [{ [month]: 240_000, [week]: null, [year]: 2_880_000 }, {}],
    // An invalid price is not compared with its neighbours.
    [{ [month]: 5, [year]: 11_000_000 }, { [month]: 'not_whole' }],
  ])('checks %j: %j', (changed, problems) => expect(priceProblems(stored, changed)).toEqual(problems))

  test('returns nothing exactly if every saving is positive', () => {
    const amount = fc.integer({ min: 10, max: 50_000 }).map((rupees) => paisa(rupees * 100))
    assertProperty(fc.option(amount), amount, amount, (weekly, monthly, annual) => {
      const changed = { [week]: weekly, [month]: monthly, [year]: annual } as Record<string, Paisa | null>
      const prices = pricesAt(applyAmounts(tables, changed as Partial<Amounts>), 'kausimaa').professional
      const sound = annualSaving(prices) >= 0 && annual > monthly && (weekly === null || weekly < monthly)
      expect(Object.keys(priceProblems(stored, changed)).length === 0).toBe(sound)
    })
  })

  test('ignores unchanged rows', () => {
    const odd = applyAmounts(tables, { [year]: paisa(100) } as Partial<Amounts>)
    expect(priceProblems(listAmounts(odd), { [day]: 60_000 })).toEqual({})
    expect(planPrice(pricesAt(odd, 'kausimaa'), 'professional', 'annual')).toBe(100)
  })
})

test('hasNetChange returns false for changes that were reverted', () => {
  const year = (before: number, after: number) => ({ cell: 'a year', before, after })
  const noDay = { cell: 'a day', before: null, after: null }
  expect(hasNetChange([])).toBe(false)
  expect(hasNetChange([year(100, 200), year(200, 300)])).toBe(true)
  expect(hasNetChange([year(100, 200), year(200, 300), year(300, 100)])).toBe(false)
  expect(hasNetChange([year(100, 200), noDay, year(200, 100)])).toBe(false)
})

test.each<[Paisa | null, Paisa | null, boolean]>([
  [paisa(50_000), paisa(150_000), false],
  [paisa(50_000), paisa(150_100), true],
  [paisa(150_000), paisa(50_000), false],
  [paisa(150_000), paisa(49_900), true],
  [null, paisa(50_000), false],
  [paisa(50_000), null, false],
])('a change from %j to %j is unusual: %j', (before, after, isUnusual) =>
  expect(isUnusualChange(before, after)).toBe(isUnusual),
)
