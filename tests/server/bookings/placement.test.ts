import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine, rows } from '../../support/app.ts'
import { heldBookingView } from '../../support/booking-view.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, seatsTaken } from '../../support/orders.ts'

describeOnEachEngine('on %s', (app) => {
  describe('seats', () => {
    test('are reserved on every covered day, and on no other', async () => {
      await placed(app, order({ billing: 'weekly' }))
      await placed(app, dayPass({ startDate: '2026-12-12' }))
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: '2026-12-12' }))
      const seats = [1, 1, 2, 1, 1, 1, 1]
      expect(await seatsTaken(app)).toEqual(
        Object.fromEntries(seats.map((taken, days) => [`2026-12-${10 + days}`, taken])),
      )
      expect(await seatsTaken(app, 'kausimaa')).toEqual({ '2026-12-12': 1 })
    })

    test('are reserved on every day of a year', async () => {
      await placed(app, order({ billing: 'annual' }))
      const days = Object.keys(await seatsTaken(app))
      expect([days.length, days[0], days.at(-1)]).toEqual([365, '2026-12-10', '2027-12-09'])
    })

    test('are four for a private office', async () => {
      app.catalogue = { ...app.catalogue, plans: app.catalogue.plans.map((plan) => ({ ...plan, available: true })) }
      const { bookingId } = await placed(app, order({ planId: 'private-office', billing: 'weekly' }))
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 4, total_amount: 900_000 })
      expect(Object.values(await seatsTaken(app))).toEqual([4, 4, 4, 4, 4, 4, 4])
    })
  })

  test('stores the request in its columns, with and without working hours', async () => {
    const contactInfo = {
      firstName: ' Aarati ',
      lastName: 'Shrestha',
      email: ' Aarati@Example.com',
      phone: '984-123 4567',
      company: ' Himal & Co ',
      pan: '601-234 567',
    }
    const pass = dayPass({ contactInfo, startTime: '07:00', endTime: '08:00', notes: ' By the window ' })
    const month = order({ contactInfo, startTime: '08:30', endTime: '16:00', locationId: 'dhobighat-hub' })
    const week = order({ contactInfo, locationId: 'kausimaa', billing: 'weekly' })
    const common = {
      state: 'held',
      location_id: 'dhobighat-hub',
      location_name: 'Dhobighat Hub',
      start_date: '2026-12-10',
      periods: 1,
      seats: 1,
      currency: 'NPR',
      notes: '',
      pan: '601234567',
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
      secret_version: 0,
      first_start_date: '2026-12-10',
      customer_moves: 0,
      cancelled_by_customer: 0,
      original_end_date: null,
      renews: null,
      closes_at: '2026-12-10T16:15:00.000Z',
      placed_on: '2026-12-01',
      method: null,
      moved_price: null,
      free_until: null,
      net_received: 0,
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
    const professional = { ...common, plan_id: 'professional', plan_name: 'Professional' }
    const monthly = {
      ...professional,
      period: 'monthly',
      end_date: '2027-01-09',
      closes_at: '2027-01-09T14:15:00.000Z',
      start_time: '08:30',
      end_time: '16:00',
      total_amount: 950_000,
    }
    const weekly = {
      ...professional,
      location_id: 'kausimaa',
      location_name: 'Kausimaa',
      period: 'weekly',
      end_date: '2026-12-16',
      closes_at: '2026-12-16T12:15:00.000Z',
      // The default hours, clamped to the opening hours.
      start_time: '10:00',
      end_time: '17:00',
      total_amount: 200_000,
    }
    for (const [sent, expected] of [
      [pass, hourless],
      [month, monthly],
      [pass, hourless],
      [week, weekly],
    ] as const) {
      const key = newKey()
      const { bookingId, lines } = await placed(app, sent, key)
      const { body_hash, ...row } = await bookingRow(app, bookingId)
      expect({ ...row, lines: JSON.parse(row.lines) }).toEqual({
        ...expected,
        id: bookingId,
        idempotency_key: key,
        lines,
        search: `aarati shrestha aarati@example.com +9779841234567 himal & co ${bookingId.toLowerCase()}`,
      })
      expect(body_hash).toMatch(/^[\w-]{43}$/)
    }
  })

  describe('the reference', () => {
    test('consists of the instant and four letters or digits, with a secret of 256 bits', async () => {
      const { bookingId, secret, currency } = await placed(app)
      expect(bookingId).toMatch(/^BK-1796098500000-[2-9A-HJ-NP-Z]{4}$/)
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(currency).toBe('NPR')
    })

    test('is drawn again if it is taken', async () => {
      const first = await withNumbers([1, 2, 3, 4], () => placed(app, dayPass()))
      expect(first.bookingId).toBe('BK-1796098500000-3456')
      const second = await withNumbers([1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8], () => placed(app, order()))
      expect(second.bookingId).toBe('BK-1796098500000-789A')
      expect(await bookingRow(app, second.bookingId)).toMatchObject({ plan_id: 'professional' })
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ plan_id: 'explorer' })
      expect((await seatsTaken(app))['2026-12-10']).toBe(2)
    })

    /** Runs with these numbers instead of random ones, and expects that all are used. */
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

  test('notifies staff once', async () => {
    let notifications = 0
    const stop = app.notifier.subscribe(() => notifications++)
    const { bookingId } = await placed(app)
    stop()
    expect(notifications).toBe(1)
    expect(await rows(app.db.read, 'staff_events')).toMatchObject([{ kind: 'booking_new', subject_id: bookingId }])
  })

  test('returns the stored booking', async () => {
    const mine = await placed(app)
    const cancel = {
      refund: paisa(0),
      freeUntil: '2026-12-09T00:15:00.000Z',
      needsAccount: false,
      from: 'now',
    } as const
    const actions = {
      cancel,
      move: null,
      renew: null,
      hours: null,
      changeDetails: true,
      resend: false,
      refundAccount: false,
    }
    const { bookingId, lines } = mine
    const rooms = { list: [], balance: { included: [], bought: 0 }, until: null }
    const view = heldBookingView({ bookingId, lines, actions, closedDays: [], rooms })
    expect(granted(await readBooking(app, bookingId, mine.secret))).toEqual(view)
  })
})
