import { expect, test } from 'vitest'
import { listTours, moveTourByStaff, recordTourOutcome } from '#contract/admin/tours.ts'
import { readDaySheet } from '#contract/admin/walk-ins.ts'
import { type BookedTour, bookTour, cancelTour, moveTour, readTour, readTourCalendar } from '#contract/tours.ts'
import { deleteOldRows } from '#server/retention.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { auditEntries, describeOnEachEngine, emailsTo, kathmandu, rows } from '../../support/app.ts'
import { newKey } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, rejected, type Sent, send, withKey } from '../../support/requests.ts'
import { owner, signedInBrowser } from '../../support/staff-accounts.ts'
import { staffMember } from '../../support/staff-member.ts'
import { bookedTour, requestTour, tourInput, tourRow } from '../../support/tours.ts'

describeOnEachEngine('the tour of a visitor on %s', (app) => {
  const someTour = async () => {
    const { tourId, secret } = await bookedTour(app)
    return { id: tourId, secret }
  }
  const moveTo = (date: string, time: string, own: Sent) => withKey({ date, time }, own)

  test('is opened by its secret only', async () => {
    const own = await someTour()
    const other = await bookedTour(app, { time: '11:00' })
    expect(await call(readTour, own)).toMatchObject({ state: 'booked', locationName: 'Kausimaa', canChange: true })
    for (const wrong of [
      { ...own, secret: other.secret },
      { ...own, secret: '' },
      { ...own, id: 'TR-1764561600000-ABCD' },
    ]) {
      await rejected('not_found', readTour, wrong)
      await rejected('not_found', readTourCalendar, wrong)
      await rejected('not_found', moveTour, moveTo('2026-12-11', '11:00', wrong))
      await rejected('not_found', cancelTour, withKey({}, wrong))
    }
    expect(await rows(app.db.read, 'emails')).toHaveLength(2)
  })

  test('moves to a free time, once for each key, with an email and an entry in the audit log', async () => {
    const own = await someTour()
    const sent = moveTo('2026-12-11', '11:00', own)
    const moved = await call(moveTour, sent)
    expect(moved).toMatchObject({ date: '2026-12-11', time: '11:00' })
    expect(await call(moveTour, sent)).toEqual(moved)
    expect(await emailsTo(app, 'nisha@example.com')).toHaveLength(2)
    expect(await auditEntries(app)).toMatchObject([
      { action: 'tour_booked' },
      { actor: 'customer', action: 'tour_moved', before: '{"day":"2026-12-10","time":"10:30"}' },
    ])
    expect(await tourRow(app, own.id)).toMatchObject({ version: 2, place: 1 })
  })

  test('stays as it is when it moves to its own time', async () => {
    const own = await someTour()
    await bookedTour(app)
    await call(moveTour, moveTo('2026-12-10', '10:30', own))
    expect(await tourRow(app, own.id)).toMatchObject({ version: 1 })
    expect(await emailsTo(app, 'nisha@example.com')).toHaveLength(2)
  })

  test('does not move to a full time, outside the tour hours or into the past', async () => {
    const own = await someTour()
    await bookedTour(app, { time: '11:00' })
    await bookedTour(app, { time: '11:00' })
    await rejected('sold_out', moveTour, moveTo('2026-12-10', '11:00', own))
    await rejected('invalid', moveTour, moveTo('2026-12-10', '06:00', own))
    await rejected('invalid', moveTour, moveTo('2026-11-30', '11:00', own))
    expect(await tourRow(app, own.id)).toMatchObject({ day: '2026-12-10', time: '10:30', version: 1 })
  })

  test('competes for a place with other moves and with bookings', async () => {
    const own = await atOnce(4, async (index) => {
      const { tourId, secret } = await bookedTour(app, { date: `2026-12-1${index + 1}` })
      return { id: tourId, secret }
    })
    const moves = own.map((tour) => send(moveTour, moveTo('2026-12-20', '11:00', tour)))
    const bookings = Array.from({ length: 4 }, () => requestTour(app, { date: '2026-12-20', time: '11:00' }))
    const done = [
      ...(await Promise.all(moves)).map(({ status }) => status === 200),
      ...(await Promise.all(bookings)).map(({ ok }) => ok),
    ]
    expect(done.filter(Boolean)).toHaveLength(2)
    expect((await rows(app.db.read, 'tours')).filter(({ day }) => day === '2026-12-20')).toHaveLength(2)
  })

  test('is moved three times by the visitor, and further by staff', async () => {
    const own = await someTour()
    const { sent } = await owner(app)
    for (const time of ['11:00', '11:30', '12:00']) await call(moveTour, moveTo('2026-12-11', time, own))
    const failure = await rejected('wrong_state', moveTour, moveTo('2026-12-11', '12:30', own))
    expect(failure.message).toMatch(/^You have moved this tour 3 times. Call us on \+977/)
    expect(await emailsTo(app, 'nisha@example.com')).toHaveLength(4)
    const { version } = await tourRow(app, own.id)
    await call(moveTourByStaff, { ...sent, id: own.id, body: { date: '2026-12-11', time: '12:30', version } })
    await rejected('wrong_state', moveTour, moveTo('2026-12-11', '13:00', own))
  })

  test('limits the calls of one tour', async () => {
    const own = await someTour()
    for (let move = 0; move < LIMITS.customerAction.burst; move++) await send(moveTour, moveTo('2020-01-01', '', own))
    await rejected('too_many', moveTour, moveTo('2026-12-11', '11:00', own))
    await rejected('too_many', cancelTour, withKey({}, own))
    await call(moveTour, moveTo('2026-12-11', '11:00', await someTour()))
  })

  test('limits the emails to one address, in any case, but not cancellations', async () => {
    const book = (time: string, email: string) => send(bookTour, withKey(tourInput({ time, email })))
    for (const time of ['10:00', '10:30', '11:00']) expect((await book(time, 'NISHA@example.com')).status).toBe(201)
    const { body } = await book('11:30', 'nisha@example.com')
    const { tourId, secret } = body as BookedTour
    const own = { id: tourId, secret }
    expect((await book('12:00', 'Nisha@example.com')).status).toBe(429)
    expect((await book('12:00', 'other@example.com')).status).toBe(201)
    await rejected('too_many', moveTour, moveTo('2026-12-11', '11:00', own))
    expect(await tourRow(app, own.id)).toMatchObject({ day: '2026-12-10', version: 1 })
    expect(await call(cancelTour, withKey({}, own))).toMatchObject({ state: 'cancelled' })
    expect(await rows(app.db.read, 'emails')).toHaveLength(5)
  })

  test('is cancelled once, which frees its place', async () => {
    const own = await someTour()
    await bookedTour(app)
    expect(await call(cancelTour, withKey({}, own))).toMatchObject({ state: 'cancelled', canChange: false })
    await rejected('wrong_state', cancelTour, withKey({}, own))
    await rejected('wrong_state', moveTour, moveTo('2026-12-11', '11:00', own))
    await rejected('wrong_state', readTourCalendar, own)
    expect((await emailsTo(app, 'nisha@example.com')).at(-1)).toBe('Tour cancelled: Kausimaa, 10 Dec 2026, 10:30')
    await bookedTour(app)
  })

  test('cannot be changed once it has started', async () => {
    const own = await someTour()
    app.clock.set(kathmandu('2026-12-10', '10:30'))
    await rejected('wrong_state', cancelTour, withKey({}, own))
    await rejected('wrong_state', moveTour, moveTo('2026-12-11', '11:00', own))
  })

  test('has a calendar file with the hours of the visit', async () => {
    const { body, headers } = await send(readTourCalendar, await someTour())
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/attachment; filename="TR-.*\.ics"/)
    expect(body).toContain('SUMMARY:Tour of Kausimaa')
    expect(body).toContain('DTSTART:20261210T044500Z')
    expect(body).toContain('DTEND:20261210T051500Z')
  })

  test('is deleted 30 days after its day', async () => {
    await someTour()
    app.clock.set(kathmandu('2027-01-09', '00:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'tours')).toHaveLength(1)
    app.clock.set(kathmandu('2027-01-10', '00:00'))
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'tours')).toEqual([])
  })
})

