import { describe, expect, test } from 'vitest'
import type { saveClosures } from '#contract/admin/closures.ts'
import type { Input } from '#contract/endpoint.ts'
import { paisa } from '#domain/money.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { instant } from '#server/db/instant.ts'
import { markHandled, readList, save } from '#server/desk/closures.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { day } from '../../domain/business.ts'
import { auditEntries, describeOnEachEngine, execute, rows } from '../../support/app.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { openedChange, paidAt } from '../../support/moves.ts'
import { dayPass, failureOf, granted, newKey, order, placed, transitionTo } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { manager } from '../../support/prices.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { bookedTour } from '../../support/tours.ts'

type Entry = Input<typeof saveClosures>['closures'][number]

const TEN_TO_FOUR = { open: '10:00', close: '16:00' }

interface Affected {
  affected: { bookingId: string }[]
  affectedTours: { tourId: string }[]
  key: string
}

describeOnEachEngine('closed days on %s', (app) => {
  const list = async () => granted(await readList(app))
  const saveList = (
    by: Staff,
    closures: Entry[],
    { version = 0, affected }: { version?: number; affected?: string } = {},
  ) => save(app, by, { version, closures, ...(affected !== undefined && { affected }) })
  /** What a save lists before it closes days. */
  async function affectedBy(by: Staff, closures: Entry[], version = 0): Promise<Affected> {
    const failure = await rejection(app, () => saveList(by, closures, { version }))
    expect(failure.code).toBe('has_bookings')
    return failure.current as Affected
  }
  const idsOf = ({ affected }: Pick<Affected, 'affected'>) => affected.map(({ bookingId }) => bookingId)

  test('are none before the first change', async () => {
    expect(await list()).toMatchObject({ version: 0, closures: [], affected: [], affectedTours: [] })
  })

  test('can start with the public holidays that are still to come and that the list does not have', async () => {
    const by = await manager(app)
    const reasons = ({ samples }: { samples: { reason: string }[] }) => samples.map(({ reason }) => reason)
    const { samples } = await list()
    expect(samples).toEqual([
      { locationId: null, from: '2027-03-06', to: '2027-03-06', reason: 'Maha Shivaratri', hours: TEN_TO_FOUR },
      { locationId: null, from: '2027-03-21', to: '2027-03-21', reason: 'Holi', hours: null },
    ])
    const one = closureEntry({ from: '2027-03-21', to: '2027-03-21', locationId: 'kausimaa' })
    expect(reasons(granted(await saveList(by, [one])))).toEqual(['Maha Shivaratri', 'Holi'])
    const week = closureEntry({ from: '2027-03-15', to: '2027-03-22' })
    expect(reasons(granted(await saveList(by, [week], { version: 1 })))).toEqual(['Maha Shivaratri'])
    const saved = granted(await saveList(by, samples, { version: 2 }))
    expect(saved).toMatchObject({ closures: samples, samples: [] })
    app.clock.set(Date.parse('2027-03-07T09:00:00+05:45'))
    expect(reasons(granted(await saveList(by, [], { version: 3 })))).toEqual(['Holi'])
  })

  test('apply to the next booking as soon as they are saved, and no more once they are removed', async () => {
    const by = await manager(app)
    const { closures } = granted(await saveList(by, [closureEntry()]))
    expect(closures).toEqual([{ ...closureEntry(), id: expect.any(String) }])
    expect(codeOf(await createBooking(app, dayPass(), newKey()))).toBe('invalid')
    expect(granted(await saveList(by, [], { version: 1 }))).toMatchObject({ version: 2, closures: [] })
    await placed(app, dayPass())
  })

  test('keep the id of an entry that changes, and one revision for each change', async () => {
    const by = await manager(app)
    const [first] = granted(await saveList(by, [closureEntry()])).closures
    const changed = { ...closureEntry({ reason: 'Painting', hours: { open: '10:00', close: '16:00' } }), id: first?.id }
    expect(granted(await saveList(by, [changed], { version: 1 }))).toMatchObject({ version: 2, closures: [changed] })
    expect(granted(await saveList(by, [changed], { version: 2 }))).toMatchObject({ version: 2 })
    const revisions = (await rows(app.db.read, 'closure_revisions')).toSorted((a, b) => a.version - b.version)
    expect(revisions.map(({ version, staff_id }) => [version, staff_id])).toEqual([
      [1, by.id],
      [2, by.id],
    ])
    expect(JSON.parse(revisions[1]?.changes ?? '')).toEqual([{ id: first?.id, before: first, after: changed }])
    expect(
      (await auditEntries(app)).map(({ action, subject_id, before, after }) => [action, subject_id, before, after]),
    ).toEqual([
      ['closures_changed', '1', '{"closures":[]}', '{"closures":["All locations, 10 Dec 2026: closed (Udhauli)"]}'],
      [
        'closures_changed',
        '2',
        '{"closures":["All locations, 10 Dec 2026: closed (Udhauli)"]}',
        '{"closures":["All locations, 10 Dec 2026: 10:00–16:00 (Painting)"]}',
      ],
    ])
  })

  test('reach the open tabs of every role as an event, as does a case that was dealt with', async () => {
    const by = await manager(app)
    const { bookingId } = await placed(app, dayPass())
    const { closures } = await saveClosed(app, by, [closureEntry()])
    granted(await markHandled(app, by, bookingId, { closureId: closures[0]?.id ?? '', handled: true }))
    const events = (await rows(app.db.read, 'staff_events')).filter(({ kind }) => kind === 'closures_update')
    expect(events.map(({ subject_id }) => subject_id)).toEqual(['1', '1'])
  })

  test('are saved all or none, with a message for every invalid field', async () => {
    const by = await manager(app)
    const entries = [
      closureEntry(),
      closureEntry({ reason: 'x' }),
      closureEntry({ locationId: 'kausimaa', to: '2026-12-09' }),
    ]
    expect(await rejection(app, () => saveList(by, entries))).toEqual({
      code: 'invalid',
      fields: {
        'closures.1.from': 'Another entry for the same location covers some of these days',
        'closures.1.reason': 'Enter a reason of 2 to 60 characters',
        'closures.2.to': 'The last day cannot be before the first day',
      },
    })
  })

  test('fail with changed_meanwhile and the current list for an old version', async () => {
    const by = await manager(app)
    const first = granted(await saveList(by, [closureEntry()]))
    expect(failureOf(await saveList(by, []))).toEqual({ code: 'changed_meanwhile', current: first })
  })

  test('are saved by one of eight concurrent requests', async () => {
    const by = await manager(app)
    const outcomes = await atOnce(8, (number) => saveList(by, [closureEntry({ reason: `Reason ${number}` })]))
    expect(outcomes.map(codeOf).toSorted()).toEqual([...Array(7).fill('changed_meanwhile'), 'ok'])
    expect(outcomes.find(({ ok }) => ok)).toEqual({ ok: true, value: await list() })
    expect(
      [await rows(app.db.read, 'closures'), await rows(app.db.read, 'closure_revisions')].map(({ length }) => length),
    ).toEqual([1, 1])
  })

  test('that are over are listed apart for a year, and not removed', async () => {
    const by = await manager(app)
    granted(await saveList(by, [closureEntry()]))
    app.clock.advance(10 * 86_400_000)
    expect(await list()).toMatchObject({ version: 1, closures: [], past: [{ from: '2026-12-10', reason: 'Udhauli' }] })
    granted(await saveList(by, [closureEntry({ from: '2026-12-24', to: '2026-12-24' })], { version: 1 }))
    expect(await rows(app.db.read, 'closures')).toHaveLength(2)
    app.clock.advance(366 * 86_400_000)
    expect(await list()).toMatchObject({ past: [{ from: '2026-12-24' }] })
  })

  test('that have started keep their past days when they are removed', async () => {
    const by = await manager(app)
    const entries = [closureEntry({ to: '2026-12-20' }), closureEntry({ from: '2026-12-22', to: '2026-12-24' })]
    const { version } = granted(await saveList(by, entries))
    app.clock.set(Date.parse('2026-12-12T12:00:00+05:45'))
    const later = granted(await saveList(by, [closureEntry({ from: '2026-12-30', to: '2026-12-30' })], { version }))
    expect(later.closures).toMatchObject([{ from: '2026-12-30' }])
    const stored = await rows(app.db.read, 'closures')
    expect(stored.map(({ first_day, last_day }) => [first_day, last_day]).toSorted()).toEqual([
      ['2026-12-10', '2026-12-11'],
      ['2026-12-30', '2026-12-30'],
    ])
    const { after } = (await auditEntries(app)).at(-1) ?? {}
    expect(after).toContain('All locations, 10 Dec – 11 Dec 2026: closed (Udhauli)')
  })

  test('that have started are not moved to other days, hours or locations', async () => {
    const by = await manager(app)
    const { version, closures } = granted(await saveList(by, [closureEntry({ to: '2026-12-20' })]))
    app.clock.set(Date.parse('2026-12-12T12:00:00+05:45'))
    const changes = { id: closures[0]?.id ?? '', locationId: 'kausimaa', hours: TEN_TO_FOUR }
    const changed = closureEntry({ ...changes, from: '2026-12-12', to: '2026-12-20' })
    const message = 'This entry has started. To change this, delete it and add an entry from today'
    expect(await rejection(app, () => saveList(by, [changed], { version }))).toEqual({
      code: 'invalid',
      fields: { 'closures.0.from': message, 'closures.0.hours': message, 'closures.0.locationId': message },
    })
  })

  test('that start today are deleted when they are removed', async () => {
    const by = await manager(app)
    const { version } = granted(await saveList(by, [closureEntry({ to: '2026-12-20' })]))
    app.clock.set(Date.parse('2026-12-10T12:00:00+05:45'))
    granted(await saveList(by, [], { version }))
    expect(await rows(app.db.read, 'closures')).toEqual([])
  })

  describe('with bookings', () => {
    test('are saved only with the key of the listed bookings and tours', async () => {
      const by = await manager(app)
      const [pass, month] = [
        await placed(app, dayPass()),
        await paidAt(app, 950_000, order({ startDate: '2026-12-05' })),
      ]
      await placed(app, dayPass({ startDate: '2026-12-11' }))
      await transitionTo(app, (await placed(app, dayPass())).bookingId, 'cancelled')
      const tour = await bookedTour(app)
      const seen = await affectedBy(by, [closureEntry()])
      expect(seen.affected).toMatchObject([
        { bookingId: month.bookingId, closedDays: 1, goodwill: 30_600, state: 'confirmed', reason: 'Udhauli' },
        { bookingId: pass.bookingId, closedDays: 1, goodwill: null, state: 'held', email: 'aarati@example.com' },
      ])
      expect(seen.affectedTours).toMatchObject([{ tourId: tour.tourId, date: '2026-12-10', time: '10:30' }])
      const saved = granted(await saveList(by, [closureEntry()], { affected: seen.key }))
      expect(idsOf(saved)).toEqual(idsOf(seen))
      expect(saved.affectedTours).toEqual(seen.affectedTours)
      expect(await list()).toEqual(saved)
    })

    test('name the payment from which goodwill can be refunded, with what was refunded before', async () => {
      const by = await manager(app)
      const { bookingId } = await paidAt(app, 950_000, order({ startDate: '2026-12-05' }))
      const unpaid = await placed(app, order({ startDate: '2026-12-05' }))
      await save(app, by, {
        ...{ version: 0, closures: [closureEntry()] },
        affected: (await affectedBy(by, [closureEntry()])).key,
      })
      const findPayment = async (id: string) =>
        (await list()).affected.find((affected) => affected.bookingId === id)?.payment
      const refund = (amount: number, state: 'partly_refunded' | 'refunded') =>
        execute(app, (db) =>
          db
            .updateTable('payments')
            .set({ refunded: paisa(amount), state })
            .where('booking_id', '=', bookingId),
        )
      expect(await findPayment(unpaid.bookingId)).toBeNull()
      expect(await findPayment(bookingId)).toEqual({ paymentId: expect.any(String), refunded: 0 })
      await refund(30_645, 'partly_refunded')
      expect(await findPayment(bookingId)).toMatchObject({ refunded: 30_645 })
      await refund(950_000, 'refunded')
      expect(await findPayment(bookingId)).toBeNull()
    })

    test('name the day passes whose customers have arrived', async () => {
      const by = await manager(app)
      const [used, unused] = [await placed(app, dayPass()), await placed(app, dayPass())]
      const arrival = { booking_id: used.bookingId, day: day('2026-12-10') }
      await execute(app, (db) =>
        db.insertInto('arrivals').values({ ...arrival, arrived_at: instant(app.now()), staff_id: by.id }),
      )
      const { affected } = granted(
        await saveList(by, [closureEntry()], { affected: (await affectedBy(by, [closureEntry()])).key }),
      )
      expect(Object.fromEntries(affected.map(({ bookingId, isUsed }) => [bookingId, isUsed]))).toEqual({
        [used.bookingId]: true,
        [unused.bookingId]: false,
      })
    })

    test.each([
      ['11:00', '18:00', true],
      ['08:00', '10:45', true],
      ['10:00', '11:00', false],
    ])('list a tour at 10:30 on a day that is open from %s to %s: %s', async (open, close, isListed) => {
      const by = await manager(app)
      const { tourId } = await bookedTour(app)
      const entries = [closureEntry({ hours: { open, close } })]
      const listed = isListed ? [{ tourId }] : []
      const seen = isListed ? await affectedBy(by, entries) : undefined
      const saved = granted(await saveList(by, entries, seen && { affected: seen.key }))
      expect(seen?.affectedTours ?? []).toMatchObject(listed)
      expect(saved.affectedTours).toMatchObject(listed)
      expect(saved.affectedTours).toHaveLength(listed.length)
    })

    test('are listed again when a booking was placed after the list was seen', async () => {
      const by = await manager(app)
      await placed(app, dayPass())
      const { key } = await affectedBy(by, [closureEntry()])
      const later = await placed(app, dayPass())
      const failure = await rejection(app, () => saveList(by, [closureEntry()], { affected: key }))
      expect(failure.code).toBe('has_bookings')
      expect(idsOf(failure.current as Affected)).toContain(later.bookingId)
    })

    test('list a booking that an unpaid move would bring to the day', async () => {
      const by = await manager(app)
      const booking = await paidAt(app, 10_000, dayPass({ startDate: '2026-12-15' }))
      await openedChange(app, booking, '2026-12-10')
      expect((await affectedBy(by, [closureEntry()])).affected).toMatchObject([
        { bookingId: booking.bookingId, startDate: '2026-12-10' },
      ])
    })

    test('list those of the closed location only, and none for other hours', async () => {
      const by = await manager(app)
      const hub = await placed(app, dayPass())
      await placed(app, dayPass({ locationId: 'kausimaa' }))
      expect(idsOf(await affectedBy(by, [closureEntry({ locationId: 'dhobighat-hub' })]))).toEqual([hub.bookingId])
      granted(await saveList(by, [closureEntry({ hours: { open: '10:00', close: '16:00' } })]))
    })

    test('are cases until staff have dealt with them, or the booking leaves the day', async () => {
      const by = await manager(app)
      const ids = (await atOnce(4, () => placed(app, dayPass()))).map(({ bookingId }) => bookingId).toSorted()
      const [moved, written, cancelled, other] = ids as [string, string, string, string]
      const { closures } = await saveClosed(app, by, [closureEntry()])
      expect(idsOf(await list())).toEqual(ids)
      granted(await moveBooking(app, by, moved, '2026-12-11'))
      await transitionTo(app, cancelled, 'cancelled')
      expect(idsOf(await list())).toEqual([written, other])
      const closureId = closures[0]?.id ?? ''
      const done = granted(await markHandled(app, by, written, { closureId, handled: true }))
      expect(done).toEqual({ handledAt: '2026-12-01T04:15:00.000Z' })
      expect(granted(await markHandled(app, by, written, { closureId, handled: true }))).toEqual(done)
      const left = await list()
      // The moved and the cancelled one count too.
      expect([idsOf(left), left.handled]).toEqual([[other], [{ closureId, bookings: 3 }]])
      granted(await markHandled(app, by, written, { closureId, handled: false }))
      expect(idsOf(await list())).toEqual([written, other])
      const actions = (await auditEntries(app)).map(({ action }) => action)
      expect(actions.filter((action) => action.startsWith('closure_'))).toEqual(['closure_handled', 'closure_reopened'])
    })

    test('are no cases any more once the day is open again', async () => {
      const by = await manager(app)
      await placed(app, dayPass())
      const { version } = await saveClosed(app, by, [closureEntry()])
      expect(granted(await saveList(by, [], { version }))).toMatchObject({ closures: [], affected: [] })
    })

    test('are cases again when more of their days are closed', async () => {
      const by = await manager(app)
      const { bookingId } = await placed(app)
      const first = await saveClosed(app, by, [closureEntry()])
      const closureId = first.closures[0]?.id ?? ''
      granted(await markHandled(app, by, bookingId, { closureId, handled: true }))
      const extended = { ...closureEntry({ to: '2026-12-12' }), id: closureId }
      const { affected } = await saveClosed(app, by, [extended], first.version)
      expect(affected).toMatchObject([{ bookingId, closureId, closedDays: 3 }])
    })

    test('are still cases when entries for each location replace one for all', async () => {
      const by = await manager(app)
      const [hub, other] = [await placed(app, dayPass()), await placed(app, dayPass({ locationId: 'kausimaa' }))]
      const { version } = await saveClosed(app, by, [closureEntry()])
      const locations = ['dhobighat-hub', 'kausimaa'].map((locationId) => closureEntry({ locationId }))
      const { affected, closures } = granted(await saveList(by, locations, { version }))
      const closureAt = (locationId: string) => closures.find((entry) => entry.locationId === locationId)?.id
      expect(new Map(affected.map(({ bookingId, closureId }) => [bookingId, closureId]))).toEqual(
        new Map([
          [hub.bookingId, closureAt('dhobighat-hub')],
          [other.bookingId, closureAt('kausimaa')],
        ]),
      )
    })

    test('are still cases for each part of an entry that is split, unless staff have dealt with them', async () => {
      const by = await manager(app)
      const [month, pass, written] = [
        await placed(app),
        await placed(app, dayPass({ startDate: '2026-12-15' })),
        await placed(app, dayPass({ startDate: '2026-12-16' })),
      ].map(({ bookingId }) => bookingId) as [string, string, string]
      const { closures, version } = await saveClosed(app, by, [closureEntry({ to: '2026-12-20' })])
      const id = closures[0]?.id ?? ''
      granted(await markHandled(app, by, written, { closureId: id, handled: true }))
      const parts = [
        { ...closureEntry({ to: '2026-12-12' }), id },
        closureEntry({ from: '2026-12-13', to: '2026-12-20' }),
      ]
      const { affected } = granted(await saveList(by, parts, { version }))
      expect(affected.map(({ bookingId, closedDays }) => [bookingId, closedDays]).toSorted()).toEqual(
        [
          [month, 3],
          [month, 8],
          [pass, 1],
        ].toSorted(),
      )
    })

    test('are one case when one entry replaces two', async () => {
      const by = await manager(app)
      const { bookingId } = await placed(app)
      const parts = [closureEntry(), closureEntry({ from: '2026-12-11', to: '2026-12-11' })]
      const { version } = await saveClosed(app, by, parts)
      const { affected } = granted(await saveList(by, [closureEntry({ to: '2026-12-11' })], { version }))
      expect(affected).toMatchObject([{ bookingId, closedDays: 2 }])
    })

    test.each([
      ['an unknown booking', 'BK-1764561600000-ABCD'],
      ['a booking without a case', undefined],
    ])('reject marking %s', async (_, id) => {
      const by = await manager(app)
      const { bookingId } = await placed(app, dayPass({ startDate: '2026-12-20' }))
      const { closures } = granted(await saveList(by, [closureEntry()]))
      const input = { closureId: closures[0]?.id ?? '', handled: true }
      expect(await rejection(app, () => markHandled(app, by, id ?? bookingId, input))).toEqual({ code: 'not_found' })
    })
  })
})
