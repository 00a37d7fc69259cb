import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { addOwnGuest, removeOwnGuest } from '#server/customers/guests.ts'
import { loadDaySheet } from '#server/desk/day.ts'
import { addGuestByStaff, removeGuestByStaff } from '#server/desk/guests.ts'
import { deleteOldRows } from '#server/retention.ts'
import { auditEntries, describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { miscountedDays, moveOwn } from '../../support/moves.ts'
import { dayPass, granted, newKey, order, type Placed, placed, seatsTaken, setCapacity } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('the guests of a booking on %s', (app) => {
  let booking: Placed
  beforeEach(async () => {
    // Enterprise includes 5 guest days a month.
    booking = await paidBooking(app, order({ planId: 'enterprise', guestPasses: 1 }))
  })
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const own = ({ bookingId: id, secret }: Placed) => ({ id, secret })
  const add = (date: string, name?: string, of = booking, key = newKey()) =>
    addOwnGuest(app, own(of), { date, ...(name !== undefined && { name }) }, key)
  const remove = (guestId: string, key = newKey()) => removeOwnGuest(app, own(booking), guestId, key)
  const reject = (date: string, name?: string, of?: Placed) => rejection(app, () => add(date, name, of))
  const read = async () => granted(await readBooking(app, booking.bookingId, booking.secret)).guests
  const fieldsOf = async (date: string, name?: string) => (await reject(date, name)).fields

  test('take a seat of their day and an included guest day, and return both when cancelled', async () => {
    const { guests } = granted(await add('2026-12-11', ' Nisha  Karki '))
    expect(guests).toMatchObject({
      list: [{ date: '2026-12-11', name: 'Nisha Karki', canCancel: true }],
      included: [{ from: '2026-12-10', to: '2027-01-09', guests: 5, left: 4 }],
      bought: 1,
      canAdd: true,
    })
    expect((await seatsTaken(app))['2026-12-11']).toBe(2)
    granted(await remove(guests?.list[0]?.guestId ?? ''))
    expect((await seatsTaken(app))['2026-12-11']).toBe(1)
    expect(await read()).toMatchObject({ list: [], included: [{ left: 5 }] })
    const entries = (await auditEntries(app)).filter(({ action }) => action.startsWith('guest_'))
    expect(entries).toMatchObject([
      { action: 'guest_announced', actor: 'customer', after: '{"day":"2026-12-11"}' },
      { action: 'guest_cancelled', actor: 'customer', before: '{"day":"2026-12-11"}' },
    ])
  })

  test('use bought passes once the included days are used, at most two on one day', async () => {
    for (const date of ['11', '11', '12', '12', '13', '13']) granted(await add(`2026-12-${date}`))
    expect(await read()).toMatchObject({ included: [{ left: 0 }], bought: 0, canAdd: false })
    expect(await fieldsOf('2026-12-11')).toEqual({ date: 'At most 2 guests can come on one day' })
    expect((await fieldsOf('2026-12-14'))?.date).toContain('No guest day is left for 14 Dec 2026')
  })

  test('use no guest day when their day is closed later', async () => {
    granted(await add('2026-12-11'))
    granted(await add('2026-12-12'))
    expect(await read()).toMatchObject({ included: [{ left: 3 }] })
    await closed(app, { from: '2026-12-12' })
    expect(await read()).toMatchObject({ included: [{ left: 4 }], list: [{}, { date: '2026-12-12', canCancel: true }] })
  })

  test('cannot take more guest days than are left when announced at once', async () => {
    const outcomes = await atOnce(10, (index) => add(`2026-12-${11 + index}`))
    expect(outcomes.map(codeOf).filter((code) => code === 'ok')).toHaveLength(6)
    expect(await rows(app.db.read, 'guests')).toHaveLength(6)
  })

  test('are announced once with one key', async () => {
    const key = newKey()
    granted(await add('2026-12-11', 'A', booking, key))
    granted(await add('2026-12-11', 'A', booking, key))
    expect(await rows(app.db.read, 'guests')).toHaveLength(1)
  })

  test('name the week as the period of a weekly booking', async () => {
    const weekly = await paidBooking(app, order({ planId: 'enterprise', billing: 'weekly' }))
    granted(await add('2026-12-11', undefined, weekly))
    const failure = await reject('2026-12-12', undefined, weekly)
    expect(failure.fields?.date).toContain('Choose a day of another week')
  })

  describe('are rejected', () => {
    test('on other days, closed days and days without a seat', async () => {
      const range = 'Choose a day of this booking from today on: 10 Dec 2026 – 9 Jan 2027'
      for (const date of ['2026-12-09', '2027-01-10']) expect(await fieldsOf(date)).toEqual({ date: range })
      expect(await fieldsOf('tomorrow')).toHaveProperty('date')
      expect(await fieldsOf('2026-12-11', 'www.evil.example')).toEqual({ name: 'Enter a name without a web address' })
      await closed(app, { from: '2026-12-12' })
      expect((await fieldsOf('2026-12-12'))?.date).toContain('Closed on 12 Dec 2026')
      setCapacity(app, 2)
      await placed(app, dayPass({ startDate: '2026-12-11' }))
      expect(await reject('2026-12-11')).toMatchObject({
        code: 'sold_out',
        message: 'No seat is left on 11 Dec 2026. Choose another day.',
      })
    })

    test('before the booking is confirmed, and of a day pass', async () => {
      const held = await placed(app, order({ planId: 'enterprise' }))
      const pass = await paidBooking(app, dayPass({ startDate: '2026-12-11' }))
      for (const of of [held, pass]) expect((await reject('2026-12-11', undefined, of)).code).toBe('wrong_state')
      expect(granted(await readBooking(app, pass.bookingId, pass.secret)).guests).toBeUndefined()
    })

    test('when they are cancelled after their day, or belong to another booking', async () => {
      const guests = granted(await add('2026-12-11')).guests?.list ?? []
      expect((await rejection(app, () => remove('unknown'))).code).toBe('not_found')
      app.clock.set(kathmandu('2026-12-12', '00:01'))
      expect((await rejection(app, () => remove(guests[0]?.guestId ?? ''))).code).toBe('wrong_state')
      expect((await read())?.list).toMatchObject([{ canCancel: false }])
    })
  })

  test('leave with the days that the booking loses', async () => {
    for (const date of ['2026-12-11', '2026-12-25']) granted(await add(date))
    granted(await moveOwn(app, booking, '2026-12-20'))
    expect((await read())?.list).toMatchObject([{ date: '2026-12-25' }])
    expect((await seatsTaken(app))['2026-12-11']).toBeUndefined()
    granted(await cancelAsCustomer(app, own(booking), {}, newKey()))
    expect(await rows(app.db.read, 'guests')).toEqual([])
    expect(await seatsTaken(app)).toEqual({})
  })

  test('are announced and cancelled by staff of the location, who see them on the day sheet', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const other = await staffMember(app, 'desk', ['kausimaa'])
    const announce = (staff: typeof desk) =>
      addGuestByStaff(app, staff, booking.bookingId, { date: '2026-12-11', name: 'Nisha' }, newKey())
    expect((await rejection(app, () => announce(other))).code).toBe('not_found')
    const { guests } = granted(await announce(desk))
    const sheet = granted(await loadDaySheet(app, desk, { location: 'dhobighat-hub', date: '2026-12-11' }))
    expect(sheet).toMatchObject({ taken: 2, people: [{ seats: 1, guests: ['Nisha'] }] })
    const guestId = guests?.list[0]?.guestId ?? ''
    granted(await removeGuestByStaff(app, desk, booking.bookingId, guestId, newKey()))
    expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'guest_cancelled', staff_id: desk.id })
    expect(await rows(app.db.read, 'guests')).toEqual([])
  })
})

describeOnEachEngine('the names of guests on %s', (app) => {
  test('are deleted 30 days after the last day of the booking', async () => {
    const { bookingId: id, secret } = await paidBooking(app, order({ planId: 'enterprise' }))
    granted(await addOwnGuest(app, { id, secret }, { date: '2026-12-11', name: 'Nisha' }, newKey()))
    app.clock.set(kathmandu('2027-02-07', '12:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'guests')).toHaveLength(1)
    app.clock.set(kathmandu('2027-02-09', '12:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'guests')).toEqual([])
  })
})
