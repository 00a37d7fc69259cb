import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bookTour, listTourSlots } from '#contract/tours.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { runTransaction } from '#server/db/database.ts'
import { readTourSlots } from '#server/tours/booking.ts'
import { auditEntries, describeOnEachEngine, emailsTo, execute, kathmandu, rows } from '../../support/app.ts'
import { failureOf, granted, newKey } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { call, rejected, withKey } from '../../support/requests.ts'
import { bookedTour, requestTour, type TourInput, tourInput, tourRow } from '../../support/tours.ts'

/** As the migration creates it. */
const SLOT_INDEX = sql`
  create unique index tours_slot on tours (location_id, day, time, place) where state <> 'cancelled'`

describeOnEachEngine('booking a tour on %s', (app, engine) => {
  const booked = async () => (await rows(app.db.read, 'tours')).filter(({ state }) => state !== 'cancelled')
  const race = () => atOnce(10, (index) => requestTour(app, { name: `Visitor ${index}` }))
  const soldPerSlot = (outcomes: Awaited<ReturnType<typeof race>>) => outcomes.filter(({ ok }) => ok).length

  test('stores it, emails the visitor, tells staff and records it as done by the customer', async () => {
    const { tourId, secret, ...choices } = await bookedTour(app, { name: ' Nisha\nRai ', email: ' nisha@example.com ' })
    expect(choices).toEqual({ locationId: 'kausimaa', date: '2026-12-10', time: '10:30' })
    expect(tourId).toMatch(/^TR-\d{13}-\w{4}$/)
    expect(await tourRow(app, tourId)).toMatchObject({
      state: 'booked',
      name: 'Nisha Rai',
      phone: '+9779841234567',
      email: 'nisha@example.com',
      version: 1,
    })
    expect(await emailsTo(app, 'nisha@example.com')).toEqual(['Tour booked: Kausimaa, 10 Dec 2026, 10:30'])
    const [email] = await rows(app.db.read, 'emails')
    expect(email?.body).toContain(`/your-booking#${tourId}.${secret}`)
    expect(await rows(app.db.read, 'staff_events')).toMatchObject([{ kind: 'tour_new', subject_id: tourId }])
    expect(await auditEntries(app)).toMatchObject([
      { actor: 'customer', action: 'tour_booked', subject_id: tourId, label: tourId },
    ])
  })

  test('needs a phone or an email', async () => {
    const failure = await rejection(app, () => requestTour(app, { phone: '', email: '' }))
    expect(failure).toMatchObject({ code: 'invalid', fields: { phone: 'Enter a phone number or an email' } })
    await bookedTour(app, { phone: '' })
    await bookedTour(app, { email: '', date: '2026-12-11' })
    expect(await rows(app.db.read, 'emails')).toHaveLength(1)
  })

  test.each<[title: string, change: Partial<TourInput>, fields: string]>([
    ['a day that is over', { date: '2026-11-30' }, 'date time'],
    ['a day more than 30 days ahead', { date: '2027-01-01' }, 'date time'],
    ['a date that does not exist', { date: '2026-02-30' }, 'date'],
    ['a time less than an hour ahead', { date: '2026-12-01', time: '10:30' }, 'time'],
    ['a time before the first tour', { time: '09:30' }, 'time'],
    ['a time at which the last tour ends', { time: '17:00' }, 'time'],
    ['a time between two tours', { time: '10:45' }, 'time'],
    ['no time', { time: '' }, 'time'],
    ['a location that is not ours', { locationId: 'thamel' }, 'locationId'],
    ['a location without tours', { locationId: 'jhamsikhel-loft' }, 'locationId'],
    ['no name', { name: ' ' }, 'name'],
    ['a phone number of three digits', { phone: '123' }, 'phone'],
    ['an email without a host', { email: 'nisha' }, 'email'],
  ])('rejects %s and stores nothing', async (_, change, fields) => {
    const failure = await rejection(app, () => requestTour(app, change))
    expect(failure.code).toBe('invalid')
    expect(Object.keys(failure.fields ?? {}).join(' ')).toBe(fields)
  })

  test('sells two of each slot, never three', async () => {
    const outcomes = await race()
    expect(outcomes.map(codeOf).toSorted()).toEqual([...Array(2).fill('ok'), ...Array(8).fill('sold_out')])
    expect((await booked()).map(({ place }) => place).toSorted()).toEqual([1, 2])
    expect(failureOf(await requestTour(app)).message).toBe('Both tours at this time are booked. Choose another time.')
    for (const other of [{ time: '11:00' }, { date: '2026-12-11' }, { locationId: 'dhobighat-hub' }])
      await bookedTour(app, other)
  })

  test('without its index the database accepts a third tour of a slot', async () => {
    await bookedTour(app)
    const third = async () => {
      const [row] = await rows(app.db.read, 'tours')
      if (!row) throw new Error('the tour is missing')
      await execute(app, (db) =>
        db.insertInto('tours').values({ ...row, id: `TR-${newKey()}`, idempotency_key: newKey() }),
      )
    }
    await expect(third()).rejects.toThrow(/unique/i)
    await runTransaction(app.db, (db) => db.schema.dropIndex('tours_slot').execute())
    try {
      await third()
      await execute(app, (db) => db.deleteFrom('tours'))
      // Transactions of PostgreSQL overlap: each of them sees the same free place.
      if (engine === 'postgres') expect(soldPerSlot(await race())).toBeGreaterThan(2)
    } finally {
      await execute(app, (db) => db.deleteFrom('tours'))
      await runTransaction(app.db, (db) => SLOT_INDEX.execute(db))
    }
  })

  test('a cancelled tour leaves its place to another', async () => {
    await bookedTour(app)
    await bookedTour(app)
    await execute(app, (db) => db.updateTable('tours').set({ state: 'cancelled' }).where('place', '=', 1))
    expect((await tourRow(app, (await bookedTour(app)).tourId)).place).toBe(1)
  })

  test('repeats the first response, also to requests at the same time, and when nothing is free any more', async () => {
    const key = newKey()
    const outcomes = await atOnce(5, () => requestTour(app, {}, key))
    const [first] = outcomes.map(granted)
    expect(new Set(outcomes.map((outcome) => JSON.stringify(granted(outcome))))).toEqual(
      new Set([JSON.stringify(first)]),
    )
    await bookedTour(app)
    app.clock.set(kathmandu('2026-12-20', '12:00'))
    expect(granted(await requestTour(app, {}, key))).toEqual(first)
    expect(codeOf(await requestTour(app, { name: 'Maya' }, key))).toBe('idempotency_mismatch')
    expect(await booked()).toHaveLength(2)
  })
})

