import { beforeEach, describe, expect, test } from 'vitest'
import { exportCsv } from '#server/audit/export-table.ts'
import { BOOKINGS_EXPORT } from '#server/bookings/export.ts'
import { setArrival } from '#server/desk/arrivals.ts'
import { addNote } from '#server/desk/booking-edits.ts'
import { loadDaySheet, loadDayVisitors } from '#server/desk/day.ts'
import { move } from '#server/desk/move.ts'
import { findCustomers } from '#server/desk/search.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { MEMBERSHIPS_EXPORT } from '#server/memberships/export.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { dayPass, failureOf, granted, newKey, order, placed, seatsTaken } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { endBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const TODAY = '2026-12-01'
const sent = {
  ...dayPass({ locationId: 'kausimaa', startDate: TODAY }),
  contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
  paid: 'cash' as const,
  totalAmount: 40_000,
}

describeOnEachEngine('the front desk on %s', (app) => {
  let desk: Staff
  let owner: Staff
  beforeEach(async () => {
    desk = await staffMember(app, 'desk', ['kausimaa'])
    owner = await staffMember(app)
  })
  const sell = (over: object = {}, key = newKey()) => createWalkInBooking(app, desk, { ...sent, ...over }, key)

  test('confirms a walk-in paid in cash once, under the name of the staff member', async () => {
    const key = newKey()
    const [first, again] = [await sell({}, key), await sell({}, key)]
    expect(granted(again)).toEqual(granted(first))
    expect(granted(first)).toMatchObject({ totalAmount: 40_000, state: 'confirmed' })
    expect(await rows(app.db.read, 'bookings')).toMatchObject([{ placed_by: desk.id, email: '', last_name: '' }])
    expect(await rows(app.db.read, 'payments')).toMatchObject([{ method: 'cash', state: 'confirmed' }])
    // Without an address no email is sent.
    expect(await rows(app.db.read, 'emails')).toEqual([])
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'booking_placed', actor: desk.email }])
  })

  test('records the seats of a team in the audit log', async () => {
    granted(await sell({ seats: 3, totalAmount: 120_000 }))
    const placing = (await auditEntries(app)).find(({ action }) => action === 'booking_placed')
    expect(placing?.after).toContain('"seats":3')
  })

  describe('a walk-in that was changed after its response was lost', () => {
    const changed = { contactInfo: { ...sent.contactInfo, phone: '9841999888' } }
    const attempts = () => {
      const [first, second] = [newKey(), newKey()]
      const again = (over: object = {}) => sell({ ...changed, unanswered: [first], ...over }, second)
      return { second, lost: () => sell({}, first), again }
    }

    test('is not booked again, and returns the earlier booking', async () => {
      const { lost, again } = attempts()
      const { bookingId } = granted(await lost())
      // Also if its price would now be rejected.
      for (const over of [{}, { totalAmount: 1 }])
        expect(await rejection(app, () => again(over))).toMatchObject({ code: 'already_done', bookingId })
      expect(granted(await lost())).toMatchObject({ bookingId })
    })

    test('is booked once when the first attempt arrives later', async () => {
      const { second, lost, again } = attempts()
      const made = granted(await again())
      await expectNothingStored(app, async () => {
        failureOf(await lost())
        expect(granted(await again())).toEqual(made)
        const third = await sell({ unanswered: [newKey(), second] })
        expect(failureOf(third)).toMatchObject({ code: 'already_done', bookingId: made.bookingId })
      })
    })

    test('records the cash once when both attempts arrive together', async () => {
      for (let round = 1; round <= 8; round++) {
        const { lost, again } = attempts()
        const both = round % 2 ? [lost(), again()] : [again(), lost()]
        expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1)
        expect(await rows(app.db.read, 'payments')).toHaveLength(round)
      }
    })
  })

  test('holds an unpaid walk-in as long as a transfer', async () => {
    granted(await sell({ startDate: '2026-12-20', paid: 'later' }))
    const held = { state: 'held', expires_at: '2026-12-04T04:15:00.000Z' }
    expect(await rows(app.db.read, 'bookings')).toMatchObject([held])
  })

  test('rejects another location, another price, a full day and a customer without contact', async () => {
    for (let seat = 0; seat < 40; seat++)
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: '2026-12-02' }))
    const reject = (over: object) => rejection(app, () => sell(over))
    expect((await reject({ locationId: 'dhobighat-hub' })).code).toBe('unavailable')
    expect((await reject({ totalAmount: 1 })).code).toBe('price_changed')
    expect((await reject({ startDate: '2026-12-02' })).code).toBe('sold_out')
    const withoutContact = { firstName: 'A', lastName: '', email: '', phone: '' }
    expect((await reject({ contactInfo: withoutContact })).fields).toHaveProperty('phone')
    const quote = { locationId: 'kausimaa', planId: 'explorer', startDate: '2026-12-02' }
    const quoted = granted(await priceWalkIn(app, desk, quote))
    expect(quoted).toMatchObject({ totalAmount: 40_000, free: 0, fields: {} })
  })

  test('finds customers by name, email or phone, each once', async () => {
    await placed(app)
    await placed(app, order({ startDate: '2027-02-01' }))
    const found = async (staff: Staff, q: string) => granted(await findCustomers(app, staff, { q })).items
    for (const q of ['shres', 'AARATI@', '9841234'])
      expect(await found(owner, q)).toMatchObject([{ firstName: 'Aarati' }])
    expect(await found(owner, 'a')).toEqual([])
    expect(await found(desk, 'shres')).toEqual([])
  })

  test('lists everyone on the day sheet, first-day visitors first, with notes', async () => {
    const { bookingId } = await placed(app)
    granted(await addNote(app, owner, bookingId, { body: 'Needs a locker' }, newKey()))
    await placed(app, dayPass({ startDate: '2026-12-11', notes: 'Late' }))
    await placed(app, dayPass({ startDate: '2026-12-12' }))
    const sheet = granted(await loadDaySheet(app, owner, { location: 'dhobighat-hub', date: '2026-12-11' }))
    expect(sheet.people.map(({ startDate, notes }) => [startDate, notes])).toEqual([
      ['2026-12-11', ['Late']],
      ['2026-12-10', ['Needs a locker']],
    ])
    expect(sheet.taken).toBe((await seatsTaken(app))['2026-12-11'])
    expect(codeOf(await loadDaySheet(app, desk, { location: 'dhobighat-hub', date: '2026-12-11' }))).toBe('not_found')
  })

  test('lists the extras of a booking with the number of those that have one', async () => {
    const extras = { addOns: ['virtual-office'], meetingRoomHours: 2, guestPasses: 1 }
    await placed(app, order({ ...extras, startDate: '2026-12-11' }))
    const sheet = granted(await loadDaySheet(app, owner, { location: 'dhobighat-hub', date: '2026-12-11' }))
    expect(sheet.people.map((person) => person.extras.toSorted())).toEqual([
      ['Guest passes × 1', 'Meeting-room hours × 2', 'Virtual office'],
    ])
  })

  test('shows the hours of the day on the day sheet', async () => {
    await closed(app, { from: '2026-12-11', hours: { open: '10:00', close: '16:00' } })
    const hoursOf = async (date: string) => {
      const { opens, closes } = granted(await loadDaySheet(app, owner, { location: 'dhobighat-hub', date }))
      return [opens, closes]
    }
    expect(await hoursOf('2026-12-11')).toEqual(['10:00', '16:00'])
    expect(await hoursOf('2026-12-10')).toEqual(['06:00', '22:00'])
  })

  test('says on the day sheet why the location is closed', async () => {
    await closed(app, { from: '2026-12-11', locationId: 'dhobighat-hub' })
    const sheetOf = async (location: string) =>
      granted(await loadDaySheet(app, owner, { location, date: '2026-12-11' })).closed
    expect([await sheetOf('dhobighat-hub'), await sheetOf('kausimaa')]).toEqual(['Tihar', undefined])
  })

  test('exports every filtered row with a byte-order mark, without formulas, and with an audit entry', async () => {
    const contactInfo = { firstName: '=1+1', lastName: 'K', email: 'k@example.com', phone: '9841234567' }
    await placed(app, order({ contactInfo }))
    await placed(app, dayPass({ locationId: 'kausimaa' }))
    const stream = granted(await exportCsv(app, owner, BOOKINGS_EXPORT, { location: 'dhobighat-hub' }))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(",'=1+1 K,k@example.com,'+9779841234567,")
    expect(lines[1]).toContain(',2026-12-10,2027-01-09,')
    expect(lines[1]).toContain(',9500,')
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'bookings_exported', actor: owner.email }])
  })
  const table = async (stream: ReadableStream<Uint8Array>) =>
    (await new Response(stream).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  const cell = ([head, row]: string[][], name: string) => row?.[head?.findIndex((each) => each.endsWith(name)) ?? -1]

  test('exports the paid amount, method and transaction in readable names', async () => {
    granted(await sell())
    const paid = await table(granted(await exportCsv(app, owner, BOOKINGS_EXPORT, {})))
    const cells = ['Paid (NPR)', 'Payment method', 'Location'].map((name) => cell(paid, name))
    expect(cells).toEqual(['400', 'Cash at the desk', 'Kausimaa'])
  })

  test('exports memberships with the names of their screen', async () => {
    granted(await sell({ planId: 'professional', billing: 'monthly', totalAmount: 800_000 }))
    const members = await table(granted(await exportCsv(app, owner, MEMBERSHIPS_EXPORT, {})))
    const cells = ['Status', 'Location', 'Plan', 'Renewal requested'].map((name) => cell(members, name))
    expect(cells).toEqual(['Active', 'Kausimaa', 'Professional', 'no'])
  })

  describe('an arrival', () => {
    const arrive = (staff: Staff, id: string, over: object = {}) =>
      setArrival(app, staff, id, { date: TODAY, arrived: true, expectedArrivedAt: null, ...over })

    test('marks and unmarks an arrival on its day, in lists and audit log', async () => {
      const hub = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await placed(app, dayPass({ startDate: TODAY }))
      const { arrivedAt } = granted(await arrive(hub, bookingId))
      const arrival = async () => {
        const sheet = granted(await loadDaySheet(app, hub, { location: 'dhobighat-hub', date: TODAY }))
        const [location] = granted(await loadToday(app, hub)).locations
        return [sheet.people[0]?.arrivedAt, location?.arrived]
      }
      expect(await arrival()).toEqual([new Date(app.now()).toISOString(), 1])
      expect((await rows(app.db.read, 'staff_events')).at(-1)).toMatchObject({ subject_id: bookingId })
      app.clock.advance(HOUR)
      granted(await arrive(hub, bookingId, { arrived: false, expectedArrivedAt: arrivedAt }))
      expect(await arrival()).toEqual([null, 0])
      const actions = (await auditEntries(app)).map(({ action }) => action)
      expect(actions).toEqual(['arrival_marked', 'arrival_taken_back'])
    })

    test('counts the people of a team, which two staff members cannot change at once', async () => {
      const { bookingId } = await placed(app, dayPass({ startDate: TODAY, seats: 5 }))
      const { arrivedAt } = granted(await arrive(owner, bookingId, { seats: 2 }))
      app.clock.advance(HOUR)
      const both = await Promise.all(
        [3, 4].map((seats) => arrive(owner, bookingId, { seats, expectedArrivedAt: arrivedAt })),
      )
      expect(both.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
      const seats = both[0]?.ok ? 3 : 4
      const { people } = granted(await loadDayVisitors(app, owner, { location: 'dhobighat-hub', date: TODAY }))
      expect(people).toMatchObject([{ seats: 5, arrivedSeats: seats }])
      const [location] = granted(await loadToday(app, owner)).locations
      expect(location).toMatchObject({ arrivals: 5, arrived: seats })
      const tooMany = () => arrive(owner, bookingId, { seats: 6, expectedArrivedAt: people[0]?.arrivedAt ?? null })
      expect((await rejection(app, tooMany)).fields).toEqual({ seats: 'This booking has 5 seats' })
      expect((await auditEntries(app)).at(-1)?.after).toContain(`"seats":${seats}`)
    })

    test('hides an arrival after a move to other days', async () => {
      const [stays, moves] = [
        await placed(app, dayPass({ startDate: TODAY })),
        await placed(app, dayPass({ startDate: TODAY })),
      ]
      for (const { bookingId } of [stays, moves]) granted(await arrive(owner, bookingId))
      granted(await move(app, owner, moves.bookingId, { version: 1, startDate: '2026-12-02' }))
      const [location] = granted(await loadToday(app, owner)).locations
      const { people } = granted(await loadDayVisitors(app, owner, { location: 'dhobighat-hub', date: TODAY }))
      expect(people.filter(({ arrivedAt }) => arrivedAt !== null)).toMatchObject([{ bookingId: stays.bookingId }])
      expect(location?.arrived).toBe(1)
    })

    test('returns changed_meanwhile to the second of two, and rejects other days, locations and states', async () => {
      const hub = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await placed(app, dayPass({ startDate: TODAY }))
      const both = await atOnce(2, () => arrive(hub, bookingId))
      expect(both.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
      const later = await placed(app, dayPass({ startDate: '2026-12-02' }))
      const gone = await placed(app, dayPass({ startDate: TODAY }))
      granted(await endBooking(app, hub, gone.bookingId))
      const failure = (staff: Staff, id: string, over = {}) => rejection(app, () => arrive(staff, id, over))
      expect((await failure(desk, bookingId)).code).toBe('not_found')
      for (const other of [later, gone]) expect((await failure(hub, other.bookingId)).code).toBe('wrong_state')
      expect((await failure(hub, later.bookingId, { date: '2026-12-02' })).fields).toHaveProperty('date')
    })
  })
})
