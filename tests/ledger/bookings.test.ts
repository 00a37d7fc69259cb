import { describe, expect, test } from 'vitest'
import { LOCATION_IDS } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { MINUTE, NOW } from '../support/app.ts'
import { heldBookingView } from '../support/booking-view.ts'
import { EDITIONS } from '../support/editions.ts'
import { DAY, useEdition } from '../support/ledger.ts'
import { dayPass, failureOf, granted, newKey, type Order, order } from '../support/orders.ts'

describe.each(Object.entries(EDITIONS))('the ledger of %s', (name, open) => {
  const { edition, ledger, place, read, fill, taken } = useEdition(open)

  describe('prices and seats', () => {
    test('lists a price table in paisa for every location', async () => {
      const tables = granted(await ledger.prices())
      expect(tables.map(({ locationId }) => locationId)).toEqual(LOCATION_IDS)
      expect(tables[0]?.prices).toMatchObject({ explorer: { daily: 50_000 }, professional: { monthly: 950_000 } })
      expect(tables[1]?.prices).toMatchObject({ explorer: { daily: 40_000 }, professional: { monthly: 800_000 } })
    })

    test('counts seats on the days that a booking covers', async () => {
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
    ])('rejects a query with an invalid %s', async (field, input) => {
      const failure = failureOf(await ledger.availability(input))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', [field]])
    })

    test('starts a trial only without a server', async () => {
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
    test('prices the booking and holds it for half an hour', async () => {
      const booking = await place({ addOns: ['virtual-office'], meetingRoomHours: 2, endDate: '2027-01-20' })
      expect(booking.bookingId).toMatch(/^BK-\d{13}-[2-9A-HJ-NP-Z]{4}$/)
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

    test('reads the booking with its secret only', async () => {
      const booking = await place({ locationId: 'kausimaa-coworking', startTime: '11:00' })
      const cancel = {
        refund: paisa(0),
        freeUntil: '2026-12-09T04:15:00.000Z',
        needsAccount: false,
        from: 'now',
      } as const
      const { bookingId, lines, expiresAt } = booking
      expect(await read(booking)).toEqual(
        heldBookingView({
          bookingId,
          locationId: 'kausimaa',
          locationName: 'Kausimaa',
          startTime: '11:00',
          totalAmount: paisa(800_000),
          lines,
          expiresAt,
          actions: {
            cancel,
            move: null,
            renew: null,
            hours: null,
            changeDetails: name !== 'the browser',
            resend: false,
            refundAccount: false,
          },
          ...(name !== 'the browser' && {
            closedDays: [],
            rooms: { list: [], balance: { included: [], bought: 0 }, until: null },
          }),
        }),
      )
      const other = await place()
      for (const secret of ['', 'x', other.secret, '{"id":"x"}'])
        expect(failureOf(await ledger.read({ bookingId: booking.bookingId, secret })).code).toBe('not_found')
      expect(failureOf(await ledger.read({ ...other, bookingId: 'BK-1796282100000-7K2M' })).code).toBe('not_found')
    })

    test('returns the original booking for a repeated key and rejects other content', async () => {
      const key = newKey()
      const [first, again] = [await ledger.place(order(), key), await ledger.place(order(), key)]
      expect(granted(again)).toEqual(granted(first))
      expect(await taken()).toEqual([1])
      expect(failureOf(await ledger.place(order({ guestPasses: 1 }), key)).code).toBe('idempotency_mismatch')
    })

    test('compares the total shown and never uses it', async () => {
      const failure = failureOf(await ledger.place(order({ totalAmount: 1 }), newKey()))
      expect(failure).toMatchObject({ code: 'price_changed', totalAmount: 950_000 })
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
    ])('rejects as %s: %j', async (code, changes, fields) => {
      const failure = failureOf(await ledger.place(order(changes), newKey()))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual([code, fields])
      expect(await taken()).toEqual([0])
    })

    test('releases the hold that a changed booking replaces', async () => {
      await fill(29)
      const first = await place()
      expect(await taken()).toEqual([30])
      const { bookingId, secret } = first
      const second = granted(await ledger.place({ ...dayPass(), replaces: { bookingId, secret } }, newKey()))
      expect([await taken(), (await read(first)).status]).toEqual([[30], 'cancelled'])
      // A rejection leaves the hold unchanged.
      const replaces = { bookingId: second.bookingId, secret: 'wrong' }
      const failed = await ledger.place({ ...order({ startDate: '2026-12-09' }), replaces }, newKey())
      expect([failureOf(failed).code, (await read(second)).status]).toEqual(['sold_out', 'held'])
    })

    test('releases the hold of a lost response that a changed booking names', async () => {
      await fill(29)
      const key = newKey()
      const lost = granted(await ledger.place(dayPass(), key))
      const changed = { ...dayPass({ notes: 'By the window' }), unanswered: [key] }
      const second = granted(await ledger.place(changed, newKey()))
      expect(await taken()).toEqual([30])
      expect([(await read(lost)).status, (await read(second)).status]).toEqual(['cancelled', 'held'])
    })

    test('sells the last seat once and offers the others the nearest dates', async () => {
      await fill(29)
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => ledger.place(dayPass({ startDate: DAY }), newKey())))
      const losers = outcomes.filter(({ ok }) => !ok)
      expect(losers).toHaveLength(3)
      const nearest = [
        { locationId: 'dhobighat-hub', startDate: '2026-12-09', totalAmount: 50_000 },
        { locationId: 'dhobighat-hub', startDate: '2026-12-11', totalAmount: 50_000 },
        { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 40_000 },
      ]
      for (const loser of losers) expect(failureOf(loser)).toMatchObject({ code: 'sold_out', nearest })
      expect(await taken()).toEqual([30])
    })
  })

  describe('a hold', () => {
    test('is extended three times by its length with its secret', async () => {
      const booking = await place()
      const times = []
      for (let at = 0; at < 3; at++) times.push(granted(await ledger.extend(booking)))
      expect(times.map(({ extensionsLeft }) => extensionsLeft)).toEqual([2, 1, 0])
      expect(times.at(-1)?.expiresAt).toBe(new Date(NOW + 120 * MINUTE).toISOString())
      expect(failureOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(failureOf(await ledger.extend({ ...booking, secret: 'x' })).code).toBe('not_found')
    })

    test('expires and releases its seat', async () => {
      const booking = await place()
      await edition.advance(30 * MINUTE)
      expect(await read(booking)).toMatchObject({ status: 'expired', expiresAt: null, extensionsLeft: 0 })
      expect(await taken()).toEqual([0])
      expect(failureOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(failureOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
    })
  })
})
