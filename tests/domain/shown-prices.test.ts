import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { fillPlaceholders, getPlaceholderPrices, getShownPrices } from '#domain/shown-prices.ts'
import { business, GENERIC_PRICES } from './business.ts'

describe('placeholder prices', () => {
  const { locations, prices, addOns } = business

  test('are the prices of the tables', () => {
    expect(getPlaceholderPrices(locations, prices, addOns)).toEqual({
      lowestDayPass: 'NPR\u00a0400',
      lowestDayPassLocation: 'Kausimaa',
      meetingHour: 'NPR\u00a0800',
      guestDay: 'NPR\u00a0300',
    })
  })

  test('omit locations that cannot be booked', () => {
    const loft = { locationId: 'jhamsikhel-loft' as const, locationName: 'Jhamsikhel Loft' }
    const tables = [...prices, { ...loft, prices: { ...GENERIC_PRICES, explorer: { daily: paisa(100) } } }]
    expect(getPlaceholderPrices(locations, tables, addOns).lowestDayPassLocation).toBe('Kausimaa')
  })

  test('replace their placeholders', () => {
    const fill = (text: string) => fillPlaceholders(text, getPlaceholderPrices(locations, prices, addOns))
    const text = 'From {lowestDayPass} at {lowestDayPassLocation}, {meetingHour}, {lowestDayPass}.'
    expect(fill(text)).toBe('From NPR\u00a0400 at Kausimaa, NPR\u00a0800, NPR\u00a0400.')
    expect(fill('Nothing to fill {here}')).toBe('Nothing to fill {here}')
  })
})

describe('getShownPrices', () => {
  const known = getShownPrices(business.locations, business.prices)

  test('returns prices and savings', () => {
    expect(known).toMatchObject({
      'dhobighat-hub/explorer/daily': '500',
      'dhobighat-hub/explorer/before': '1,000',
      'dhobighat-hub/explorer/saving': '500',
      'dhobighat-hub/professional/weekly': '2,500',
      'dhobighat-hub/professional/annual': '102,600',
      'dhobighat-hub/professional/saving': '11,400',
      'dhobighat-hub/savingPercent': '10',
      'kausimaa/professional/monthly': '8,000',
      lowestDayPass: 'NPR\u00a0400',
      lowestDayPassLocation: 'Kausimaa',
    })
  })

  test('returns the monthly price of a location whose plans all cost the same', () => {
    expect(known).toMatchObject({ 'kausimaa/onePrice': '8,000', 'dhobighat-hub/onePrice': '' })
  })

  test('returns empty text for missing prices and savings', () => {
    expect(known).toMatchObject({
      'kausimaa/enterprise/weekly': '',
      'kausimaa/explorer/before': '',
      'kausimaa/explorer/saving': '',
    })
    const professional = { weekly: paisa(100), monthly: paisa(1_000), annual: paisa(12_000) }
    const hub = { locationId: 'dhobighat-hub' as const, locationName: 'Dhobighat Hub' }
    const prices = { ...GENERIC_PRICES, professional }
    expect(getShownPrices(business.locations, [{ ...hub, prices }])).toMatchObject({
      'dhobighat-hub/professional/saving': '',
      'dhobighat-hub/savingPercent': '',
    })
  })
})
