import { describe, expect, test } from 'vitest'
import { isBookingReference } from '#domain/booking.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { MINUTE, NOW } from '../support/app.ts'
import { DAY, visitorOf } from '../support/ledger.ts'
import { dayPass, granted, newKey, type Order, order, refusalOf } from '../support/orders.ts'
import { STANDS, type Stand } from '../support/stands.ts'

describe.each(Object.entries(STANDS))('the ledger of %s', (name, open) => {
  let stand: Stand
  let ledger: Ledger
  open((opened) => {
    stand = opened
    ledger = opened.ledger
  })
  const { place, read, fill, taken } = visitorOf(() => ledger)

  describe('prices and places', () => {
    test('every location has a table, in paisa', async () => {
      const tables = granted(await ledger.prices())
      expect(tables.map(({ locationId }) => locationId)).toEqual(LOCATION_IDS)
      expect(tables[0]?.prices).toMatchObject({ explorer: { daily: 50_000 }, professional: { monthly: 950_000 } })
      expect(tables[1]?.prices).toMatchObject({ explorer: { daily: 40_000 }, professional: { monthly: 800_000 } })
    })

    test('seats are counted on every day that a booking covers, and on no other', async () => {
      await place({ billing: 'weekly' })
      expect(await taken('dhobighat-hub', '2026-12-09', '2026-12-17')).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 0])
      expect(await taken('kausimaa')).toEqual([0])
      const days = granted(await ledger.availability({ location: 'kausimaa-coworking', from: DAY, to: DAY }))
      expect(days).toEqual({ locationId: 'kausimaa', days: [{ date: DAY, seats: 40, taken: 0 }] })
    })

    test.each([
      ['location', { location: 'thamel-hub', from: DAY, to: DAY }],
      ['from', { location: 'kausimaa', from: '2026-02-30', to: DAY }],
      ['to', { location: 'kausimaa', from: DAY, to: '2026-12-09' }],
      ['to', { location: 'kausimaa', from: DAY, to: '2028-12-10' }],
    ])('a question with a wrong %s is refused with its sentence', async (field, input) => {
      const failure = refusalOf(await ledger.availability(input))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', [field]])
    })

    test('nothing is tried out where there is a server, and always where there is none', async () => {
      const trial = await ledger.startTrial()
      expect(trial !== undefined).toBe(name === 'the browser')
      if (!trial) return
      expect(await read(trial)).toMatchObject({
        trial: true,
        status: 'held',
        totalAmount: 120_000,
        planName: 'hot-desk',
        locationName: 'thamel-hub',
        startDate: '2026-12-01',
        endDate: '2026-12-30',
      })
    })
  })

  describe('placing', () => {
    test('is priced by the tables and held for half an hour', async () => {
      const booking = await place({ addOns: ['virtual-office'], meetingRoomHours: 2, endDate: '2027-01-20' })
      expect(isBookingReference(booking.bookingId)).toBe(true)
      expect(booking.secret.length).toBeGreaterThanOrEqual(22)
      expect(booking).toMatchObject({
        totalAmount: 2 * 950_000 + 2 * 300_000 + 2 * 80_000,
        currency: 'NPR',
        expiresAt: new Date(NOW + 30 * MINUTE).toISOString(),
      })
      expect(booking.lines.map(({ id, quantity, amount }) => [id, quantity, amount])).toEqual([
        ['professional', 2, 1_900_000],
        ['meeting-room-hours', 2, 160_000],
        ['virtual-office', 2, 600_000],
      ])
    })

    test('is read by the one who holds its secret', async () => {
      const booking = await place({ locationId: 'kausimaa-coworking', startTime: '11:00' })
      expect(await read(booking)).toEqual({
        bookingId: booking.bookingId,
        customerName: 'Aarati Shrestha',
        status: 'held',
        locationId: 'kausimaa',
        locationName: 'Kausimaa',
        planId: 'professional',
        planName: 'Professional',
        billing: 'monthly',
        startDate: '2026-12-10',
        endDate: '2027-01-09',
        startTime: '11:00',
        endTime: '17:00',
        totalAmount: 800_000,
        currency: 'NPR',
        lines: booking.lines,
        createdAt: new Date(NOW).toISOString(),
        placedByStaff: false,
        expiresAt: booking.expiresAt,
        extensionsLeft: 3,
        payments: [],
        methods: PAYMENT_METHODS.map((id) => ({ id, available: true })),
        now: new Date(NOW).toISOString(),
      })
      const other = await place()
      for (const secret of ['', 'x', other.secret, '{"id":"x"}'])
        expect(refusalOf(await ledger.read({ bookingId: booking.bookingId, secret })).code).toBe('not_found')
      expect(refusalOf(await ledger.read({ ...other, bookingId: 'BK-1796282100000-7K2M' })).code).toBe('not_found')
    })

    test('the same key is the same booking, and no other content goes under it', async () => {
      const key = newKey()
      const [first, again] = [await ledger.place(order(), key), await ledger.place(order(), key)]
      expect(granted(again)).toEqual(granted(first))
      expect(await taken()).toEqual([1])
      expect(refusalOf(await ledger.place(order({ guestPasses: 1 }), key)).code).toBe('idempotency_mismatch')
    })

    test('a total that was shown is compared and never taken', async () => {
      expect(refusalOf(await ledger.place(order({ totalAmount: 1 }), newKey()))).toMatchObject({
        code: 'price_changed',
        totalAmount: 950_000,
      })
      expect((await place({ totalAmount: 950_000 })).totalAmount).toBe(950_000)
      expect(await taken()).toEqual([1])
    })

    test.each<[string, Partial<Order>, string[]]>([
      ['invalid', { locationId: 'thamel-hub' }, ['locationId']],
      ['invalid', { startDate: '2026-11-30' }, ['startDate']],
      ['invalid', { startDate: '2027-12-02' }, ['startDate']],
      ['invalid', { endDate: '2026-12-09' }, ['endDate']],
      ['invalid', { startTime: '05:00' }, ['startTime']],
      ['invalid', { meetingRoomHours: -1 }, ['meetingRoomHours']],
      ['invalid', { addOns: ['lunch'] }, ['addOns']],
      ['unavailable', { locationId: 'jhamsikhel-loft' }, ['locationId']],
      ['unavailable', { locationId: 'baluwatar-studios' }, ['locationId']],
      ['unavailable', { planId: 'private-office' }, ['planId']],
    ])('%s: %j', async (code, changes, fields) => {
      const failure = refusalOf(await ledger.place(order(changes), newKey()))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual([code, fields])
      expect(await taken()).toEqual([0])
    })

    test('whoever changes their mind does not stand in their own way', async () => {
      await fill(29)
      const first = await place()
      expect(await taken()).toEqual([30])
      const { bookingId, secret } = first
      const second = granted(await ledger.place({ ...dayPass(), replaces: { bookingId, secret } }, newKey()))
      expect([await taken(), (await read(first)).status]).toEqual([[30], 'cancelled'])
      // One that fails leaves the hold as it was.
      const failed = await ledger.place(
        { ...order({ startDate: '2026-12-09' }), replaces: { bookingId: second.bookingId, secret: 'wrong' } },
        newKey(),
      )
      expect([refusalOf(failed).code, (await read(second)).status]).toEqual(['sold_out', 'held'])
    })

    test('whoever changes their mind after a lost answer does not either', async () => {
      await fill(29)
      const key = newKey()
      const lost = granted(await ledger.place(dayPass(), key))
      const changed = { ...dayPass({ notes: 'By the window' }), unanswered: [key] }
      const second = granted(await ledger.place(changed, newKey()))
      expect([await taken(), (await read(lost)).status, (await read(second)).status]).toEqual([
        [30],
        'cancelled',
        'held',
      ])
    })

    test('the last seat has one winner, and the others are shown the nearest ways out', async () => {
      await fill(29)
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => ledger.place(dayPass({ startDate: DAY }), newKey())))
      const losers = outcomes.filter(({ ok }) => !ok)
      expect(losers).toHaveLength(3)
      for (const loser of losers)
        expect(refusalOf(loser)).toMatchObject({
          code: 'sold_out',
          nearest: [
            { locationId: 'dhobighat-hub', startDate: '2026-12-09', totalAmount: 50_000 },
            { locationId: 'dhobighat-hub', startDate: '2026-12-11', totalAmount: 50_000 },
            { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 40_000 },
          ],
        })
      expect(await taken()).toEqual([30])
    })
  })

  describe('a hold', () => {
    test('is extended three times by its own length, by its owner', async () => {
      const booking = await place()
      const times = []
      for (let at = 0; at < 3; at++) times.push(granted(await ledger.extend(booking)))
      expect(times.map(({ extensionsLeft }) => extensionsLeft)).toEqual([2, 1, 0])
      expect(times.at(-1)?.expiresAt).toBe(new Date(NOW + 120 * MINUTE).toISOString())
      expect(refusalOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(refusalOf(await ledger.extend({ ...booking, secret: 'x' })).code).toBe('not_found')
    })

    test('ends by itself and gives its seat back', async () => {
      const booking = await place()
      await stand.pass(30 * MINUTE)
      expect(await read(booking)).toMatchObject({ status: 'expired', expiresAt: null, extensionsLeft: 0 })
      expect(await taken()).toEqual([0])
      expect(refusalOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(refusalOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
    })
  })
})
