import { describe, expect, test } from 'vitest'
import type { listBookings } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { HOUR, NOW } from '../support/app.ts'
import { announceTransfer } from '../support/ledger.ts'
import { granted as told } from '../support/orders.ts'
import { STANDS, type StaffQuestions, type Stand } from '../support/stands.ts'

const MONTH = 950_000
const today = kathmanduDate(NOW)

describe.each(Object.entries(STANDS))('the staff’s ledger of %s', (_, open) => {
  let stand: Stand
  let ledger: Ledger
  let staff: StaffQuestions
  open((opened) => {
    stand = opened
    ledger = opened.ledger
    staff = opened.staff
  })

  const announced = (firstName?: string, locationId?: string) => announceTransfer(ledger, today, firstName, locationId)
  const rows = async (input: Input<typeof listBookings> = {}) => told(await staff.bookings(input)).items
  const detail = async (id: string) => told(await staff.booking(id))

  describe('bookings', () => {
    test('a hold is not listed, an announced transfer is', async () => {
      expect(await rows()).toEqual([])
      const { bookingId } = await announced()
      expect(await rows()).toMatchObject([
        {
          bookingId,
          customerName: 'Maya Gurung',
          state: 'pending_verification',
          method: 'bank_transfer',
          amount: MONTH,
        },
      ])
    })

    test('filters, words, orders and pages find what the server finds', async () => {
      for (const name of ['Asha', 'Bikram', 'Chandra']) {
        await stand.pass(1_000)
        await announced(name, name === 'Bikram' ? 'kausimaa' : 'dhobighat-hub')
      }
      const names = async (input: Input<typeof listBookings>) =>
        (await rows(input)).map(({ customerName }) => customerName.split(' ')[0])
      expect(await names({})).toEqual(['Chandra', 'Bikram', 'Asha'])
      expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Asha', 'Bikram', 'Chandra'])
      expect(await names({ location: 'kausimaa' })).toEqual(['Bikram'])
      expect(await names({ q: 'gur ASHA' })).toEqual(['Asha'])
      expect(await names({ state: 'confirmed' })).toEqual([])
      expect(await names({ dates: 'covered', from: addDays(today, 40) })).toEqual([])
      const first = told(await staff.bookings({ limit: '2' }))
      expect(first.items).toHaveLength(2)
      expect(first.total).toBe(3)
      expect(told(await staff.bookings({ limit: '2', cursor: first.next ?? '' }))).toMatchObject({
        items: [{ customerName: 'Asha Gurung' }],
        next: null,
      })
    })

    test('money that staff have confirms it, once, and a membership begins', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      const confirm = (more: object = {}) =>
        staff.confirmBooking(bookingId, {
          version,
          method: 'bank_transfer',
          transactionId: 'TX 77-1',
          reason: 'In the account',
          ...more,
        })
      expect(await confirm({ transactionId: ' 1' })).toMatchObject({
        failure: { code: 'invalid', fields: { transactionId: expect.any(String) } },
      })
      expect(told(await confirm())).toMatchObject({
        state: 'confirmed',
        payments: [{ method: 'bank_transfer', state: 'confirmed', transactionId: 'TX771' }],
        membership: { status: 'active' },
      })
      expect(await confirm()).toMatchObject({ failure: { code: 'changed_meanwhile', current: { state: 'confirmed' } } })
      const other = await announced('Asha')
      expect(
        await staff.confirmBooking(other.bookingId, {
          version: (await detail(other.bookingId)).version,
          method: 'qr_payment',
          transactionId: 'tx771',
          reason: 'The same',
        }),
      ).toMatchObject({ failure: { code: 'invalid', fields: { transactionId: expect.any(String) } } })
    })

    test('cash confirms without a number', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      const done = told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      expect(done).toMatchObject({ state: 'confirmed', method: 'cash', amount: MONTH })
    })

    test('confirms an expired booking whose first day is past, when staff have the money', async () => {
      const { bookingId } = await announced()
      await stand.pass(4 * 24 * HOUR)
      const { state, version } = await detail(bookingId)
      expect(state).toBe('expired')
      const done = told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      expect(done).toMatchObject({ state: 'confirmed', method: 'cash' })
    })

    test('turned down or called off, the seats are free; what is over is over', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      const rejected = told(await staff.rejectBooking(bookingId, { version, reason: 'No money came' }))
      expect(rejected).toMatchObject({ state: 'cancelled', payments: [{ state: 'failed' }] })
      const again = { version: rejected.version, reason: 'Once more' }
      expect(await staff.cancelBooking(bookingId, again)).toMatchObject({ failure: { code: 'wrong_state' } })
      const { days } = told(
        await ledger.availability({ location: 'dhobighat-hub', from: addDays(today, 1), to: addDays(today, 1) }),
      )
      expect(days).toMatchObject([{ taken: 0 }])
      expect(await staff.booking('BK-0')).toMatchObject({ failure: { code: 'not_found' } })
    })

    test('a cancelled booking takes its membership with it', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      const confirmed = told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      expect(confirmed.cancellation).toMatchObject({ kept: MONTH, guarantee: true })
      const { state, membership } = told(
        await staff.cancelBooking(bookingId, { version: confirmed.version, reason: 'They asked' }),
      )
      expect([state, membership?.status]).toEqual(['cancelled', 'cancelled'])
    })

    test('a mended customer is mended in the membership too, and what is wrong is said', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      const confirmed = told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      const contactInfo = {
        firstName: 'Asha',
        lastName: 'Rai',
        email: 'asha@example.com',
        phone: '9811111111',
        company: 'Himal Urja',
      }
      const change = (over: object) =>
        staff.changeCustomer(bookingId, { version: confirmed.version, contactInfo: { ...contactInfo, ...over } })
      expect(await change({ email: 'asha' })).toMatchObject({
        failure: { code: 'invalid', fields: { email: expect.any(String) } },
      })
      expect(told(await change({}))).toMatchObject({ customerName: 'Asha Rai', phone: '+9779811111111' })
      expect(told(await staff.memberships({})).items).toMatchObject([
        { customerName: 'Asha Rai', email: 'asha@example.com' },
      ])
      expect(await rows({ q: 'urja rai' })).toMatchObject([{ bookingId, company: 'Himal Urja' }])
      for (const q of ['himal', '981-1111111', '०९८१ ११११'])
        expect(told(await staff.search({ q })).bookings).toMatchObject([{ bookingId }])
    })
  })

  describe('figures', () => {
    test('the dashboard counts what the lists hold', async () => {
      const { bookingId } = await announced()
      await announced('Asha', 'kausimaa')
      const { version } = await detail(bookingId)
      told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      const { waiting, locations } = told(await staff.today({}))
      expect(waiting).toMatchObject({ verification: { count: 1 }, decisions: 0 })
      expect(locations.map(({ locationId, days }) => [locationId, days[0]?.taken, days[1]?.taken])).toEqual([
        ['dhobighat-hub', 0, 1],
        ['kausimaa', 0, 1],
        ['jhamsikhel-loft', 0, 0],
      ])
      expect(told(await staff.stats({ from: addDays(today, -6), to: today }))).toMatchObject({
        figures: { bookings_count: 2, bookings_pending: 1, bookings_revenue_npr: 9_500 },
        figuresBefore: { bookings_count: 0 },
        locations: [
          { locationId: 'dhobighat-hub', bookings: 1, revenue: MONTH },
          { locationId: 'kausimaa', bookings: 1, revenue: 0 },
        ],
        methods: [
          { method: 'bank_transfer', bookings: 1, revenue: 0 },
          { method: 'cash', bookings: 1, revenue: MONTH },
        ],
      })
      expect(told(await staff.stats({ from: today, to: today, location: 'kausimaa' })).figures.bookings_count).toBe(1)
      expect(await staff.stats({ from: 'x', to: today })).toMatchObject({ failure: { code: 'invalid' } })
      const { people } = told(await staff.day({ location: 'dhobighat-hub', date: addDays(today, 1) }))
      expect(people).toMatchObject([{ customerName: 'Maya Gurung', seats: 1 }])
    })

    test('the palette finds both kinds, and nothing for nothing', async () => {
      const { bookingId } = await announced()
      const { version } = await detail(bookingId)
      told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
      const found = told(await staff.search({ q: 'maya' }))
      expect([found.bookings.length, found.members.length]).toEqual([1, 1])
      expect(told(await staff.search({ q: ' ' }))).toEqual({ bookings: [], members: [] })
    })
  })

  describe('prices', () => {
    test('a saved price is kept in paisa, and is what the next booking costs', async () => {
      const { version, amounts } = told(await staff.prices({}))
      expect(amounts['dhobighat-hub/professional/monthly']).toBe(MONTH)
      const changes = { 'dhobighat-hub/professional/monthly': 1_000_000, 'kausimaa/professional/weekly': null }
      const saved = told(await staff.savePrices({ version, changes }))
      expect(saved.amounts).toMatchObject(changes)
      expect((await announced()).totalAmount).toBe(1_000_000)
      // Somebody who saw the prices of before is told.
      expect(await staff.savePrices({ version, changes })).toMatchObject({ failure: { code: 'changed_meanwhile' } })
    })

    test('all or nothing, with a sentence for each wrong cell', async () => {
      const { version } = told(await staff.prices({}))
      const changes = {
        'kausimaa/explorer/daily': null,
        'kausimaa/professional/monthly': 900_000,
        'moon/explorer/daily': 1,
      }
      expect(await staff.savePrices({ version, changes })).toMatchObject({
        failure: {
          code: 'invalid',
          fields: { 'kausimaa/explorer/daily': 'Enter a price', 'moon/explorer/daily': expect.any(String) },
        },
      })
    })
  })
})
