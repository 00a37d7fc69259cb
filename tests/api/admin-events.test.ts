import type { KyselyPlugin } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { staffEventSchema, streamEvents } from '#contract/admin/events.ts'
import { changeMembership } from '#contract/admin/memberships.ts'
import { readSession, signOut } from '#contract/admin/session.ts'
import { sendContactMessage } from '#contract/contact.ts'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { EventNotifier } from '#server/events/notifier.ts'
import { deleteOldEvents, recordEvent, toPosition } from '#server/events/staff-events.ts'
import { expireMemberships } from '#server/memberships/expiry.ts'
import { setApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'
import { changePerson } from '#server/staff/people.ts'
import { HOUR, MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { colleague, disable, owner, staffOfDesk, Visitor, worksOnlyAt } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { type Listener, listen, stopListening } from '../support/listener.ts'
import { bookingRow, granted, type Order, order, placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { call, refused } from '../support/requests.ts'

afterEach(async () => {
  vi.useRealTimers()
  await stopListening()
})

const soon = <Value>(look: () => Value, timeout = 3_000) => vi.waitFor(look, { timeout, interval: 10 })

/** A database that fails over queries that name a column. */
const breaksWhere = (column: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (JSON.stringify(node).includes(`"${column}"`)) throw new Error('broken on purpose')
    return node
  },
  transformResult: async ({ result }) => result,
})

describe.each(ENGINES)('the stream of events on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(opened)
  })

  /** As another process would: nothing rings here. */
  const noteElsewhere = (bookingId: string) =>
    app.db.write(async (db) => {
      await recordEvent(db, 'booking_update', bookingId, app.now())
      return succeed(undefined)
    })
  const bookings = (listener: Listener) =>
    listener.news.map(({ data }) => {
      const event = staffEventSchema.parse(data)
      return 'booking' in event && event.booking.bookingId
    })

  test('is closed to everybody else', async () => {
    await refused('unauthorized', streamEvents)
    await refused('unauthorized', streamEvents, { headers: { cookie: 'sid=nobody' } })
  })

  test('begins with a beat that says from where it can be resumed', async () => {
    const listener = await listen(await owner(app))
    await soon(() => expect(listener.events[0]).toEqual({ id: toPosition(app.now()), event: 'beat', data: {} }))
  })

  test('tells every tab of a new booking at once, as the list shows it', async () => {
    const visitor = await owner(app)
    const listeners = [await listen(visitor), await listen(visitor)]
    app.clock.advance(1_000)
    const { bookingId } = await placed(app)
    for (const listener of listeners) {
      await soon(() => expect(listener.news).toHaveLength(1), 900)
      const [{ id = '', data } = {}] = listener.news
      expect(id > toPosition(app.now() - 1)).toBe(true)
      expect(data).toEqual(staffEventSchema.parse(data))
      expect(data).toMatchObject({
        kind: 'booking_new',
        booking: { bookingId, customerName: 'Aarati Shrestha', state: 'held', amount: 950_000 },
      })
    }
  })

  test('tells when a booking changes its state', async () => {
    const visitor = await owner(app)
    const { bookingId } = await placed(app)
    app.clock.advance(HOUR / 60)
    const listener = await listen(visitor)
    const booking = await bookingRow(app, bookingId)
    await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', app.now())))
    app.notifier.notify()
    await soon(() =>
      expect(listener.news.at(-1)?.data).toMatchObject({
        kind: 'booking_update',
        booking: { bookingId, state: 'cancelled' },
      }),
    )
  })

  test('hears within two seconds of what another process noted', async () => {
    const listener = await listen(await owner(app))
    const { bookingId } = await placed(app)
    await soon(() => expect(listener.news).toHaveLength(1))
    await noteElsewhere(bookingId)
    await soon(() => expect(listener.news).toHaveLength(2), 2_000)
  })

  test.each(['Last-Event-ID', 'after'])('is resumed by %s without a gap', async (by) => {
    const visitor = await owner(app)
    const first = await listen(visitor)
    const ids = [(await placed(app)).bookingId]
    await soon(() => expect(first.news).toHaveLength(1))
    const last = first.news[0]?.id ?? ''
    await first.close()
    for (let index = 0; index < 4; index++) {
      app.clock.advance(20_000)
      ids.push((await placed(app)).bookingId)
    }
    const second = await (by === 'after'
      ? listen(visitor, {}, `?after=${last}`)
      : listen(visitor, { 'last-event-id': last }, `?after=${toPosition(app.now() + HOUR)}`))
    ids.push((await placed(app)).bookingId)
    await soon(() => expect(new Set([...bookings(first), ...bookings(second)])).toEqual(new Set(ids)))
    // What lies further back than events may come out of order is not told again.
    const third = await listen(visitor, { 'last-event-id': toPosition(app.now() - 25_000) })
    await soon(() => expect(bookings(third)).toEqual(ids.slice(-3)))
  })

  test('misses nothing between reading the session and listening from there', async () => {
    const visitor = await owner(app)
    const { eventsFrom } = await call(readSession, visitor.sent)
    const { bookingId } = await placed(app)
    app.clock.advance(HOUR)
    const listener = await listen(visitor, {}, `?after=${eventsFrom}`)
    await soon(() => expect(bookings(listener)).toEqual([bookingId]))
  })

  test.each(['', 'x', '9'.repeat(15), '00000000000000-x', "' or 1=1 --"])(
    'begins now where "%s" is no position',
    async (after) => {
      const visitor = await owner(app)
      await placed(app)
      app.clock.advance(HOUR)
      const listener = await listen(visitor, {}, `?after=${encodeURIComponent(after)}`)
      const { bookingId } = await placed(app)
      await soon(() => expect(bookings(listener)).toEqual([bookingId]))
    },
  )

  test('says to read anew where too much was missed, and tells the latest', async () => {
    const visitor = await owner(app)
    const from = toPosition(app.now())
    const { bookingId } = await placed(app)
    for (let index = 0; index < 60; index++) await noteElsewhere(bookingId)
    app.clock.advance(HOUR)
    const listener = await listen(visitor, {}, `?after=${from}`)
    await soon(() => expect(listener.news).toHaveLength(20))
    const events = await rows(app.db.read, 'staff_events')
    const last = events
      .map(({ id }) => id)
      .toSorted()
      .at(-1)
    expect(listener.events.filter(({ event }) => event === 'reload')).toEqual([{ id: last, event: 'reload', data: {} }])
    expect(listener.news.at(-1)?.id).toBe(last)
  })

  const kinds = (listener: Listener) => listener.news.map(({ data }) => staffEventSchema.parse(data).kind)
  const paid = async (over: Partial<Order> = {}) => {
    const payment = await started(app, order(over))
    const report = { kind: 'paid', amount: paisa(payment.amount), providerReference: payment.paymentId } as const
    await settle(app, payment.paymentId, report, 'lookup')
    return payment
  }

  test('tells of a membership that begins, that staff change and that runs out', async () => {
    const visitor = await owner(app)
    const listener = await listen(visitor)
    await paid()
    await soon(() => expect(kinds(listener)).toEqual(['booking_new', 'membership_new', 'booking_update']))
    const [membership] = await rows(app.db.read, 'memberships')
    const body = { version: 1, notes: 'Key not returned' }
    await call(changeMembership, { id: membership?.id ?? '', body, ...visitor.sent })
    await soon(() =>
      expect(listener.news.at(-1)?.data).toMatchObject({
        kind: 'membership_update',
        membership: { customerName: 'Aarati Shrestha', notes: 'Key not returned', locationName: 'Dhobighat Hub' },
      }),
    )
    app.clock.set(Date.parse('2027-01-10T18:15:00Z'))
    await expireMemberships(app)
    await soon(() =>
      expect(listener.news.at(-1)?.data).toMatchObject({ membership: { status: 'expired', version: 3 } }),
    )
  })

  test('tells managers of messages', async () => {
    const listener = await listen(await owner(app, 'manager'))
    const body = { name: 'Nisha', email: 'nisha@example.com', message: 'Is there parking for bicycles?' }
    await call(sendContactMessage, { body })
    await soon(() =>
      expect(listener.news.at(-1)?.data).toMatchObject({ kind: 'message_new', message: { name: 'Nisha' } }),
    )
  })

  test('tells the front desk of its own locations, and of no messages', async () => {
    const visitor = await owner(app, 'desk')
    await worksOnlyAt(app, ['kausimaa'])
    const listener = await listen(visitor)
    await paid()
    await call(sendContactMessage, {
      body: { name: 'Nisha', email: 'n@example.com', message: 'Is there parking here?' },
    })
    const own = await paid({ locationId: 'kausimaa' })
    await soon(() => expect(kinds(listener)).toContain('membership_new'))
    expect(new Set(bookings(listener).filter(Boolean))).toEqual(new Set([own.bookingId]))
    expect(kinds(listener).filter((kind) => !kind.startsWith('booking'))).toEqual(['membership_new'])
  })

  test('ends at once when its session is ended, and no other', async () => {
    const one = await owner(app)
    const two = new Visitor()
    await two.signIn()
    const [ended, other] = [await listen(one), await listen(two)]
    await one.send(signOut)
    await soon(() => expect(ended.ended).toBe(true), 500)
    expect(other.ended).toBe(false)
  })

  test.each([
    ['disabled', { disabled: true }],
    ['bound to other places', { workplaces: ['kausimaa' as const] }],
  ])('of an account that is %s in another process keeps to it within two seconds', async (_, change) => {
    const boss = await owner(app)
    const id = await colleague(app)
    const desk = new Visitor()
    await desk.signIn(undefined, 'desk@chautari.example')
    const [listener, other] = [await listen(desk), await listen(boss)]
    // Nothing rings for those who listen.
    app.notifier = new EventNotifier()
    granted(await changePerson(app, await staffOfDesk(app), id, { version: 1, ...change }))
    if ('disabled' in change) {
      await soon(() => expect(listener.events.at(-1)).toMatchObject({ event: 'ended' }), 2_000)
      await soon(() => expect(listener.ended).toBe(true), 500)
      expect(await desk.send(readSession)).toMatchObject({ body: { error: { ended: 'disabled' } } })
    } else {
      await placed(app)
      await soon(() => expect(other.news).toHaveLength(1), 2_000)
      expect([listener.ended, listener.news]).toEqual([false, []])
    }
    expect(other.ended).toBe(false)
  })

  test('whose own session cannot be looked up is let go, and the others are told all the same', async () => {
    const [boss, id, desk] = [await owner(app), await colleague(app), new Visitor()]
    await desk.signIn(undefined, 'desk@chautari.example')
    const { bookingId } = await placed(app)
    app.clock.advance(MINUTE)
    const [listener, other] = [await listen(desk), await listen(boss)]
    app.db = { ...app.db, read: app.db.read.withPlugin(breaksWhere('token_hash')) }
    // One batch: what comes after the lookup that fails is in it.
    await app.db.write(async (db) => {
      await recordEvent(db, 'staff_update', id, app.now())
      await recordEvent(db, 'booking_update', bookingId, app.now())
      return succeed(undefined)
    })
    await soon(() => expect(bookings(other)).toEqual([bookingId]))
    await soon(() => expect(listener.ended).toBe(true))
    expect(other.ended).toBe(false)
    expect(app.bugs.splice(0)).toEqual([new Error('broken on purpose')])
  })

  test('tells what could not be read as soon as it can be', async () => {
    const visitor = await owner(app)
    const { bookingId } = await placed(app)
    app.clock.advance(MINUTE)
    const listener = await listen(visitor)
    const { db } = app
    app.db = { ...db, read: db.read.withPlugin(breaksWhere('location_name')) }
    await noteElsewhere(bookingId)
    await soon(() => expect(app.bugs.splice(0)).not.toEqual([]))
    app.db = db
    await soon(() => expect(bookings(listener)).toEqual([bookingId]))
    app.bugs.length = 0
  })

  test('ends with the next beat when the session ran out or the account was disabled elsewhere', async () => {
    const visitor = await owner(app)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const listener = await listen(visitor)
    await vi.advanceTimersByTimeAsync(15_000)
    await soon(() => expect(listener.events.filter(({ event }) => event === 'beat')).toHaveLength(2))
    await disable(app)
    await vi.advanceTimersByTimeAsync(15_000)
    await soon(() => expect(listener.ended).toBe(true))
  })

  test('does not keep a session alive', async () => {
    const visitor = await owner(app)
    app.clock.advance(HOUR)
    await listen(visitor)
    expect(await call(readSession, visitor.sent)).toMatchObject({ endsInSeconds: 3_600 })
  })

  test('ends when the process stops', async () => {
    const visitor = await owner(app)
    const listener = await listen(visitor)
    app.accepting = false
    await soon(() => expect(listener.ended).toBe(true))
    await refused('not_ready', streamEvents, visitor.sent)
  })

  test('is forgotten after a week', async () => {
    await placed(app)
    app.clock.advance(7 * 24 * HOUR)
    await placed(app)
    await deleteOldEvents(app)
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(2)
    app.clock.advance(1)
    await deleteOldEvents(app)
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(1)
  })
})
