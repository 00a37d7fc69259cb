import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
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
    expect(refusalOf(await createBooking(app, order(changes), newKey()))).toEqual({
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
      placed_by: null,
      cancelled_by: null,
      extensions: 0,
      transfer_unpaid: 0,
      network: null,
      email_token: null,
      email_confirmed_at: null,
      created_at: '2026-12-01T04:15:00.000Z',
      version: 1,
      placed_on: '2026-12-01',
      method: null,
      moved_price: null,
      free_until: null,
      kept: 0,
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
        search: `aarati shrestha aarati@example.com +9779841234567 himal & co ${bookingId.toLowerCase()}`,
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
    const stop = app.notifier.subscribe(() => rings++)
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
        customerName: 'Aarati Shrestha',
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
        placedByStaff: false,
        expiresAt: '2026-12-01T04:45:00.000Z',
        extensionsLeft: 3,
        payments: [],
        methods: PAYMENT_METHODS.map((id) => ({ id, available: true })),
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
})
