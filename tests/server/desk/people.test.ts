import { beforeEach, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { namePeopleByStaff } from '#server/desk/people.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, kathmandu } from '../../support/app.ts'
import { dayPass, granted, newKey, type Placed, placed } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('the people of a booking that staff name on %s', (app) => {
  let booking: Placed
  beforeEach(async () => {
    booking = await placed(app, dayPass({ seats: 3 }))
  })

  const desk = (location = 'dhobighat-hub') => staffMember(app, 'desk', [location])
  const name = (staff: Staff, people: string[], key = newKey()) =>
    namePeopleByStaff(app, staff, booking.bookingId, { people }, key)

  test('are seen by the customer, and not named in the audit log', async () => {
    const staff = await desk()
    const key = newKey()
    const typed = [' Aarati ', '', 'Nisha']
    expect(granted(await name(staff, typed, key)).people).toEqual(['Aarati', '', 'Nisha'])
    granted(await name(staff, typed, key))
    expect(granted(await readBooking(app, booking.bookingId, booking.secret)).people).toEqual(['Aarati', '', 'Nisha'])
    const entries = (await auditEntries(app)).filter(({ action }) => action === 'people_named')
    expect(entries).toMatchObject([{ actor: staff.email, subject_id: booking.bookingId, after: '{"people":2}' }])
    expect(JSON.stringify(entries)).not.toContain('Nisha')
  })

  test('are rejected at another location, above the seats, as a web address and after the last day', async () => {
    const [staff, elsewhere] = [await desk(), await desk('kausimaa')]
    const reject = (people: string[], by = staff) => rejection(app, () => name(by, people))
    expect((await reject(['A'], elsewhere)).code).toBe('not_found')
    const fields = async (people: string[]) => (await reject(people)).fields
    expect(await fields(['A', 'B', 'C', 'D'])).toEqual({ people: 'Enter at most 3 names, one for each seat' })
    expect(await fields(['A', 'www.evil.example'])).toEqual({ 'people.1': 'Enter a name without a web address' })
    app.clock.set(kathmandu('2026-12-11', '00:01'))
    expect((await reject(['A'])).code).toBe('wrong_state')
  })
})
