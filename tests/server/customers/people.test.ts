import { beforeEach, describe, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { changeOwnPeople } from '#server/customers/people.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { loadDaySheet } from '#server/desk/day.ts'
import { deleteOldRows } from '#server/retention.ts'
import { auditEntries, describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { dayPass, failureOf, granted, newKey, order, type Placed, placed, transitionTo } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('the people of a booking on %s', (app) => {
  let booking: Placed
  beforeEach(async () => {
    booking = await placed(app, dayPass({ seats: 3 }))
  })

  const name = (people: string[], own = booking, key = newKey()) =>
    changeOwnPeople(app, { id: own.bookingId, secret: own.secret }, { people }, key)
  const read = async () => granted(await readBooking(app, booking.bookingId, booking.secret)).people
  const reject = (people: string[], own?: Placed) => rejection(app, () => name(people, own))

  test('are named by seat, in one line, and replaced as a whole', async () => {
    expect(await read()).toEqual(['', '', ''])
    expect(granted(await name(['  Aarati\nShrestha ', '', 'Nisha'])).people).toEqual(['Aarati Shrestha', '', 'Nisha'])
    granted(await name(['', 'Bikash']))
    expect(await read()).toEqual(['', 'Bikash', ''])
    granted(await name([]))
    expect(await read()).toEqual(['', '', ''])
  })

  test('are seen by staff, but not in the audit log', async () => {
    granted(await name(['Aarati', '', 'Nisha']))
    const staff = await staffMember(app)
    expect(granted(await loadBookingDetail(app, staff, booking.bookingId)).people).toEqual(['Aarati', '', 'Nisha'])
    const sheet = granted(await loadDaySheet(app, staff, { location: 'dhobighat-hub', date: '2026-12-10' }))
    expect(sheet.people).toMatchObject([{ seats: 3, names: ['Aarati', 'Nisha'] }])
    const entry = (await auditEntries(app)).at(-1)
    expect(entry).toMatchObject({ action: 'people_named', actor: 'customer', after: '{"people":2}' })
    expect(JSON.stringify(await auditEntries(app))).not.toContain('Nisha')
    expect((await rows(app.db.read, 'staff_events')).at(-1)).toMatchObject({ subject_id: booking.bookingId })
  })

  test('of one seat have no names', async () => {
    const single = await placed(app, order())
    expect(granted(await readBooking(app, single.bookingId, single.secret))).not.toHaveProperty('people')
  })

  describe('cannot be named', () => {
    test('with more names than seats, a web address or a long name', async () => {
      expect((await reject(['A', 'B', 'C', 'D'])).fields).toEqual({
        people: 'Enter at most 3 names, one for each seat',
      })
      const fields = (await reject(['A', 'www.evil.example', 'x'.repeat(121)])).fields
      expect(fields).toEqual({
        'people.1': 'Enter a name without a web address',
        'people.2': 'This text is too long',
      })
    })

    test('with another secret, after the last day, or once it is cancelled', async () => {
      expect((await reject(['A'], { ...booking, secret: 'wrong' })).code).toBe('not_found')
      app.clock.set(kathmandu('2026-12-10', '20:00'))
      granted(await name(['A']))
      app.clock.set(kathmandu('2026-12-11', '00:01'))
      expect((await reject(['B'])).code).toBe('wrong_state')
      const other = await placed(app, dayPass({ startDate: '2026-12-20', seats: 2 }))
      await transitionTo(app, other.bookingId, 'cancelled')
      expect((await reject(['B'], other)).code).toBe('wrong_state')
    })

    test('twice with one key', async () => {
      const key = newKey()
      granted(await name(['A'], booking, key))
      granted(await name(['B']))
      granted(await name(['A'], booking, key))
      expect(await read()).toEqual(['B', '', ''])
      expect(failureOf(await name(['C'], booking, key)).code).toBe('idempotency_mismatch')
    })
  })

  test('are deleted 30 days after the last day', async () => {
    granted(await name(['Aarati']))
    app.clock.set(kathmandu('2027-01-08', '12:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'booking_people')).toHaveLength(1)
    app.clock.set(kathmandu('2027-01-10', '12:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'booking_people')).toEqual([])
  })
})
