import { expect, test } from 'vitest'
import { readBookingInput } from '#contract/booking-input.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { quoteDraft } from '#domain/quote.ts'
import type { App } from '#server/app.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine, NOW } from '../../support/app.ts'
import { bookingRow, dayPass, granted, newKey, type Order, order, placed } from '../../support/orders.ts'

type Line = [id: string, quantity: number, unit: number, amount: number]
/** Published prices in paisa: the order, the last day covered, and the lines. */
const PRICES: [name: string, order: Order, to: string, ...lines: Line[]][] = [
  ['a day pass', dayPass(), '2026-12-10', ['explorer', 1, 50_000, 50_000]],
  [
    'a day pass at Kausimaa, by other names of the plan and location',
    dayPass({ planId: 'day_pass', locationId: 'kausimaa-coworking' }),
    '2026-12-10',
    ['explorer', 1, 40_000, 40_000],
  ],
  [
    'a day pass with any end and billing',
    dayPass({ endDate: '2026-12-31', billing: 'annual', addOns: ['virtual-office'] }),
    '2026-12-10',
    ['explorer', 1, 50_000, 50_000],
    ['virtual-office', 1, 300_000, 300_000],
  ],
  ['a month by default', order(), '2027-01-09', ['professional', 1, 950_000, 950_000]],
  ['a month to its last day', order({ endDate: '2027-01-09' }), '2027-01-09', ['professional', 1, 950_000, 950_000]],
  [
    'two months from one day more',
    order({ endDate: '2027-01-10', addOns: ['mail-handling'] }),
    '2027-02-09',
    ['professional', 2, 950_000, 1_900_000],
    ['mail-handling', 2, 200_000, 400_000],
  ],
  [
    'two started weeks',
    order({ planId: 'hot-desk', billing: 'weekly', endDate: '2026-12-17' }),
    '2026-12-23',
    ['professional', 2, 250_000, 500_000],
  ],
  [
    'a year with a virtual office',
    order({ planId: 'enterprise', billing: 'annual', addOns: ['virtual-office'] }),
    '2027-12-09',
    ['enterprise', 1, 19_980_000, 19_980_000],
    ['virtual-office', 12, 300_000, 3_600_000],
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
    '2027-01-09',
    ['enterprise', 1, 800_000, 800_000],
    ['meeting-room-hours', 3, 80_000, 240_000],
    ['guest-passes', 5, 30_000, 150_000],
    ['virtual-office', 1, 300_000, 300_000],
    ['mail-handling', 1, 200_000, 200_000],
  ],
  [
    'counters, though their ids are not marked; ids without a count cost nothing',
    order({ planId: 'enterprise', billing: 'weekly', addOns: ['guest-passes'], meetingRoomHours: 2 }),
    '2026-12-16',
    ['enterprise', 1, 450_000, 450_000],
    ['meeting-room-hours', 2, 80_000, 160_000],
  ],
  [
    'a month from 31 January',
    order({ startDate: '2027-01-31', locationId: 'kausimaa' }),
    '2027-02-27',
    ['professional', 1, 800_000, 800_000],
  ],
]

describeOnEachEngine('the price on %s', (app) => {
  test.each(PRICES)('is stored and equals the price in the form for %s', async (_, sent, to, ...lines) => {
    const total = lines.reduce((sum, [, , , amount]) => sum + amount, 0)
    const { bookingId, totalAmount, lines: stored } = await placed(app, sent)
    expect(stored.map(({ id, quantity, unitAmount, amount }) => [id, quantity, unitAmount, amount])).toEqual(lines)
    expect(totalAmount).toBe(total)
    const row = await bookingRow(app, bookingId)
    expect(row).toMatchObject({ total_amount: total, start_date: sent.startDate, end_date: to })
    expect(JSON.parse(row.lines)).toEqual(stored)
    const draft = granted(readBookingInput(sent, app.catalogue, { today: kathmanduDate(NOW), ended: [] }))
    expect(quoteDraft(draft, app.catalogue)).toMatchObject({ lines: stored, total })
  })

  test('does not change when the prices change', async () => {
    const key = newKey()
    const before = await placed(app, order({ addOns: ['virtual-office'] }), key)
    app.catalogue = raisePrices(app)
    const view = granted(await readBooking(app, before.bookingId, before.secret))
    expect(view).toMatchObject({ lines: before.lines, totalAmount: 1_250_000 })
    expect(await placed(app, order({ addOns: ['virtual-office'] }), key)).toEqual(before)
    expect((await placed(app, order())).totalAmount).toBe(9_500_000)
  })
})

/** Returns a catalogue with prices ten times as high. */
function raisePrices({ catalogue }: App): App['catalogue'] {
  const raised: unknown = JSON.parse(JSON.stringify(catalogue), (key, value) =>
    typeof value === 'number' && key !== 'capacity' ? value * 10 : value,
  )
  return raised as App['catalogue']
}
