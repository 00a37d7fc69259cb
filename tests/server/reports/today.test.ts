import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { readBookingRows } from '#server/bookings/list.ts'
import { instant } from '#server/db/instant.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { markHandled } from '#server/desk/closures.ts'
import { loadDayVisitors } from '#server/desk/day.ts'
import { search } from '#server/desk/search.ts'
import { saveMessage } from '#server/messages/contact.ts'
import { raiseAlert } from '#server/payments/alerts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { escalatePayment, settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import { day } from '../../domain/business.ts'
import { describeOnEachEngine, execute, HOUR, NOW } from '../../support/app.ts'
import { closed, closureEntry, saveClosed } from '../../support/closures.ts'
import { contact } from '../../support/memberships.ts'
import { bookingRow, dayPass, granted, order, placed, setCapacity, transitionTo } from '../../support/orders.ts'
import { codeOf, runAfter } from '../../support/outcomes.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { manager } from '../../support/prices.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { someStaff } from '../../support/staff-accounts.ts'

const TODAY = kathmanduDate(NOW)
const EVERYWHERE = { id: 's1', role: 'manager', workplaces: null } as const
const KAUSIMAA = { id: 's1', role: 'desk', workplaces: ['kausimaa'] } as const

describeOnEachEngine('on %s', (app) => {
  describe('today', () => {
    const read = async (staff: Parameters<typeof loadToday>[1] = EVERYWHERE) => granted(await loadToday(app, staff))

    test('counts arrivals and the seats of the next 60 days, location by location', async () => {
      await placed(app, order({ startDate: TODAY, billing: 'weekly' }))
      await placed(app, dayPass({ startDate: TODAY, locationId: 'kausimaa' }))
      await transitionTo(app, (await placed(app, dayPass({ startDate: TODAY }))).bookingId, 'cancelled')
      await placed(app, dayPass({ startDate: addDays(TODAY, 3) }))
      const { date, locations } = await read()
      expect(date).toBe('2026-12-01')
      expect(locations.map(({ locationId }) => locationId)).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft'])
      const [dhobighat, kausimaa, loft] = locations
      expect(dhobighat).toMatchObject({ seats: 30, arrivals: 1, available: true })
      expect(dhobighat?.hours).toEqual({ open: '06:00', close: '22:00', isOpen: true })
      expect(dhobighat?.days).toHaveLength(60)
      expect(dhobighat?.days.slice(0, 8).map(({ taken }) => taken)).toEqual([1, 1, 1, 2, 1, 1, 1, 0])
      expect(dhobighat?.days.at(-1)).toEqual({ date: '2027-01-29', seats: 30, taken: 0, blocked: 0 })
      expect(kausimaa).toMatchObject({ arrivals: 1, hours: { isOpen: true } })
      expect(loft).toMatchObject({ arrivals: 0, available: false, status: 'Reserved for 6 months' })
    })

    test('shows owners only what is not configured on this server', async () => {
      const owner = { id: 's1', role: 'owner', workplaces: null } as const
      expect((await read(owner)).missingSettings).toEqual([
        'The assistant answers only from your own content, because its AI service is not set up. The person who runs your server can set it up: see the settings in the README.',
      ])
      expect((await read()).missingSettings).toEqual([])
      app.env = { ...app.env, chat: { ...app.env.chat, access: { key: 'k', model: 'm', baseUrl: undefined } } }
      expect((await read(owner)).missingSettings).toEqual([])
    })

    test('reports a closed location', async () => {
      app.clock.set(Date.parse('2026-12-01T12:15:00Z'))
      const { locations } = await read()
      expect(locations.map(({ hours }) => hours.isOpen)).toEqual([true, false, true])
    })

    test('reports the hours of the day, and a location that is closed on it', async () => {
      await closed(app, { from: TODAY, hours: { open: '11:00', close: '16:00' } })
      await closed(app, { from: TODAY, locationId: 'dhobighat-hub' })
      const { locations } = await read()
      const [dhobighat, kausimaa] = locations.map(({ hours }) => hours)
      expect(dhobighat?.isOpen).toBe(false)
      expect(kausimaa).toEqual({ open: '11:00', close: '16:00', isOpen: false })
      expect(locations.map(({ days }) => days[0]?.closed)).toEqual(['Tihar', undefined, undefined])
      expect(locations[0]?.days[1]?.closed).toBeUndefined()
    })

    test('counts the bookings on closed days that staff have not dealt with, for managers', async () => {
      const by = await manager(app)
      const { bookingId } = await placed(app, dayPass())
      await placed(app, dayPass({ locationId: 'kausimaa' }))
      const { closures } = await saveClosed(app, by, [closureEntry()])
      expect((await read()).waiting.closedDayBookings).toBe(2)
      expect((await read(KAUSIMAA)).waiting.closedDayBookings).toBeNull()
      granted(await markHandled(app, by, bookingId, { closureId: closures[0]?.id ?? '', handled: true }))
      expect((await read()).waiting.closedDayBookings).toBe(1)
    })

    test('does not count day passes on closed days whose customers have arrived', async () => {
      const by = await manager(app)
      const used = await placed(app, dayPass())
      await placed(app, dayPass({ locationId: 'kausimaa' }))
      await saveClosed(app, by, [closureEntry()])
      await execute(app, (db) =>
        db.insertInto('arrivals').values({
          ...{ booking_id: used.bookingId, day: day('2026-12-10') },
          ...{ arrived_at: instant(app.now()), staff_id: by.id },
        }),
      )
      expect((await read()).waiting.closedDayBookings).toBe(1)
    })

    test('counts a booking on the closed days of two entries once', async () => {
      await placed(app)
      const entries = [closureEntry(), closureEntry({ from: '2026-12-12', to: '2026-12-12' })]
      expect((await saveClosed(app, await manager(app), entries)).affected).toHaveLength(2)
      expect((await read()).waiting.closedDayBookings).toBe(1)
    })

    test('counts what staff have to do', async () => {
      const others = { memberships: 0, refundsDue: 0, closedDayBookings: 0 }
      const nothing = { verification: { count: 0, oldest: null }, decisions: 0, messages: 0, unclear: 0, ...others }
      expect((await read()).waiting).toEqual(nothing)
      await started(app, order(), 'bank_transfer')
      app.clock.advance(HOUR)
      await started(app, order({ locationId: 'kausimaa' }), 'bank_transfer')
      const open = await started(app)
      await escalatePayment(app, open.paymentId)
      const late = await started(app)
      await transitionTo(app, late.bookingId, 'expired')
      setCapacity(app, 0)
      await settle(app, late.paymentId, paid(), 'lookup')
      const message = { name: 'Nisha', email: 'nisha@example.com', phone: undefined, locationId: undefined }
      await saveMessage(app, { ...message, text: 'Is there parking?' })
      // The row of a booking names the payment to decide about.
      expect(
        (await readBookingRows(app.db.read, [late.bookingId, open.bookingId])).get(late.bookingId)?.paymentToDecide,
      ).toBe(late.paymentId)
      // A payment counts once with any number of alerts, and also counts as unclear if it was paid twice.
      for (const payment of [open, late])
        for (const alert of ['paid_twice', 'disputed'] as const)
          await app.db.write(async (db) => succeed(await raiseAlert(app, db, payment.paymentId, alert)))
      const verification = { count: 2, oldest: instant(NOW) }
      const waiting = { verification, decisions: 1, messages: 1, unclear: 2, ...others }
      expect((await read()).waiting).toEqual(waiting)
      const atKausimaa = await read(KAUSIMAA)
      expect(atKausimaa.waiting).toMatchObject({ verification: { count: 1 }, decisions: 0, messages: null, unclear: 0 })
      expect(atKausimaa.locations.map(({ locationId }) => locationId)).toEqual(['kausimaa'])
    })

    test('counts payments to verify like the queue: once each, whether the booking expired or not', async () => {
      const transfer = await started(app, order(), 'bank_transfer')
      await uploadReceipt(transfer)
      const expired = await started(app, order(), 'qr_payment')
      await uploadReceipt(expired)
      await started(app, order(), 'qr_payment')
      await runAfter(app, 73 * HOUR, expireBookings)
      expect((await bookingRow(app, expired.bookingId)).state).toBe('expired')
      const differs = await started(app)
      await settle(app, differs.paymentId, paid(1), 'lookup')
      const { items } = granted(await readReviewQueue(app, { workplaces: null }))
      expect((await read()).waiting.verification).toEqual({ count: items.length, oldest: items[0]?.since })
      expect(items).toHaveLength(3)
      expect((await read(KAUSIMAA)).waiting.verification).toEqual({ count: 0, oldest: null })
    })

    test('counts memberships from 14 days before their last day', async () => {
      await paidBooking(app, order({ startDate: '2026-12-10', billing: 'weekly' }))
      for (const [day, count] of [
        ['2026-12-01', 0],
        ['2026-12-02', 1],
        ['2026-12-17', 1],
        ['2026-12-18', 0],
      ] as const) {
        app.clock.set(Date.parse(`${day}T04:15:00Z`))
        expect({ day, count: (await read()).waiting.memberships }).toEqual({ day, count })
      }
    })

    test('is empty for staff without a location', async () => {
      await started(app, order(), 'bank_transfer')
      const { locations, waiting } = await read({ id: 's1', role: 'desk', workplaces: [] })
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

    test('lists everyone with a seat, first-day visitors first, then by name', async () => {
      await placed(app, order({ startDate: '2026-12-10', billing: 'weekly', ...contact('Zita', 'Rai') }))
      await placed(app, order({ startDate: '2026-12-10', billing: 'weekly', ...contact('Aarati', 'Rai') }))
      await placed(app, dayPass({ startDate: '2026-12-12', ...contact('Meera', 'Basnet') }))
      await placed(app, dayPass({ startDate: '2026-12-12', locationId: 'kausimaa' }))
      await transitionTo(app, (await placed(app, dayPass({ startDate: '2026-12-12' }))).bookingId, 'cancelled')
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

    test('reaches back as far as the longest booking', async () => {
      await placed(app, order({ startDate: TODAY, billing: 'annual' }))
      expect(await read(TODAY)).toHaveLength(1)
      expect(await read('2027-11-30')).toHaveLength(1)
      expect(await read('2027-12-01')).toHaveLength(0)
    })

    test('rejects another location and an invalid date', async () => {
      for (const [staff, location, date, code] of [
        [KAUSIMAA, 'dhobighat-hub', TODAY, 'not_found'],
        [EVERYWHERE, 'thamel-hub', TODAY, 'not_found'],
        [EVERYWHERE, 'kausimaa', 'today', 'invalid'],
      ] as const)
        expect(codeOf(await loadDayVisitors(app, staff, { location, date }))).toBe(code)
      expect(await read(TODAY, 'kausimaa', KAUSIMAA)).toEqual([])
    })
  })

  describe('the search', () => {
    const found = async (q: string, staff: Parameters<typeof search>[1] = EVERYWHERE) => {
      const { bookings, members } = granted(await search(app, staff, q))
      return [bookings.map(({ customerName }) => customerName), members.map(({ customerName }) => customerName)]
    }

    test('finds bookings and members by name, address and reference in any case', async () => {
      const { bookingId } = await paidBooking(app, order(contact('Nisha', 'Karki')))
      app.clock.advance(1_000)
      await placed(app, order({ locationId: 'kausimaa', ...contact('Nisha', 'Lama') }))
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
      const { bookingId } = await placed(app, order(contact('Nisha', 'Lama')))
      expect((await found('ūrja'))[0]).toEqual(['Aarati Shrestha'])
      const contactInfo = { ...contact('Nisha', 'Lama').contactInfo, company: 'Sagar Traders' }
      granted(await updateCustomer(app, await someStaff(app), bookingId, { version: 1, contactInfo }))
      expect((await found('nisha sagar'))[0]).toEqual(['Nisha Lama'])
    })

    test('returns the newest few', async () => {
      for (let number = 0; number < 8; number++) {
        await placed(app, dayPass(contact('Rohan', `No${number}`)))
        app.clock.advance(1_000)
      }
      expect((await found('rohan'))[0]).toEqual([7, 6, 5, 4, 3, 2].map((number) => `Rohan No${number}`))
    })
  })
})
