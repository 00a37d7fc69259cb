import { describe, expect, test } from 'vitest'
import { createBooking } from '#server/bookings/placement.ts'
import { preview } from '#server/desk/move.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { kathmandu, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'

/** Tuesday 1 December 2026: Dhobighat Hub is open until 22:00, Kausimaa until 18:00. */
const TODAY = '2026-12-01'
const TOO_LATE = { startDate: 'It is too late to book for today. Choose a later date' }

describe.each(ENGINES)('sales for today, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  test('end an hour before the location closes, for every plan', async () => {
    app.clock.set(kathmandu(TODAY, '20:59'))
    await placed(app, dayPass({ startDate: TODAY }))
    app.clock.set(kathmandu(TODAY, '21:00'))
    await untouched(app, async () => {
      for (const late of [dayPass({ startDate: TODAY }), order({ startDate: TODAY })])
        expect(refusalOf(await createBooking(app, late, newKey()))).toEqual({ code: 'invalid', fields: TOO_LATE })
    })
    await placed(app, dayPass({ startDate: '2026-12-02' }))
  })

  test('end SAME_DAY_CUTOFF_MINUTES before closing', async () => {
    app.env = { ...app.env, sameDayCutoffMinutes: 15 }
    app.clock.set(kathmandu(TODAY, '21:44'))
    await placed(app, dayPass({ startDate: TODAY }))
    app.clock.set(kathmandu(TODAY, '21:45'))
    expect(refusalOf(await createBooking(app, dayPass({ startDate: TODAY }), newKey())).fields).toEqual(TOO_LATE)
  })

  test('end for walk-ins when the location closes', async () => {
    const staff = await someStaff(app)
    const walkIn = { ...dayPass({ startDate: TODAY }), totalAmount: 50_000, paid: 'cash' as const }
    const asked = { locationId: 'dhobighat-hub', planId: 'explorer', startDate: TODAY }
    app.clock.set(kathmandu(TODAY, '21:59'))
    expect(granted(await priceWalkIn(app, staff, asked)).fields).toEqual({})
    granted(await createWalkInBooking(app, staff, walkIn, newKey()))
    app.clock.set(kathmandu(TODAY, '22:00'))
    expect(granted(await priceWalkIn(app, staff, asked)).fields).toEqual(TOO_LATE)
    expect(refusalOf(await createWalkInBooking(app, staff, walkIn, newKey())).fields).toEqual(TOO_LATE)
  })

  test('end for bookings that staff move when the location closes', async () => {
    const staff = await someStaff(app)
    const { bookingId } = await placed(app, dayPass({ startDate: '2026-12-02' }))
    app.clock.set(kathmandu(TODAY, '21:59'))
    granted(await preview(app, staff, bookingId, { startDate: TODAY }))
    app.clock.set(kathmandu(TODAY, '22:00'))
    expect(refusalOf(await preview(app, staff, bookingId, { startDate: TODAY })).fields).toEqual(TOO_LATE)
  })

  test('are not offered as the nearest date once they have ended', async () => {
    app.clock.set(kathmandu(TODAY, '17:30'))
    const tomorrow = dayPass({ startDate: '2026-12-02', locationId: 'kausimaa' })
    for (let seat = 0; seat < 40; seat++) await placed(app, tomorrow)
    const kausimaa = refusalOf(await createBooking(app, tomorrow, newKey())).nearest
    expect(kausimaa?.map(({ locationId, startDate }) => [locationId, startDate])).toEqual([
      ['kausimaa', '2026-12-03'],
      ['dhobighat-hub', '2026-12-02'],
    ])
    const today = dayPass({ startDate: TODAY })
    for (let seat = 0; seat < 30; seat++) await placed(app, today)
    const hub = refusalOf(await createBooking(app, today, newKey())).nearest
    expect(hub?.map(({ locationId, startDate }) => [locationId, startDate])).toEqual([
      ['dhobighat-hub', '2026-12-02'],
      ['kausimaa', '2026-12-03'],
    ])
  })
})
