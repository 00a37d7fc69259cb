import { describe, expect, test } from 'vitest'
import { streamBookingsCsv } from '#server/bookings/export.ts'
import { addNote } from '#server/desk/booking-edits.ts'
import { findCustomers } from '#server/desk/customers.ts'
import { loadDaySheet } from '#server/desk/day-sheet.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { streamMembershipsCsv } from '#server/memberships/export.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { rows, stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'
import { staffMember } from '../support/staff-member.ts'

const walkIn = {
  locationId: 'kausimaa',
  planId: 'explorer',
  startDate: '2026-12-01',
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
  contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
  paid: 'cash',
  totalAmount: 40_000,
} as const
const sent = { ...walkIn, addOns: [] }

describe.each(ENGINES)('the front desk on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  test('a walk-in paid in cash is confirmed at once, once, on the name of who took it', async () => {
    const desk = await staffMember(app, 'desk', ['kausimaa'])
    const key = newKey()
    const [first, again] = [
      await createWalkInBooking(app, desk, sent, key),
      await createWalkInBooking(app, desk, sent, key),
    ]
    expect(granted(again)).toEqual(granted(first))
    expect(granted(first)).toMatchObject({ totalAmount: 40_000, state: 'confirmed' })
    expect(await rows(app.db.read, 'bookings')).toMatchObject([{ placed_by: desk.id, email: '', last_name: '' }])
    expect(await rows(app.db.read, 'payments')).toMatchObject([{ method: 'cash', state: 'confirmed' }])
    // Nobody is written to who gave no address.
    expect(await rows(app.db.read, 'mails')).toEqual([])
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'booking_placed', actor: desk.email }])
  })

  describe('a walk-in that was changed after an answer was lost', () => {
    const changed = { ...sent, contactInfo: { ...sent.contactInfo, phone: '9841999888' } }
    const tries = async (desk: Staff) => {
      const [first, second] = [newKey(), newKey()]
      return {
        first,
        second,
        lost: () => createWalkInBooking(app, desk, sent, first),
        again: (over: object = {}) =>
          createWalkInBooking(app, desk, { ...changed, unanswered: [first], ...over }, second),
      }
    }

    test('is not booked beside the one that it was, which is named instead', async () => {
      const desk = await staffMember(app, 'desk', ['kausimaa'])
      const { lost, again } = await tries(desk)
      const { bookingId } = granted(await lost())
      await untouched(app, async () => {
        expect(refusalOf(await again())).toMatchObject({ code: 'already_done', bookingId })
        // Whatever else stands in its way by now.
        expect(refusalOf(await again({ totalAmount: 1 }))).toMatchObject({ code: 'already_done', bookingId })
      })
      expect(granted(await lost())).toMatchObject({ bookingId })
    })

    test('is booked once where nothing came of the first try, which comes to nothing after it', async () => {
      const desk = await staffMember(app, 'desk', ['kausimaa'])
      const { second, lost, again } = await tries(desk)
      const made = granted(await again())
      await untouched(app, async () => {
        refusalOf(await lost())
        expect(granted(await again())).toEqual(made)
        const third = await createWalkInBooking(app, desk, { ...sent, unanswered: [newKey(), second] }, newKey())
        expect(refusalOf(third)).toMatchObject({ code: 'already_done', bookingId: made.bookingId })
      })
    })

    test('takes the cash once where both tries arrive together', async () => {
      const desk = await staffMember(app, 'desk', ['kausimaa'])
      for (let round = 1; round <= 8; round++) {
        const { lost, again } = await tries(desk)
        const both = round % 2 ? [lost(), again()] : [again(), lost()]
        expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1)
        expect(await rows(app.db.read, 'payments')).toHaveLength(round)
      }
    })
  })

  test('one to be paid later keeps its seat as long as a transfer', async () => {
    const desk = await staffMember(app, 'desk')
    granted(await createWalkInBooking(app, desk, { ...sent, startDate: '2026-12-20', paid: 'later' }, newKey()))
    expect(await rows(app.db.read, 'bookings')).toMatchObject([
      { state: 'held', expires_at: '2026-12-04T04:15:00.000Z' },
    ])
  })

  test('another location, another price, a full day and a customer nobody can reach are refused', async () => {
    const desk = await staffMember(app, 'desk', ['kausimaa'])
    for (let seat = 0; seat < 40; seat++)
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: '2026-12-02' }))
    const before = await stored(app)
    const refuse = async (over: object) =>
      refusalOf(await createWalkInBooking(app, desk, { ...sent, ...over }, newKey()))
    expect((await refuse({ locationId: 'dhobighat-hub' })).code).toBe('unavailable')
    expect((await refuse({ totalAmount: 1 })).code).toBe('price_changed')
    expect((await refuse({ startDate: '2026-12-02' })).code).toBe('sold_out')
    const nobody = { firstName: 'A', lastName: '', email: '', phone: '' }
    expect((await refuse({ contactInfo: nobody })).fields).toHaveProperty('phone')
    expect(await stored(app)).toEqual(before)
    const quoted = granted(await priceWalkIn(app, desk, { ...quote, startDate: '2026-12-02' }))
    expect(quoted).toMatchObject({ totalAmount: 40_000, free: 0, fields: {} })
  })

  const quote = { locationId: 'kausimaa', planId: 'explorer', startDate: '2026-12-01' }

  test('customers are found by name, address or telephone, each once', async () => {
    const desk = await staffMember(app)
    await placed(app)
    await placed(app, order({ startDate: '2027-02-01' }))
    for (const q of ['shres', 'AARATI@', '9841234'])
      expect(granted(await findCustomers(app, desk, { q })).items).toMatchObject([{ firstName: 'Aarati' }])
    expect(granted(await findCustomers(app, desk, { q: 'a' })).items).toEqual([])
    const other = await staffMember(app, 'desk', ['kausimaa'])
    expect(granted(await findCustomers(app, other, { q: 'shres' })).items).toEqual([])
  })

  test('the sheet of a day has everybody who is in, those who arrive first, and what was noted', async () => {
    const owner = await staffMember(app)
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
    const other = await staffMember(app, 'desk', ['kausimaa'])
    const asked = { location: 'dhobighat-hub', date: '2026-12-11' }
    expect(refusalOf(await loadDaySheet(app, other, asked)).code).toBe('not_found')
  })

  test('the export has its mark, every row of the filter and no formula, and is on record', async () => {
    const owner = await staffMember(app)
    const contactInfo = { firstName: '=1+1', lastName: 'K', email: 'k@example.com', phone: '9841234567' }
    await placed(app, order({ contactInfo }))
    await placed(app, dayPass({ locationId: 'kausimaa' }))
    const stream = granted(await streamBookingsCsv(app, owner, { location: 'dhobighat-hub' }))
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

  test('the export says what was paid, how and by which transaction, in names', async () => {
    const owner = await staffMember(app)
    granted(await createWalkInBooking(app, owner, sent, newKey()))
    const paid = await table(granted(await streamBookingsCsv(app, owner, {})))
    expect(['Paid (NPR)', 'Payment method', 'Location'].map((name) => cell(paid, name))).toEqual([
      '400',
      'Cash at the desk',
      'Kausimaa',
    ])
  })

  test('the export of memberships names what their screen names', async () => {
    const owner = await staffMember(app)
    granted(
      await createWalkInBooking(
        app,
        owner,
        { ...sent, planId: 'professional', billing: 'monthly', totalAmount: 800_000 },
        newKey(),
      ),
    )
    const members = await table(granted(await streamMembershipsCsv(app, owner)))
    expect(['Status', 'Location', 'Plan', 'Asked to renew'].map((name) => cell(members, name))).toEqual([
      'Active',
      'Kausimaa',
      'Professional',
      'no',
    ])
  })
})
