import { describe, expect, test } from 'vitest'
import { readBookingInput, toQuoteChoices } from '#contract/booking-input.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { quote } from '#domain/quote.ts'
import type { App } from '#server/app.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { NOW, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, type Order, order, placed, refusalOf } from '../support/orders.ts'

/** Published prices in paisa: what is ordered, the lines as [id, quantity, unit, amount], total, days covered. */
type Line = [id: string, quantity: number, unit: number, amount: number]
const PRICES: [name: string, order: Order, lines: Line[], total: number, from: string, to: string][] = [
  ['a day pass', dayPass(), [['explorer', 1, 50_000, 50_000]], 50_000, '2026-12-10', '2026-12-10'],
  [
    'a day pass at Kausimaa, by the names of the booking flow',
    dayPass({ planId: 'day_pass', locationId: 'kausimaa-coworking' }),
    [['explorer', 1, 40_000, 40_000]],
    40_000,
    '2026-12-10',
    '2026-12-10',
  ],
  [
    'a day pass, whatever end and billing came along',
    dayPass({ endDate: '2026-12-31', billing: 'annual', addOns: ['virtual-office'] }),
    [
      ['explorer', 1, 50_000, 50_000],
      ['virtual-office', 1, 300_000, 300_000],
    ],
    350_000,
    '2026-12-10',
    '2026-12-10',
  ],
  [
    'a month, where nothing else is said',
    order(),
    [['professional', 1, 950_000, 950_000]],
    950_000,
    '2026-12-10',
    '2027-01-09',
  ],
  [
    'a month to its last day',
    order({ endDate: '2027-01-09' }),
    [['professional', 1, 950_000, 950_000]],
    950_000,
    '2026-12-10',
    '2027-01-09',
  ],
  [
    'two months from one day more',
    order({ endDate: '2027-01-10', addOns: ['mail-handling'] }),
    [
      ['professional', 2, 950_000, 1_900_000],
      ['mail-handling', 2, 200_000, 400_000],
    ],
    2_300_000,
    '2026-12-10',
    '2027-02-09',
  ],
  [
    'two weeks begun',
    order({ planId: 'hot-desk', billing: 'weekly', endDate: '2026-12-17' }),
    [['professional', 2, 250_000, 500_000]],
    500_000,
    '2026-12-10',
    '2026-12-23',
  ],
  [
    'a year with a virtual office',
    order({ planId: 'enterprise', billing: 'annual', addOns: ['virtual-office'] }),
    [
      ['enterprise', 1, 19_980_000, 19_980_000],
      ['virtual-office', 12, 300_000, 3_600_000],
    ],
    23_580_000,
    '2026-12-10',
    '2027-12-09',
  ],
  [
    'a dedicated desk at Kausimaa with everything',
    order({
      planId: 'dedicated_desk',
      locationId: 'kausimaa',
      startTime: '10:00',
      addOns: ['mail-handling', 'guest-passes', 'virtual-office', 'meeting-room-hours'],
      meetingRoomHours: 3,
      guestPasses: 5,
    }),
    [
      ['enterprise', 1, 800_000, 800_000],
      ['meeting-room-hours', 3, 80_000, 240_000],
      ['guest-passes', 5, 30_000, 150_000],
      ['virtual-office', 1, 300_000, 300_000],
      ['mail-handling', 1, 200_000, 200_000],
    ],
    1_690_000,
    '2026-12-10',
    '2027-01-09',
  ],
  [
    'counters, though their ids are not marked; ids without a count cost nothing',
    order({ planId: 'enterprise', billing: 'weekly', addOns: ['guest-passes'], meetingRoomHours: 2 }),
    [
      ['enterprise', 1, 450_000, 450_000],
      ['meeting-room-hours', 2, 80_000, 160_000],
    ],
    610_000,
    '2026-12-10',
    '2026-12-16',
  ],
  [
    'a month from 31 January',
    order({ startDate: '2027-01-31', locationId: 'kausimaa' }),
    [['professional', 1, 800_000, 800_000]],
    800_000,
    '2027-01-31',
    '2027-02-27',
  ],
]

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  describe('the price', () => {
    test.each(PRICES)('of %s', async (_, sent, lines, total, from, to) => {
      const { bookingId, totalAmount, lines: answered } = await placed(app, sent)
      expect(answered.map(({ id, quantity, unitAmount, amount }) => [id, quantity, unitAmount, amount])).toEqual(lines)
      expect(totalAmount).toBe(total)
      const row = await bookingRow(app, bookingId)
      expect(row).toMatchObject({ total_amount: total, start_date: from, end_date: to })
      expect(JSON.parse(row.lines)).toEqual(answered)
    })

    test.each(PRICES)('of %s is what the wizard shows', async (_, sent) => {
      const { lines, totalAmount } = await placed(app, sent)
      const draft = granted(readBookingInput(sent, app.catalogue, { today: kathmanduDate(NOW), ended: [] }))
      expect(quote(toQuoteChoices(draft), app.catalogue)).toMatchObject({ lines, total: totalAmount })
    })

    test('stays as it was placed when the tables change', async () => {
      const key = newKey()
      const before = await placed(app, order({ addOns: ['virtual-office'] }), key)
      app.catalogue = dearer(app)
      const view = granted(await readBooking(app, before.bookingId, before.secret))
      expect(view).toMatchObject({ lines: before.lines, totalAmount: 1_250_000 })
      expect(await placed(app, order({ addOns: ['virtual-office'] }), key)).toEqual(before)
      expect((await placed(app, order())).totalAmount).toBe(9_500_000)
    })

    test('shown to the visitor is compared, never taken', async () => {
      expect((await placed(app, order({ totalAmount: 950_000, currency: 'NPR' }))).totalAmount).toBe(950_000)
      const before = await stored(app)
      for (const totalAmount of [949_999, 950_001, 0, -950_000, 9_500, 95_000_000])
        expect(refusalOf(await createBooking(app, order({ totalAmount }), newKey()))).toEqual({
          code: 'price_changed',
          totalAmount: 950_000,
        })
      expect(await stored(app)).toEqual(before)
    })
  })
})

/** Tables in which everything costs ten times as much. */
function dearer({ catalogue }: App): App['catalogue'] {
  const raised: unknown = JSON.parse(JSON.stringify(catalogue), (key, value) =>
    typeof value === 'number' && key !== 'capacity' ? value * 10 : value,
  )
  return raised as App['catalogue']
}
