import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamEvents } from '#contract/admin/events.ts'
import { changeMembership } from '#contract/admin/memberships.ts'
import { readSession, signOut } from '#contract/admin/session.ts'
import { sendContactMessage } from '#contract/contact.ts'
import { runTransaction } from '#server/db/database.ts'
import { EventNotifier } from '#server/events/notifier.ts'
import { recordEvent, toPosition } from '#server/events/staff-events.ts'
import { expireMemberships } from '#server/memberships/lifecycle.ts'
import { deleteOldRows } from '#server/retention.ts'
import { changePerson } from '#server/staff/people.ts'
import { describeOnEachEngine, execute, HOUR, MINUTE, rows } from '../support/app.ts'
import { closeEventStreams, type EventStream, openEventStream } from '../support/event-stream.ts'
import { granted, order, placed, transitionTo } from '../support/orders.ts'
import { paidBooking } from '../support/payments.ts'
import { call, rejected } from '../support/requests.ts'
import {
  colleague,
  disable,
  owner,
  setRole,
  signedInBrowser,
  signedInStaff,
  type TestBrowser,
  worksOnlyAt,
} from '../support/staff-accounts.ts'
import { bookedTour } from '../support/tours.ts'
import { waitFor } from '../support/wait-for.ts'

afterEach(async () => {
  vi.useRealTimers()
  await closeEventStreams()
})

const MESSAGE = { name: 'Nisha', email: 'nisha@example.com', message: 'Is there parking for bicycles?' }

/** Fails the queries that name a column. */
const failWhere = (column: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (JSON.stringify(node).includes(`"${column}"`)) throw new Error('broken on purpose')
    return node
  },
  transformResult: async ({ result }) => result,
})

