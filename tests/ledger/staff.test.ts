import { describe, expect, test } from 'vitest'
import type { listBookings } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { sum } from '#domain/money.ts'
import { HOUR, NOW } from '../support/app.ts'
import { EDITIONS } from '../support/editions.ts'
import { announceTransfer, useEdition } from '../support/ledger.ts'
import { granted } from '../support/orders.ts'

const MONTH = 950_000
const today = kathmanduDate(NOW)

describe.each(Object.entries(EDITIONS))('the staff ledger of %s', (_, open) => {
  const { edition, ledger, staff, taken, memberships } = useEdition(open)
  const announced = (firstName?: string, locationId?: string) => announceTransfer(ledger, today, firstName, locationId)
  const rows = async (input: Input<typeof listBookings> = {}) => granted(await staff.bookings(input)).items
  const detail = async (id: string) => granted(await staff.booking(id))
  const confirmInCash = async (id: string) => {
    const { version } = await detail(id)
    return granted(await staff.confirmBooking(id, { version, method: 'cash', reason: 'In the till' }))
  }

  describe('bookings', () => {
    test('lists an announced transfer but no hold', async () => {
      expect(await rows()).toEqual([])
      const { bookingId } = await announced()
      const transfer = { state: 'pending_verification', method: 'bank_transfer', amount: MONTH }
      expect(await rows()).toMatchObject([{ bookingId, customerName: 'Maya Gurung', ...transfer }])
    })

    test('filters, searches, sorts and pages', async () => {
      for (const name of ['Asha', 'Bikram', 'Chandra']) {
        await edition.advance(1_000)
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
      const first = granted(await staff.bookings({ limit: '2' }))
      expect(first.items).toHaveLength(2)
      expect(first).toMatchObject({ total: 3, sum: sum((await rows()).map(({ amount }) => amount)) })
      expect(granted(await staff.bookings({ limit: '2', cursor: first.next ?? '' }))).toMatchObject({
        items: [{ customerName: 'Asha Gurung' }],
        next: null,
      })
    })

    test('confirms a transfer once and starts its membership', async () => {
      const { bookingId, version } = await detail((await announced()).bookingId)
      const transfer = { version, method: 'bank_transfer', transactionId: 'TX 77-1', reason: 'In the account' } as const
      const confirm = (more: object = {}) => staff.confirmBooking(bookingId, { ...transfer, ...more })
      const invalid = { code: 'invalid', fields: { transactionId: expect.any(String) } }
      expect(await confirm({ transactionId: ' 1' })).toMatchObject({ failure: invalid })
      expect(granted(await confirm())).toMatchObject({
        state: 'confirmed',
        payments: [{ method: 'bank_transfer', state: 'confirmed', transactionId: 'TX771' }],
        membership: { status: 'active' },
      })
      expect(await confirm()).toMatchObject({ failure: { code: 'changed_meanwhile', current: { state: 'confirmed' } } })
      const { version: other, bookingId: otherId } = await detail((await announced('Asha')).bookingId)
      const again = { version: other, method: 'qr_payment', transactionId: 'tx771', reason: 'The same' } as const
      expect(await staff.confirmBooking(otherId, again)).toMatchObject({ failure: invalid })
    })

    test.each([
      ['without a transaction number', 0, 'pending_verification'],
      ['for an expired booking whose first day is past, when staff have the money', 4, 'expired'],
    ])('confirms cash %s', async (_, days, state) => {
      const { bookingId } = await announced()
      await edition.advance(days * 24 * HOUR)
      expect((await detail(bookingId)).state).toBe(state)
      expect(await confirmInCash(bookingId)).toMatchObject({ state: 'confirmed', method: 'cash', amount: MONTH })
    })

    test('releases the seats of a rejected booking, which cannot be cancelled again', async () => {
      const { bookingId, version } = await detail((await announced()).bookingId)
      const rejected = granted(await staff.rejectBooking(bookingId, { version, reason: 'Not received' }))
      expect(rejected).toMatchObject({ state: 'cancelled', payments: [{ state: 'failed' }] })
      const again = { version: rejected.version, reason: 'Once more' }
      expect(await staff.cancelBooking(bookingId, again)).toMatchObject({ failure: { code: 'wrong_state' } })
      expect(await taken('dhobighat-hub', addDays(today, 1))).toEqual([0])
      expect(await staff.booking('BK-0')).toMatchObject({ failure: { code: 'not_found' } })
    })

    test('ends the membership of a cancelled booking', async () => {
      const { bookingId } = await announced()
      const confirmed = await confirmInCash(bookingId)
      expect(confirmed.cancellation).toMatchObject({ paid: MONTH, guarantee: true })
      const cancellation = { version: confirmed.version, reason: 'They asked' }
      const { state, membership } = granted(await staff.cancelBooking(bookingId, cancellation))
      expect([state, membership?.status]).toEqual(['cancelled', 'cancelled'])
    })

    test('updates the customer in the membership and rejects invalid fields', async () => {
      const { bookingId } = await announced()
      const confirmed = await confirmInCash(bookingId)
      const asha = { firstName: 'Asha', lastName: 'Rai', email: 'asha@example.com', phone: '9811111111' }
      const contactInfo = { ...asha, company: 'Himal Urja', pan: '601-234 567' }
      const change = (over: object) =>
        staff.changeCustomer(bookingId, { version: confirmed.version, contactInfo: { ...contactInfo, ...over } })
      const invalid = { code: 'invalid', fields: { email: expect.any(String) } }
      expect(await change({ email: 'asha' })).toMatchObject({ failure: invalid })
      const invalidPan = { code: 'invalid', fields: { pan: expect.any(String) } }
      expect(await change({ pan: '6012' })).toMatchObject({ failure: invalidPan })
      const changed = { customerName: 'Asha Rai', phone: '+9779811111111', pan: '601234567' }
      expect(granted(await change({}))).toMatchObject(changed)
      expect(await memberships()).toMatchObject([{ customerName: 'Asha Rai', email: 'asha@example.com' }])
      expect(await rows({ q: 'urja rai' })).toMatchObject([{ bookingId, company: 'Himal Urja' }])
      for (const q of ['himal', '981-1111111', '०९८१ ११११'])
        expect(granted(await staff.search({ q })).bookings).toMatchObject([{ bookingId }])
    })
  })

  describe('reports', () => {
    test('counts the listed bookings', async () => {
      const { bookingId } = await announced()
      await announced('Asha', 'kausimaa')
      await confirmInCash(bookingId)
      const { waiting, locations } = granted(await staff.today({}))
      expect(waiting).toMatchObject({ verification: { count: 1 }, decisions: 0 })
      expect(locations.map(({ locationId, days }) => [locationId, days[0]?.taken, days[1]?.taken])).toEqual([
        ['dhobighat-hub', 0, 1],
        ['kausimaa', 0, 1],
        ['jhamsikhel-loft', 0, 0],
      ])
      expect(granted(await staff.stats({ from: addDays(today, -6), to: today }))).toMatchObject({
        totals: { bookings_count: 2, seats_count: 2, bookings_pending: 1, bookings_revenue_npr: 9_500 },
        previousTotals: { bookings_count: 0 },
        locations: [
          { locationId: 'dhobighat-hub', bookings: 1, seats: 1, revenue: MONTH },
          { locationId: 'kausimaa', bookings: 1, seats: 1, revenue: 0 },
        ],
        methods: [
          { method: 'bank_transfer', bookings: 1, seats: 1, revenue: 0 },
          { method: 'cash', bookings: 1, seats: 1, revenue: MONTH },
        ],
      })
      const { totals } = granted(await staff.stats({ from: today, to: today, location: 'kausimaa' }))
      expect(totals.bookings_count).toBe(1)
      expect(await staff.stats({ from: 'x', to: today })).toMatchObject({ failure: { code: 'invalid' } })
      const { people } = granted(await staff.day({ location: 'dhobighat-hub', date: addDays(today, 1) }))
      expect(people).toMatchObject([{ customerName: 'Maya Gurung', seats: 1 }])
    })

    test('finds bookings and members, and nothing for an empty query', async () => {
      const { bookingId } = await announced()
      await confirmInCash(bookingId)
      const found = granted(await staff.search({ q: 'maya' }))
      expect([found.bookings.length, found.members.length]).toEqual([1, 1])
      expect(granted(await staff.search({ q: ' ' }))).toEqual({ bookings: [], members: [] })
    })
  })

  describe('prices', () => {
    test('stores a price in paisa and charges the next booking with it', async () => {
      const { version, amounts } = granted(await staff.prices({}))
      expect(amounts['dhobighat-hub/professional/monthly']).toBe(MONTH)
      const changes = { 'dhobighat-hub/professional/monthly': 1_000_000, 'kausimaa/professional/weekly': null }
      const saved = granted(await staff.savePrices({ version, changes }))
      expect(saved.amounts).toMatchObject(changes)
      expect((await announced()).totalAmount).toBe(1_000_000)
      // A stale version is rejected.
      expect(await staff.savePrices({ version, changes })).toMatchObject({ failure: { code: 'changed_meanwhile' } })
    })

    test('saves all or nothing with a message for each invalid cell', async () => {
      const { version } = granted(await staff.prices({}))
      const [day, month, moon] = [
        'kausimaa/explorer/daily',
        'kausimaa/professional/monthly',
        'moon/explorer/daily',
      ] as const
      const saved = await staff.savePrices({ version, changes: { [day]: null, [month]: 900_000, [moon]: 1 } })
      const fields = { [day]: 'Enter a price', [moon]: expect.any(String) }
      expect(saved).toMatchObject({ failure: { code: 'invalid', fields } })
    })
  })
})
