import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOCATION_IDS } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { BILLINGS, PLAN_IDS } from '#domain/plan.ts'
import {
  annualSaving,
  annualSavingPercent,
  dayPassSaving,
  listSoldPeriods,
  planPrice,
  pricesAt,
  readPriceTables,
  savingPercent,
} from '#domain/price.ts'
import { assertProperty } from '../support/property.ts'
import { business, GENERIC_PRICES } from './business.ts'

describe('the generic price table', () => {
  test('contains the published prices', () => {
    expect(GENERIC_PRICES).toEqual({
      explorer: { daily: 50_000, originalDaily: 100_000 },
      professional: { weekly: 250_000, monthly: 950_000, annual: 10_260_000 },
      enterprise: { weekly: 450_000, monthly: 1_850_000, annual: 19_980_000 },
      'private-office': { weekly: 900_000, monthly: 3_500_000, annual: 37_800_000 },
    })
  })

  test('saves 12 × monthly − annual, which is a tenth, and half of a day pass', () => {
    const { explorer, professional, enterprise, 'private-office': office } = GENERIC_PRICES
    expect([professional, enterprise, office].map(annualSaving)).toEqual([1_140_000, 2_220_000, 4_200_000])
    expect(annualSavingPercent(GENERIC_PRICES)).toBe(10)
    expect(dayPassSaving(explorer)).toBe(50_000)
    expect(dayPassSaving({ daily: paisa(40_000) })).toBe(0)
  })

  test('has the lowest annual saving of all plans', () => {
    const dearer = { ...GENERIC_PRICES.enterprise, annual: paisa(1_850_000 * 12) }
    expect(annualSavingPercent({ ...GENERIC_PRICES, enterprise: dearer })).toBe(0)
  })

  test.each([
    [500, 1_000, 50],
    [8_999, 12_000, 25],
    [18_999, 25_000, 24],
    [35_000, 40_000, 13],
  ])('has a savingPercent of %d instead of %d on the membership page: %d %%', (price, original, percent) => {
    expect(savingPercent(price, original)).toBe(percent)
  })
})

test('planPrice returns undefined if the table does not sell the period', () => {
  const kausimaa = pricesAt(business.prices, 'kausimaa')
  expect(planPrice(kausimaa, 'explorer', 'daily')).toBe(40_000)
  expect(planPrice(kausimaa, 'explorer', 'monthly')).toBeUndefined()
  expect(planPrice(kausimaa, 'professional', 'weekly')).toBe(200_000)
  expect(planPrice(kausimaa, 'professional', 'daily')).toBeUndefined()
  expect(planPrice(kausimaa, 'enterprise', 'weekly')).toBeUndefined()
  expect(PLAN_IDS.map((plan) => listSoldPeriods(kausimaa, plan))).toEqual([
    ['daily'],
    ['weekly', 'monthly', 'annual'],
    ['monthly', 'annual'],
    ['weekly', 'monthly', 'annual'],
  ])
})

test('pricesAt returns the generic prices for a location without a table', () => {
  expect(pricesAt(business.prices, 'baluwatar-studios')).toBe(GENERIC_PRICES)
  expect(pricesAt([], 'kausimaa')).toBe(GENERIC_PRICES)
})

describe('stored price tables', () => {
  const stored = (locationId: unknown, monthly: unknown, weekly: unknown = undefined) => ({
    locationId,
    locationName: 'A hub',
    prices: {
      explorer: { daily: 60_000 },
      professional: { weekly, monthly, annual: 9_000_000 },
      enterprise: { monthly: 1_900_000, annual: 20_000_000 },
      'private-office': { monthly: 3_600_000, annual: 38_000_000 },
    },
  })
  const of = (rows: unknown, id: string) => readPriceTables(rows, business.prices).find((row) => row.locationId === id)

  test('are read', () => {
    expect(of([stored('dhobighat-hub', 970_000)], 'dhobighat-hub')?.prices).toEqual({
      explorer: { daily: 60_000 },
      professional: { monthly: 970_000, annual: 9_000_000 },
      enterprise: { monthly: 1_900_000, annual: 20_000_000 },
      'private-office': { monthly: 3_600_000, annual: 38_000_000 },
    })
  })

  test.each([
    [100_000, { daily: 60_000, originalDaily: 100_000 }],
    ['100000', { daily: 60_000 }],
    [null, { daily: 60_000 }],
  ])('are read with an earlier day price of %j as %j', (originalDaily, explorer) => {
    const row = stored('kausimaa', 970_000)
    const prices = { ...row.prices, explorer: { daily: 60_000, originalDaily } }
    expect(of([{ ...row, prices }], 'kausimaa')?.prices.explorer).toEqual(explorer)
  })

  test('are found under the former id of a location, with their name under either key', () => {
    expect(of([stored('kausimaa-coworking', 970_000)], 'kausimaa')?.prices.professional.monthly).toBe(970_000)
    const { locationName, ...rest } = stored('kausimaa', 970_000)
    expect(of([{ ...rest, name: locationName }], 'kausimaa')?.locationName).toBe('A hub')
    expect(of([rest], 'kausimaa')?.locationName).toBe('kausimaa')
  })

  test.each(['', null, 0, '970000', 0.5, -1, Number.NaN])('have no weekly price if it is stored as "%s"', (weekly) => {
    const read = of([stored('kausimaa', 970_000, weekly)], 'kausimaa')
    expect(read?.prices.professional).toEqual({ monthly: 970_000, annual: 9_000_000 })
  })

  test.each(['', null, undefined, 0, '970000', 970_000.5, -1, Number.NaN, 2 ** 60])(
    'fall back to the default with a monthly price of "%s"',
    (monthly) => expect(of([stored('kausimaa', monthly)], 'kausimaa')).toEqual(business.prices[1]),
  )

  test('are read without the unreadable ones', () => {
    const rows = [{ locationId: 'kausimaa' }, stored('dhobighat-hub', 970_000)]
    expect(of(rows, 'kausimaa')).toEqual(business.prices[1])
    expect(of(rows, 'dhobighat-hub')?.prices.professional.monthly).toBe(970_000)
  })

  test.each(['thamel-hub', '', null, 5, '__proto__'])('are dropped for the location "%s"', (id) => {
    expect(readPriceTables([stored(id, 970_000)], business.prices)).toEqual(readPriceTables([], business.prices))
  })

  test('are generic for a location without any', () => {
    expect(of([], 'baluwatar-studios')).toEqual({
      locationId: 'baluwatar-studios',
      locationName: 'baluwatar-studios',
      prices: GENERIC_PRICES,
    })
  })

  test('have whole prices above zero for every location and any stored value', () => {
    const garbage = fc.anything()
    const planPrices = fc.oneof(garbage, fc.record({ daily: garbage, monthly: garbage, annual: garbage }))
    const row = {
      locationId: fc.constantFrom('kausimaa', 'kausimaa-coworking', 'dhobighat-hub', 'x'),
      prices: fc.oneof(garbage, fc.record(Object.fromEntries(PLAN_IDS.map((plan) => [plan, planPrices])))),
    }
    assertProperty(fc.oneof(garbage, fc.array(fc.record(row, { requiredKeys: [] }))), (stored) => {
      const tables = readPriceTables(stored, business.prices)
      expect(tables.map(({ locationId }) => locationId)).toEqual([...LOCATION_IDS])
      for (const { prices } of tables)
        for (const plan of PLAN_IDS)
          for (const period of ['daily', ...BILLINGS] as const) {
            const price = planPrice(prices, plan, period)
            if (price !== undefined) expect(Number.isSafeInteger(price) && price > 0).toBe(true)
          }
    })
  })
})