describeOnEachEngine('the stream of events on %s', (app) => {
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await owner(app)
  })
  /** Records an event as another process would, without a notification here. */
  const recordElsewhere = (bookingId: string) =>
    runTransaction(app.db, (db) => recordEvent(db, 'booking_update', bookingId, app.now()))
  const expectLast = (listener: EventStream, data: object) =>
    waitFor(() => expect(listener.messages.at(-1)?.data).toMatchObject(data))
  const bookings = (listener: EventStream) =>
    listener.messages.map(({ data }) => {
      const event = streamEvents.output.parse(data)
      return 'booking' in event && event.booking.bookingId
    })

  test('is closed to everyone without a session', async () => {
    await rejected('unauthorized', streamEvents)
    await rejected('unauthorized', streamEvents, { headers: { cookie: 'sid=unknown' } })
  })

  test('starts with an event that contains the position to resume from', async () => {
    const listener = await openEventStream(browser)
    await waitFor(() => expect(listener.events[0]).toEqual({ id: toPosition(app.now()), event: 'heartbeat', data: {} }))
  })

  test('sends a new booking to every tab, as the list shows it', async () => {
    const listeners = [await openEventStream(browser), await openEventStream(browser)]
    app.clock.advance(1_000)
    const { bookingId } = await placed(app)
    for (const listener of listeners) {
      await waitFor(() => expect(listener.messages).toHaveLength(1))
      const [{ id = '', data } = {}] = listener.messages
      expect(id > toPosition(app.now() - 1)).toBe(true)
      expect(data).toEqual(streamEvents.output.parse(data))
      expect(data).toMatchObject({
        kind: 'booking_new',
        booking: { bookingId, customerName: 'Aarati Shrestha', state: 'held', amount: 950_000 },
      })
    }
  })

  test('sends a booking whose state changed', async () => {
    const { bookingId } = await placed(app)
    app.clock.advance(HOUR / 60)
    const listener = await openEventStream(browser)
    await transitionTo(app, bookingId, 'cancelled')
    app.notifier.notify()
    await expectLast(listener, { kind: 'booking_update', booking: { bookingId, state: 'cancelled' } })
  })

  test('sends events of another process', async () => {
    const listener = await openEventStream(browser)
    const { bookingId } = await placed(app)
    await waitFor(() => expect(listener.messages).toHaveLength(1))
    await recordElsewhere(bookingId)
    await waitFor(() => expect(listener.messages).toHaveLength(2))
  })

  test.each(['Last-Event-ID', 'after'])('is resumed by %s without a gap', async (by) => {
    const first = await openEventStream(browser)
    const ids = [(await placed(app)).bookingId]
    await waitFor(() => expect(first.messages).toHaveLength(1))
    const last = first.messages[0]?.id ?? ''
    await first.close()
    for (let index = 0; index < 4; index++) {
      app.clock.advance(20_000)
      ids.push((await placed(app)).bookingId)
    }
    const second = await (by === 'after'
      ? openEventStream(browser, {}, `?after=${last}`)
      : openEventStream(browser, { 'last-event-id': last }, `?after=${toPosition(app.now() + HOUR)}`))
    ids.push((await placed(app)).bookingId)
    await waitFor(() => expect(new Set([...bookings(first), ...bookings(second)])).toEqual(new Set(ids)))
    // Only events that may have been committed out of order are sent again.
    const third = await openEventStream(browser, { 'last-event-id': toPosition(app.now() - 25_000) })
    await waitFor(() => expect(bookings(third)).toEqual(ids.slice(-3)))
  })

  test('misses no event between reading the session and subscribing', async () => {
    const { eventsFrom } = await call(readSession, browser.sent)
    const { bookingId } = await placed(app)
    app.clock.advance(HOUR)
    const listener = await openEventStream(browser, {}, `?after=${eventsFrom}`)
    await waitFor(() => expect(bookings(listener)).toEqual([bookingId]))
  })

  test.each(['', 'x', '9'.repeat(15), '00000000000000-x', "' or 1=1 --"])(
    'starts at the newest event if "%s" is not a position',
    async (after) => {
      await placed(app)
      app.clock.advance(HOUR)
      const listener = await openEventStream(browser, {}, `?after=${encodeURIComponent(after)}`)
      const { bookingId } = await placed(app)
      await waitFor(() => expect(bookings(listener)).toEqual([bookingId]))
    },
  )

  test('requests a reload after too many missed events, and contains the newest position', async () => {
    const from = toPosition(app.now())
    const { bookingId } = await placed(app)
    for (let index = 0; index < 60; index++) await recordElsewhere(bookingId)
    app.clock.advance(HOUR)
    const listener = await openEventStream(browser, {}, `?after=${from}`)
    await waitFor(() => expect(listener.messages).toHaveLength(20))
    const events = await rows(app.db.read, 'staff_events')
    const [last] = events
      .map(({ id }) => id)
      .toSorted()
      .reverse()
    expect(listener.events.filter(({ event }) => event === 'reload')).toEqual([{ id: last, event: 'reload', data: {} }])
    expect(listener.messages.at(-1)?.id).toBe(last)
  })

  const kinds = (listener: EventStream) => listener.messages.map(({ data }) => streamEvents.output.parse(data).kind)

  test('sends a membership that starts, is edited or expires', async () => {
    const listener = await openEventStream(browser)
    await paidBooking(app)
    await waitFor(() => expect(kinds(listener)).toEqual(['booking_new', 'membership_new', 'booking_update']))
    const [membership] = await rows(app.db.read, 'memberships')
    const body = { version: 1, notes: 'Key not returned' }
    await call(changeMembership, { id: membership?.id ?? '', body, ...browser.sent })
    await expectLast(listener, {
      kind: 'membership_update',
      membership: { customerName: 'Aarati Shrestha', notes: 'Key not returned', locationName: 'Dhobighat Hub' },
    })
    app.clock.set(Date.parse('2027-01-10T18:15:00Z'))
    await expireMemberships(app)
    await expectLast(listener, { membership: { status: 'expired', version: 3 } })
  })

  test('sends messages to managers', async () => {
    await setRole(app, 'manager')
    const listener = await openEventStream(browser)
    await call(sendContactMessage, { body: MESSAGE })
    await expectLast(listener, { kind: 'message_new', message: { name: 'Nisha' } })
  })

  test('sends the front desk events of its locations only, and no messages', async () => {
    await setRole(app, 'desk')
    await worksOnlyAt(app, ['kausimaa'])
    const listener = await openEventStream(browser)
    await paidBooking(app)
    await bookedTour(app, { locationId: 'dhobighat-hub' })
    await bookedTour(app)
    await call(sendContactMessage, { body: MESSAGE })
    const own = await paidBooking(app, order({ locationId: 'kausimaa' }))
    await waitFor(() => expect(kinds(listener)).toContain('membership_new'))
    expect(new Set(bookings(listener).filter(Boolean))).toEqual(new Set([own.bookingId]))
    expect(kinds(listener).filter((kind) => !kind.startsWith('booking'))).toEqual(['tour_new', 'membership_new'])
  })

  test('sends changes of rooms to the staff of their location', async () => {
    await setRole(app, 'desk')
    await worksOnlyAt(app, ['kausimaa'])
    const listener = await openEventStream(browser)
    for (const locationId of ['dhobighat-hub', 'kausimaa'])
      await runTransaction(app.db, (db) => recordEvent(db, 'rooms_update', locationId, app.now()))
    await expectLast(listener, { kind: 'rooms_update', locationId: 'kausimaa' })
    expect(kinds(listener)).toEqual(['rooms_update'])
  })

  test('sends changes of closed days to every role, and those of prices to managers', async () => {
    await setRole(app, 'desk')
    const listener = await openEventStream(browser)
    for (const kind of ['prices_update', 'closures_update'] as const)
      await runTransaction(app.db, (db) => recordEvent(db, kind, '7', app.now()))
    await expectLast(listener, { kind: 'closures_update', version: 7 })
    expect(kinds(listener)).toEqual(['closures_update'])
  })

  test('sends changes of seats to those who are assigned to the location', async () => {
    await setRole(app, 'desk')
    await execute(app, (db) => db.updateTable('staff').set({ workplaces: '["kausimaa"]' }))
    const listener = await openEventStream(browser)
    for (const location of ['dhobighat-hub', 'kausimaa'])
      await runTransaction(app.db, (db) => recordEvent(db, 'capacity_update', location, app.now()))
    await expectLast(listener, { kind: 'capacity_update', locationId: 'kausimaa' })
    expect(kinds(listener)).toEqual(['capacity_update'])
  })

  test('ends when its session is ended, and no other', async () => {
    const [ended, other] = [await openEventStream(browser), await openEventStream(await signedInBrowser(app))]
    await browser.send(signOut)
    await waitFor(() => expect(ended.ended).toBe(true))
    expect(other.ended).toBe(false)
  })

  test.each([
    ['disabled', { disabled: true }],
    ['limited to other locations', { workplaces: ['kausimaa' as const] }],
  ])('applies that an account is %s in another process', async (_, change) => {
    const id = await colleague(app)
    const desk = await signedInBrowser(app, 'desk@chautari.example')
    const [listener, other] = [await openEventStream(desk), await openEventStream(browser)]
    // Open streams are not notified.
    app.notifier = new EventNotifier()
    granted(await changePerson(app, await signedInStaff(app), id, { version: 1, ...change }))
    if ('disabled' in change) {
      await waitFor(() => expect(listener.events.at(-1)).toMatchObject({ event: 'ended' }))
      await waitFor(() => expect(listener.ended).toBe(true))
      expect(await desk.send(readSession)).toMatchObject({ body: { error: { ended: 'disabled' } } })
    } else {
      await placed(app)
      await waitFor(() => expect(other.messages).toHaveLength(1))
      expect([listener.ended, listener.messages]).toEqual([false, []])
    }
    expect(other.ended).toBe(false)
  })

  test('is closed if its session cannot be read, while the others continue', async () => {
    const id = await colleague(app)
    const desk = await signedInBrowser(app, 'desk@chautari.example')
    const { bookingId } = await placed(app)
    app.clock.advance(MINUTE)
    const [listener, other] = [await openEventStream(desk), await openEventStream(browser)]
    app.db = { ...app.db, read: app.db.read.withPlugin(failWhere('token_hash')) }
    // Both events are in one batch, so the second one follows the lookup that fails.
    await runTransaction(app.db, async (db) => {
      await recordEvent(db, 'staff_update', id, app.now())
      await recordEvent(db, 'booking_update', bookingId, app.now())
    })
    await waitFor(() => expect(bookings(other)).toEqual([bookingId]))
    await waitFor(() => expect(listener.ended).toBe(true))
    expect(other.ended).toBe(false)
    expect(app.bugs.splice(0)).toEqual([new Error('broken on purpose')])
  })

  test('sends events that could not be read as soon as they can be', async () => {
    const { bookingId } = await placed(app)
    app.clock.advance(MINUTE)
    const listener = await openEventStream(browser)
    const { db } = app
    app.db = { ...db, read: db.read.withPlugin(failWhere('purpose')) }
    await recordElsewhere(bookingId)
    await waitFor(() => expect(app.bugs.splice(0)).not.toEqual([]))
    app.db = db
    await waitFor(() => expect(bookings(listener)).toEqual([bookingId]))
    app.bugs.length = 0
  })

  test('ends with the next heartbeat if the session expired or the account was disabled elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const listener = await openEventStream(browser)
    await vi.advanceTimersByTimeAsync(15_000)
    await waitFor(() => expect(listener.events.filter(({ event }) => event === 'heartbeat')).toHaveLength(2))
    await disable(app)
    await vi.advanceTimersByTimeAsync(15_000)
    await waitFor(() => expect(listener.ended).toBe(true))
  })

  test('does not extend a session', async () => {
    app.clock.advance(HOUR)
    await openEventStream(browser)
    expect(await call(readSession, browser.sent)).toMatchObject({ endsInSeconds: 3_600 })
  })

  test('ends when the process stops', async () => {
    const listener = await openEventStream(browser)
    app.accepting = false
    await waitFor(() => expect(listener.ended).toBe(true))
    await rejected('not_ready', streamEvents, browser.sent)
  })

  test('deletes events after a week', async () => {
    await placed(app)
    app.clock.advance(7 * 24 * HOUR)
    await placed(app)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(2)
    app.clock.advance(1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(1)
  })
})
