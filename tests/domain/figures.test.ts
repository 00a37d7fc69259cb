import { describe, expect, test } from 'vitest'
import { figures, withFigures } from '#domain/figures.ts'
import { paisa } from '#domain/money.ts'
import { business } from './business.ts'

describe('figures in texts (decisions 1)', () => {
  const { locations, prices, addOns } = business

  test('are the prices of the tables', () => {
    expect(figures(locations, prices, addOns)).toEqual({
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
    expect(figures(locations, tables, addOns).lowestDayPassLocation).toBe('Kausimaa')
  })

  test('take the place of their names', () => {
    const known = figures(locations, prices, addOns)
    expect(withFigures('From {lowestDayPass} at {lowestDayPassLocation}, {meetingHour}, {lowestDayPass}.', known)).toBe(
      'From NPR\u00a0400 at Kausimaa, NPR\u00a0800, NPR\u00a0400.',
    )
    expect(withFigures('Nothing to fill {here}', known)).toBe('Nothing to fill {here}')
  })
})