describeOnEachEngine('the slots of tours on %s', (app) => {
  const slots = async (date: string, location = 'kausimaa') =>
    granted(await readTourSlots(app, { location, date })).slots

  test('are the half hours of the tour hours, with the tours that are left', async () => {
    await bookedTour(app)
    await bookedTour(app)
    await bookedTour(app, { time: '11:00' })
    const free = await slots('2026-12-10')
    expect(free.slice(0, 4)).toEqual([
      { time: '10:00', free: 2 },
      { time: '10:30', free: 0 },
      { time: '11:00', free: 1 },
      { time: '11:30', free: 2 },
    ])
    expect(free.at(-1)?.time).toBe('16:30')
  })

  test('start an hour from now, and end 30 days ahead', async () => {
    expect((await slots('2026-12-01'))[0]?.time).toBe('11:00')
    expect(await slots('2026-11-30')).toEqual([])
    expect(await slots('2026-12-31')).not.toEqual([])
    expect(await slots('2027-01-01')).toEqual([])
  })

  test.each([
    ['location', { location: 'thamel', date: '2026-12-10' as IsoDate }],
    ['date', { location: 'kausimaa', date: 'tomorrow' }],
  ])('are rejected for an unknown %s', async (_, query) => {
    await rejected('invalid', listTourSlots, { query })
  })
})

describeOnEachEngine('the rate limit of tours on %s', () => {
  const address = '198.51.100.7'

  test('is five at once for a network, without invalid and repeated requests', async () => {
    const first = withKey(tourInput(), { address })
    await call(bookTour, first)
    await call(bookTour, first)
    for (let at = 0; at < 6; at++) await rejected('invalid', bookTour, withKey(tourInput({ name: '' }), { address }))
    for (let at = 1; at < 5; at++)
      await call(
        bookTour,
        withKey(tourInput({ date: `2026-12-1${at}`, email: `nisha-${at}@example.com` }), { address }),
      )
    await rejected('too_many', bookTour, withKey(tourInput({ date: '2026-12-16', email: '' }), { address }))
    await call(bookTour, withKey(tourInput({ date: '2026-12-16' })))
  })
})
