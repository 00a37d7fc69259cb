import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import { readBookingRows } from '#server/bookings/list.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { instant } from '#server/db/schema.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { loadDayVisitors } from '#server/desk/day-visitors.ts'
import { search } from '#server/desk/search.ts'
import { setApp } from '#server/open-app.ts'
import { raiseAlert } from '#server/payments/alerts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { escalatePayment, settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import { HOUR, NOW, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, type Order, order, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { sendDrawn } from '../support/uploads.ts'

const TODAY = kathmanduDate(NOW)
const EVERYWHERE = { role: 'manager', workplaces: null } as const
const KAUSIMAA = { role: 'desk', workplaces: ['kausimaa'] } as const
const named = (firstName: string, lastName: string): Pick<Order, 'contactInfo'> => ({
  contactInfo: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com`, phone: '9841234567' },
})

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const cancelled = async (id: string) => {
    const booking = await bookingRow(app, id)
    await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', app.now())))
  }
  const paid = async (sent: Order) => {
    const payment = await started(app, sent)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: paisa(payment.amount), providerReference: payment.paymentId },
      'lookup',
    )
    return payment
  }

  describe('today', () => {
    const read = async (staff: Parameters<typeof loadToday>[1] = EVERYWHERE) => granted(await loadToday(app, staff))

    test('counts who arrives and the seats of the next 60 days, location by location', async () => {
      await placed(app, order({ startDate: TODAY, billing: 'weekly' }))
      await placed(app, dayPass({ startDate: TODAY, locationId: 'kausimaa' }))
      await cancelled((await placed(app, dayPass({ startDate: TODAY }))).bookingId)
      await placed(app, dayPass({ startDate: addDays(TODAY, 3) }))
      const { date, locations } = await read()
      expect(date).toBe('2026-12-01')
      expect(locations.map(({ locationId }) => locationId)).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft'])
      const [dhobighat, kausimaa, loft] = locations
      expect(dhobighat).toMatchObject({ seats: 30, arrivals: 1, available: true })
      expect(dhobighat?.hours).toEqual({ open: '06:00', close: '22:00', isOpen: true })
      expect(dhobighat?.days).toHaveLength(60)
      expect(dhobighat?.days.slice(0, 8).map(({ taken }) => taken)).toEqual([1, 1, 1, 2, 1, 1, 1, 0])
      expect(dhobighat?.days.at(-1)).toEqual({ date: '2027-01-29', taken: 0 })
      expect(kausimaa).toMatchObject({ arrivals: 1, hours: { isOpen: true } })
      expect(loft).toMatchObject({ arrivals: 0, available: false, status: 'Reserved for 6 months' })
    })

    test('says to owners alone what is not set up on this server', async () => {
      const owner = { role: 'owner', workplaces: null } as const
      expect((await read(owner)).unset).toEqual([
        'The assistant is offline. The API key is missing: set GEMINI_API_KEY in the environment configuration, then restart the dev server.',
      ])
      expect((await read()).unset).toEqual([])
      app.env = { ...app.env, chat: { ...app.env.chat, access: { key: 'k', model: 'm', baseUrl: undefined } } }
      expect((await read(owner)).unset).toEqual([])
    })

    test('says when a house is closed', async () => {
      app.clock.set(Date.parse('2026-12-01T12:15:00Z'))
      const { locations } = await read()
      expect(locations.map(({ hours }) => hours.isOpen)).toEqual([true, false, true])
    })

    test('counts what needs a person', async () => {
      const nothing = {
        verification: { count: 0, oldest: null },
        decisions: 0,
        memberships: 0,
        messages: 0,
        unclear: 0,
        owed: 0,
      }
      expect((await read()).waiting).toEqual(nothing)
      await started(app, order(), 'bank_transfer')
      app.clock.advance(HOUR)
      await started(app, order({ locationId: 'kausimaa' }), 'bank_transfer')
      const open = await started(app)
      await escalatePayment(app, open.paymentId)
      const late = await started(app)
      await app.db.write(async (db) => {
        await db.updateTable('bookings').set({ state: 'needs_decision' }).where('id', '=', late.bookingId).execute()
        await db.updateTable('payments').set({ state: 'confirmed' }).where('id', '=', late.paymentId).execute()
        await db
          .insertInto('messages')
          .values({
            id: 'm',
            digest: 'd',
            name: 'Nisha',
            email: 'nisha@example.com',
            phone: null,
            location_id: null,
            body: 'Is there parking?',
            search: '',
            created_at: instant(app.now()),
            handled_at: null,
          })
          .execute()
        return succeed(undefined)
      })
      // The row of a booking names the payment to decide about.
      expect((await readBookingRows(app.db.read, [late.bookingId, open.bookingId])).get(late.bookingId)?.toDecide).toBe(
        late.paymentId,
      )
      // One payment, however many reasons it has; and what was paid twice is as unclear as what was left open.
      for (const payment of [open, late])
        for (const alert of ['paid_twice', 'disputed'] as const)
          await app.db.write(async (db) => succeed(await raiseAlert(app, db, payment.paymentId, alert)))
      expect((await read()).waiting).toEqual({
        verification: { count: 2, oldest: instant(NOW) },
        decisions: 1,
        memberships: 0,
        messages: 1,
        unclear: 2,
        owed: 0,
      })
      const there = await read(KAUSIMAA)
      expect(there.waiting).toMatchObject({ verification: { count: 1 }, decisions: 0, messages: null, unclear: 0 })
      expect(there.locations.map(({ locationId }) => locationId)).toEqual(['kausimaa'])
    })

    test('counts what there is to verify as the queue shows it: each payment once, its booking expired or not', async () => {
      const transfer = await started(app, order(), 'bank_transfer')
      await sendDrawn(transfer)
      const expired = await started(app, order(), 'qr_payment')
      await sendDrawn(expired)
      await started(app, order(), 'qr_payment')
      app.clock.advance(73 * HOUR)
      await expireBookings(app)
      expect((await bookingRow(app, expired.bookingId)).state).toBe('expired')
      const differs = await started(app)
      await settle(app, differs.paymentId, { kind: 'paid', amount: paisa(1), providerReference: 'R' }, 'lookup')
      const { items } = granted(await readReviewQueue(app, { workplaces: null }))
      expect((await read()).waiting.verification).toEqual({ count: items.length, oldest: items[0]?.since })
      expect(items).toHaveLength(3)
      expect((await read(KAUSIMAA)).waiting.verification).toEqual({ count: 0, oldest: null })
    })

    test('memberships are up for renewal 14 days before their end and on its day', async () => {
      await paid(order({ startDate: '2026-12-10', billing: 'weekly' }))
      for (const [day, count] of [
        ['2026-12-02', 0],
        ['2026-12-03', 1],
        ['2026-12-17', 1],
        ['2026-12-18', 0],
      ] as const) {
        app.clock.set(Date.parse(`${day}T04:15:00Z`))
        expect({ day, count: (await read()).waiting.memberships }).toEqual({ day, count })
      }
    })

    test('somebody who works nowhere sees nothing', async () => {
      await started(app, order(), 'bank_transfer')
      const { locations, waiting } = await read({ role: 'desk', workplaces: [] })
      expect(locations).toEqual([])
      expect(waiting).toMatchObject({ verification: { count: 0, oldest: null }, memberships: 0 })
    })
  })

  describe('a day', () => {
    const read = async (
      date: string,
      location = 'dhobighat-hub',
      staff: Parameters<typeof loadDayVisitors>[1] = EVERYWHERE,
    ) => granted(await loadDayVisitors(app, staff, { location, date })).people

    test('holds everybody who has a seat, who arrives first, then by name', async () => {
      await placed(app, order({ startDate: '2026-12-10', billing: 'weekly', ...named('Zita', 'Rai') }))
      await placed(app, order({ startDate: '2026-12-10', billing: 'weekly', ...named('Aarati', 'Rai') }))
      await placed(app, dayPass({ startDate: '2026-12-12', ...named('Meera', 'Basnet') }))
      await placed(app, dayPass({ startDate: '2026-12-12', locationId: 'kausimaa' }))
      await cancelled((await placed(app, dayPass({ startDate: '2026-12-12' }))).bookingId)
      const names = async (date: string) => (await read(date)).map(({ customerName }) => customerName)
      expect(await names('2026-12-09')).toEqual([])
      expect(await names('2026-12-10')).toEqual(['Aarati Rai', 'Zita Rai'])
      expect(await names('2026-12-12')).toEqual(['Meera Basnet', 'Aarati Rai', 'Zita Rai'])
      expect(await names('2026-12-16')).toEqual(['Aarati Rai', 'Zita Rai'])
      expect(await names('2026-12-17')).toEqual([])
      expect((await read('2026-12-12'))[0]).toMatchObject({
        planName: 'Explorer',
        seats: 1,
        startDate: '2026-12-12',
        endDate: '2026-12-12',
        startTime: null,
        state: 'held',
      })
    })

    test('reaches as far back as the longest stay', async () => {
      await placed(app, order({ startDate: TODAY, billing: 'annual' }))
      expect(await read(TODAY)).toHaveLength(1)
      expect(await read('2027-11-30')).toHaveLength(1)
      expect(await read('2027-12-01')).toHaveLength(0)
    })

    test('of another house is not there, and no date is none', async () => {
      expect(refusalOf(await loadDayVisitors(app, KAUSIMAA, { location: 'dhobighat-hub', date: TODAY })).code).toBe(
        'not_found',
      )
      expect(refusalOf(await loadDayVisitors(app, EVERYWHERE, { location: 'thamel-hub', date: TODAY })).code).toBe(
        'not_found',
      )
      expect(refusalOf(await loadDayVisitors(app, EVERYWHERE, { location: 'kausimaa', date: 'today' })).code).toBe(
        'invalid',
      )
      expect(await read(TODAY, 'kausimaa', KAUSIMAA)).toEqual([])
    })
  })

  describe('the search', () => {
    const found = async (q: string, staff: Parameters<typeof search>[1] = EVERYWHERE) => {
      const { bookings, members } = granted(await search(app, staff, q))
      return [bookings.map(({ customerName }) => customerName), members.map(({ customerName }) => customerName)]
    }

    test('finds bookings and members by name, address and reference, whatever the case', async () => {
      const { bookingId } = await paid(order(named('Nisha', 'Karki')))
      app.clock.advance(1_000)
      await placed(app, order({ locationId: 'kausimaa', ...named('Nisha', 'Lama') }))
      expect(await found('')).toEqual([[], []])
      expect(await found('  ')).toEqual([[], []])
      expect(await found('NISHA')).toEqual([['Nisha Lama', 'Nisha Karki'], ['Nisha Karki']])
      expect(await found('karki nisha')).toEqual([['Nisha Karki'], ['Nisha Karki']])
      expect(await found('nisha@example.com lama')).toEqual([['Nisha Lama'], []])
      expect(await found(bookingId)).toEqual([['Nisha Karki'], ['Nisha Karki']])
      expect(await found('n_sha')).toEqual([[], []])
      expect(await found('%')).toEqual([[], []])
      expect(await found('nisha', KAUSIMAA)).toEqual([['Nisha Lama'], []])
      expect(await found('nisha', { workplaces: [] })).toEqual([[], []])
    })

    test('finds bookings by company, also one that staff set', async () => {
      await placed(app, order({ contactInfo: { ...order().contactInfo, company: 'Himal ŪRJA Pvt. Ltd.' } }))
      const { bookingId } = await placed(app, order(named('Nisha', 'Lama')))
      expect((await found('ūrja'))[0]).toEqual(['Aarati Shrestha'])
      const contactInfo = { ...named('Nisha', 'Lama').contactInfo, company: 'Sagar Traders' }
      granted(await updateCustomer(app, await someStaff(app), bookingId, { version: 1, contactInfo }))
      expect((await found('nisha sagar'))[0]).toEqual(['Nisha Lama'])
    })

    test('gives the few latest', async () => {
      for (let number = 0; number < 8; number++) {
        await placed(app, dayPass(named('Rohan', `No${number}`)))
        app.clock.advance(1_000)
      }
      expect((await found('rohan'))[0]).toEqual([
        'Rohan No7',
        'Rohan No6',
        'Rohan No5',
        'Rohan No4',
        'Rohan No3',
        'Rohan No2',
      ])
    })
  })
})
