import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { kathmanduDate } from '#domain/calendar.ts'
import { quote } from '#domain/quote.ts'
import type { App } from '#server/app.ts'
import { extend, place, readBooking } from '#server/bookings.ts'
import { quoteChoices, readChoices } from '#server/choices.ts'
import { MINUTE, NOW, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  type Order,
  order,
  placed,
  refusalOf,
  seatsTaken,
} from '../support/orders.ts'

/** The prices of spec §9 in paisa: what is ordered, the lines as [id, quantity, unit, amount], total, days covered. */
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
      const draft = granted(readChoices(sent, app.catalogue, kathmanduDate(NOW)))
      expect(quote(quoteChoices(draft), app.catalogue)).toMatchObject({ lines, total: totalAmount })
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
        expect(refusalOf(await place(app, order({ totalAmount }), newKey()))).toEqual({
          code: 'price_changed',
          totalAmount: 950_000,
        })
      expect(await stored(app)).toEqual(before)
    })
  })

  describe('seats', () => {
    test('are taken on every day covered, and only there', async () => {
      await placed(app, order({ billing: 'weekly' }))
      await placed(app, dayPass({ startDate: '2026-12-12' }))
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: '2026-12-12' }))
      expect(await seatsTaken(app)).toEqual({
        '2026-12-10': 1,
        '2026-12-11': 1,
        '2026-12-12': 2,
        '2026-12-13': 1,
        '2026-12-14': 1,
        '2026-12-15': 1,
        '2026-12-16': 1,
      })
      expect(await seatsTaken(app, 'kausimaa')).toEqual({ '2026-12-12': 1 })
    })

    test('of a year: every day of it', async () => {
      await placed(app, order({ billing: 'annual' }))
      const days = Object.keys(await seatsTaken(app))
      expect([days.length, days[0], days.at(-1)]).toEqual([365, '2026-12-10', '2027-12-09'])
    })

    test('of a private office are four', async () => {
      app.catalogue = { ...app.catalogue, plans: app.catalogue.plans.map((plan) => ({ ...plan, available: true })) }
      const { bookingId } = await placed(app, order({ planId: 'private-office', billing: 'weekly' }))
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 4, total_amount: 900_000 })
      expect(Object.values(await seatsTaken(app))).toEqual([4, 4, 4, 4, 4, 4, 4])
    })
  })

  test.each([
    ['a private office', { planId: 'private-office' }, 'planId'],
    ['a private office by its other name', { planId: 'private_office' }, 'planId'],
    ['the reserved loft', { locationId: 'jhamsikhel-loft' }, 'locationId'],
    ['the announced location', { locationId: 'baluwatar-studios' }, 'locationId'],
  ])('%s is refused as unavailable', async (_, changes, field) => {
    const before = await stored(app)
    expect(refusalOf(await place(app, order(changes), newKey()))).toEqual({
      code: 'unavailable',
      fields: { [field]: 'This cannot be booked at the moment' },
    })
    expect(await stored(app)).toEqual(before)
  })

  test('what was asked stands in the row, column by column, with and without working hours', async () => {
    const contactInfo = {
      firstName: ' Aarati ',
      lastName: 'Shrestha',
      email: ' Aarati@Example.com',
      phone: '984-123 4567',
      company: ' Himal & Co ',
    }
    const pass = dayPass({ contactInfo, startTime: '07:00', endTime: '08:00', notes: ' By the window ' })
    const month = order({ contactInfo, startTime: '08:30', endTime: '16:00', locationId: 'dhobighat-hub' })
    const keys = [newKey(), newKey(), newKey(), newKey()] as const
    const placements = [
      await placed(app, pass, keys[0]),
      await placed(app, month, keys[1]),
      await placed(app, pass, keys[2]),
      await placed(app, order({ contactInfo, locationId: 'kausimaa', billing: 'weekly' }), keys[3]),
    ] as const
    const common = {
      state: 'held',
      location_id: 'dhobighat-hub',
      location_name: 'Dhobighat Hub',
      start_date: '2026-12-10',
      periods: 1,
      seats: 1,
      currency: 'NPR',
      notes: '',
      first_name: 'Aarati',
      last_name: 'Shrestha',
      email: 'Aarati@Example.com',
      phone: '+9779841234567',
      company: 'Himal & Co',
      expires_at: '2026-12-01T04:45:00.000Z',
      extensions: 0,
      created_at: '2026-12-01T04:15:00.000Z',
      version: 1,
      updated_at: '2026-12-01T04:15:00.000Z',
    }
    const hourless = {
      ...common,
      plan_id: 'explorer',
      plan_name: 'Explorer',
      period: 'daily',
      end_date: '2026-12-10',
      start_time: null,
      end_time: null,
      total_amount: 50_000,
      notes: 'By the window',
    }
    const monthly = {
      ...common,
      plan_id: 'professional',
      plan_name: 'Professional',
      period: 'monthly',
      end_date: '2027-01-09',
    }
    const expected = [
      hourless,
      { ...monthly, start_time: '08:30', end_time: '16:00', total_amount: 950_000 },
      hourless,
      {
        ...monthly,
        location_id: 'kausimaa',
        location_name: 'Kausimaa',
        period: 'weekly',
        end_date: '2026-12-16',
        // The usual working day, moved inside the hours of the house.
        start_time: '10:00',
        end_time: '17:00',
        total_amount: 200_000,
      },
    ]
    for (const [index, { bookingId, lines }] of placements.entries()) {
      const { body_hash, ...row } = await bookingRow(app, bookingId)
      expect({ ...row, lines: JSON.parse(row.lines) }).toEqual({
        ...expected[index],
        id: bookingId,
        idempotency_key: keys[index],
        lines,
        search: `aarati shrestha aarati@example.com ${bookingId.toLowerCase()}`,
      })
      expect(body_hash).toMatch(/^[\w-]{43}$/)
    }
  })

  describe('the reference', () => {
    test('is made of the instant and four letters or digits, the secret of 256 bits', async () => {
      const { bookingId, secret, currency } = await placed(app)
      expect(bookingId).toMatch(/^BK-1796098500000-[2-9A-HJ-NP-Z]{4}$/)
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(currency).toBe('NPR')
    })

    test('that is taken is drawn again', async () => {
      const first = await withNumbers([1, 2, 3, 4], () => placed(app, dayPass()))
      expect(first.bookingId).toBe('BK-1796098500000-3456')
      const second = await withNumbers([1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8], () => placed(app, order()))
      expect(second.bookingId).toBe('BK-1796098500000-789A')
      expect(await bookingRow(app, second.bookingId)).toMatchObject({ plan_id: 'professional' })
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ plan_id: 'explorer' })
      expect((await seatsTaken(app))['2026-12-10']).toBe(2)
    })

    /** Runs with these numbers in the place of chance, all of them. */
    async function withNumbers<Value>(numbers: number[], run: () => Promise<Value>): Promise<Value> {
      const randomInt = vi.spyOn(crypto, 'randomInt').mockImplementation(() => numbers.shift())
      syncBuiltinESMExports()
      const value = await run()
      randomInt.mockRestore()
      syncBuiltinESMExports()
      expect(numbers).toEqual([])
      return value
    }
  })

  test('the staff hear of it once', async () => {
    let rings = 0
    const stop = app.bell.listen(() => rings++)
    const { bookingId } = await placed(app)
    stop()
    expect(rings).toBe(1)
    expect(await rows(app.db.read, 'staff_events')).toMatchObject([{ kind: 'booking_new', subject_id: bookingId }])
  })

  describe('reading', () => {
    test('needs the secret of that very booking', async () => {
      const [mine, another] = [await placed(app), await placed(app)]
      expect(granted(await readBooking(app, mine.bookingId, mine.secret))).toEqual({
        bookingId: mine.bookingId,
        status: 'held',
        locationId: 'dhobighat-hub',
        locationName: 'Dhobighat Hub',
        planId: 'professional',
        planName: 'Professional',
        billing: 'monthly',
        startDate: '2026-12-10',
        endDate: '2027-01-09',
        startTime: '09:00',
        endTime: '17:00',
        totalAmount: 950_000,
        currency: 'NPR',
        lines: mine.lines,
        createdAt: '2026-12-01T04:15:00.000Z',
        expiresAt: '2026-12-01T04:45:00.000Z',
        extensionsLeft: 3,
        payments: [],
        now: '2026-12-01T04:15:00.000Z',
      })
      const refusals = [
        await readBooking(app, mine.bookingId, another.secret),
        await readBooking(app, mine.bookingId, `${mine.secret}x`),
        await readBooking(app, mine.bookingId, ''),
        await readBooking(app, 'BK-1796098500000-ZZZZ', mine.secret),
        await readBooking(app, '', ''),
      ]
      for (const refusal of refusals) expect(refusal).toEqual({ ok: false, failure: { code: 'not_found' } })
    })
  })

  describe('a hold', () => {
    test('lasts HOLD_MINUTES', async () => {
      expect((await placed(app)).expiresAt).toBe('2026-12-01T04:45:00.000Z')
      app.env = { ...app.env, holdMinutes: 45 }
      const { bookingId, expiresAt } = await placed(app)
      expect(expiresAt).toBe('2026-12-01T05:00:00.000Z')
      expect(await bookingRow(app, bookingId)).toMatchObject({ expires_at: expiresAt })
    })

    test('is extended three times by its own length', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.advance(29 * MINUTE)
      const extensions = [
        await extend(app, bookingId, secret),
        await extend(app, bookingId, secret),
        await extend(app, bookingId, secret),
      ]
      expect(extensions.map(granted)).toEqual([
        { expiresAt: '2026-12-01T05:15:00.000Z', extensionsLeft: 2 },
        { expiresAt: '2026-12-01T05:45:00.000Z', extensionsLeft: 1 },
        { expiresAt: '2026-12-01T06:15:00.000Z', extensionsLeft: 0 },
      ])
      const before = await stored(app)
      expect(refusalOf(await extend(app, bookingId, secret))).toEqual({ code: 'no_more_extensions' })
      expect(await stored(app)).toEqual(before)
      expect(granted(await readBooking(app, bookingId, secret))).toMatchObject({
        expiresAt: '2026-12-01T06:15:00.000Z',
        extensionsLeft: 0,
      })
    })

    test('is not extended once its time is over, swept or not', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.advance(30 * MINUTE)
      expect(refusalOf(await extend(app, bookingId, secret)).code).toBe('no_more_extensions')
    })

    test('is extended by its owner alone', async () => {
      const [mine, another] = [await placed(app), await placed(app)]
      expect(refusalOf(await extend(app, mine.bookingId, another.secret)).code).toBe('not_found')
      expect(await bookingRow(app, mine.bookingId)).toMatchObject({ extensions: 0 })
    })

    test('pressed ten times at once is extended three times', async () => {
      for (let round = 0; round < 5; round++) {
        const { bookingId, secret } = await placed(app)
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => extend(app, bookingId, secret)))
        expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.extensionsLeft : [])).sort()).toEqual([
          0, 1, 2,
        ])
        expect(await bookingRow(app, bookingId)).toMatchObject({
          extensions: 3,
          expires_at: '2026-12-01T06:15:00.000Z',
        })
      }
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
