import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { fillPlaceholders, getPlaceholderPrices, getShownPrices } from '#domain/shown-prices.ts'
import { business } from './business.ts'

describe('prices in texts', () => {
  const { locations, prices, addOns } = business

  test('are the prices of the tables', () => {
    expect(getPlaceholderPrices(locations, prices, addOns)).toEqual({
      lowestDayPass: 'NPR\u00a0400',
      lowestDayPassLocation: 'Kausimaa',
      meetingHour: 'NPR\u00a0800',
      guestDay: 'NPR\u00a0300',
    })
  })

  test('leave out what cannot be booked, however cheap', () => {
    const cheap = { locationId: 'jhamsikhel-loft' as const, locationName: 'Jhamsikhel Loft' }
    const generic = prices.find(({ locationId }) => locationId === 'dhobighat-hub')
    if (!generic) throw new Error('no table')
    const tables = [...prices, { ...cheap, prices: { ...generic.prices, explorer: { daily: paisa(100) } } }]
    expect(getPlaceholderPrices(locations, tables, addOns).lowestDayPassLocation).toBe('Kausimaa')
  })

  test('take the place of their names', () => {
    const known = getPlaceholderPrices(locations, prices, addOns)
    expect(
      fillPlaceholders('From {lowestDayPass} at {lowestDayPassLocation}, {meetingHour}, {lowestDayPass}.', known),
    ).toBe('From NPR\u00a0400 at Kausimaa, NPR\u00a0800, NPR\u00a0400.')
    expect(fillPlaceholders('Nothing to fill {here}', known)).toBe('Nothing to fill {here}')
  })
})

describe('the figures of pages', () => {
  const known = getShownPrices(business.locations, business.prices)

  test('are the prices, and what follows from them, as they are shown', () => {
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

  test('are empty where there is none: no week, no saving, no price from before', () => {
    expect(known).toMatchObject({
      'kausimaa/enterprise/weekly': '',
      'kausimaa/explorer/before': '',
      'kausimaa/explorer/saving': '',
    })
    const dear = { weekly: paisa(100), monthly: paisa(1_000), annual: paisa(12_000) }
    const [table] = business.prices
    if (!table) throw new Error('no table')
    const prices = { ...table.prices, professional: dear }
    expect(getShownPrices(business.locations, [{ ...table, prices }])).toMatchObject({
      'dhobighat-hub/professional/saving': '',
      'dhobighat-hub/savingPercent': '',
    })
  })
})