describeOnEachEngine('tours for staff on %s', (app) => {
  const today = { date: '2026-12-01', time: '14:00' }

  test('are listed by day, time and location, for own locations only', async () => {
    const range = { from: '2026-12-01', to: '2026-12-31' }
    const { tourId: first } = await bookedTour(app)
    const { tourId: second } = await bookedTour(app, { time: '10:00' })
    const { tourId: other } = await bookedTour(app, { locationId: 'dhobighat-hub' })
    const listed = async (sent: Sent, query = {}) =>
      (await call(listTours, { ...sent, query: { ...range, ...query } })).items.map(({ tourId }) => tourId)
    const { sent } = await owner(app)
    expect(await listed(sent)).toEqual([second, other, first])
    expect(await listed(sent, { location: 'dhobighat-hub' })).toEqual([other])
    expect(await listed(sent, { to: '2026-12-09' })).toEqual([])
    const { email } = await staffMember(app, 'desk', ['dhobighat-hub'])
    const desk = (await signedInBrowser(app, email)).sent
    expect(await listed(desk)).toEqual([other])
    expect(await listed(desk, { location: 'kausimaa' })).toEqual([])
    await rejected('invalid', listTours, { ...sent, query: { from: '2026-12-01', to: '2027-02-01' } })
    await rejected('not_found', recordTourOutcome, { ...desk, id: first, body: { outcome: 'came', version: 1 } })
  })

  test('are on the day sheet of their location, without cancelled ones', async () => {
    const { sent } = await owner(app)
    const { tourId } = await bookedTour(app)
    const cancelled = await bookedTour(app)
    await bookedTour(app, { date: '2026-12-11' })
    await bookedTour(app, { locationId: 'dhobighat-hub' })
    await call(cancelTour, withKey({}, { id: cancelled.tourId, secret: cancelled.secret }))
    const { tours } = await call(readDaySheet, { ...sent, query: { location: 'kausimaa', date: '2026-12-10' } })
    expect(tours).toMatchObject([{ tourId, name: 'Nisha Rai', time: '10:30', phone: '+9779841234567' }])
  })

  test('are marked as came or missed from their start on, with an entry in the audit log', async () => {
    const { tourId } = await bookedTour(app, { ...today, time: '11:00' })
    const { sent } = await owner(app)
    const mark = (outcome: string | null, version: number) => ({ id: tourId, body: { outcome, version } })
    await rejected('wrong_state', recordTourOutcome, { ...sent, ...mark('came', 1) })
    app.clock.set(kathmandu(today.date, '11:00'))
    expect(await call(recordTourOutcome, { ...sent, ...mark('came', 1) })).toMatchObject({ state: 'came', version: 2 })
    // Repeating it changes nothing.
    expect(await call(recordTourOutcome, { ...sent, ...mark('came', 1) })).toMatchObject({ state: 'came', version: 2 })
    await rejected('changed_meanwhile', recordTourOutcome, { ...sent, ...mark('missed', 1) })
    expect(await call(recordTourOutcome, { ...sent, ...mark(null, 2) })).toMatchObject({ state: 'booked', version: 3 })
    expect((await auditEntries(app)).slice(1)).toMatchObject([
      { action: 'tour_outcome', before: '{"state":"booked"}', after: '{"state":"came"}' },
      { action: 'tour_outcome', before: '{"state":"came"}', after: '{"state":"booked"}' },
    ])
    expect((await rows(app.db.read, 'staff_events')).map(({ kind }) => kind).toSorted()).toEqual([
      'tour_new',
      'tour_update',
      'tour_update',
    ])
  })

  test('are not marked before their day or after a cancellation', async () => {
    const { sent } = await owner(app)
    const later = await bookedTour(app)
    const body = { outcome: 'missed', version: 1 }
    await rejected('wrong_state', recordTourOutcome, { ...sent, id: later.tourId, body })
    const { tourId, secret } = await bookedTour(app, today)
    await call(cancelTour, { id: tourId, secret, body: {}, headers: { 'idempotency-key': newKey() } })
    await rejected('wrong_state', recordTourOutcome, { ...sent, id: tourId, body: { ...body, version: 2 } })
  })
})
