import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { confirmWaiting, joinWaitingList, leaveWaitingList, readSeatOffer } from '#contract/waiting.ts'
import { DAY_MS } from '#domain/calendar.ts'
import { deleteOldRows } from '#server/retention.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { describeOnEachEngine, emailsTo, expectNothingStored, HOUR, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { bookingRow, dayPass, type Placed, placed, setCapacity, transitionTo } from '../../support/orders.ts'
import { atOnce, runAfter } from '../../support/outcomes.ts'
import { call, rejected, withKey } from '../../support/requests.ts'
import { MISCOUNTED_DAYS } from '../../support/seat-counts.ts'
import { emailedOffer, waiting, waitingInput, waitingLink } from '../../support/waiting.ts'

const DAY = '2026-12-10'
const FULL = { locationId: 'kausimaa', day: DAY }
const OFFER = 'A seat is free: Kausimaa, 10 Dec 2026'
const order = (changes = {}) => dayPass({ locationId: 'kausimaa', startDate: DAY, ...changes })

describeOnEachEngine('offers of the waiting list on %s', (app) => {
  let booked: Placed[] = []
  /** Two seats, both booked. */
  beforeEach(async () => {
    setCapacity(app, 2)
    booked = await atOnce(2, () => placed(app, order()))
  })

  const join = (name: string) => {
    app.clock.advance(1_000)
    return waiting(app, { ...FULL, email: `${name}@example.com` })
  }
  const free = (seat: 0 | 1) => transitionTo(app, booked[seat]?.bookingId ?? '', 'cancelled')
  const offered = async (name: string) =>
    (await emailsTo(app, `${name}@example.com`)).filter((subject) => subject === OFFER).length
  const offers = async () => (await rows(app.db.read, 'seat_offers')).map(({ state }) => state).toSorted()
  const stateOf = async (name: string) =>
    (await rows(app.db.read, 'waiting_entries')).find(({ email }) => email === `${name}@example.com`)?.state
  const book = (offer: { id: string; token: string } | undefined, changes = {}) =>
    withKey({ ...order(changes), ...(offer && { offer }) })
  const expectSeatsCounted = async () => expect((await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)).rows).toEqual([])

  test('hold a freed seat for the first in line, who books it', async () => {
    await join('maya')
    await join('nisha')
    await offerFreeSeats(app)
    expect(await offers()).toEqual([])
    await free(0)
    await atOnce(2, () => offerFreeSeats(app))
    expect([await offered('maya'), await offered('nisha')]).toEqual([1, 0])
    await rejected('sold_out', placeBooking, book(undefined))
    const offer = await emailedOffer(app, 'maya@example.com')
    expect(await call(readSeatOffer, { id: offer.id, secret: offer.token })).toEqual({
      locationId: 'kausimaa',
      date: DAY,
      expiresAt: '2026-12-01T16:15:02.000Z',
      state: 'open',
    })
    const { bookingId, expiresAt } = await call(placeBooking, book(offer))
    expect(expiresAt).toBe('2026-12-01T16:15:02.000Z')
    expect((await bookingRow(app, bookingId)).expires_at).toBe(expiresAt)
    expect(await rows(app.db.read, 'seat_offers')).toMatchObject([{ state: 'taken', booking_id: bookingId }])
    expect([await stateOf('maya'), await stateOf('nisha')]).toEqual(['booked', 'waiting'])
    expect(await call(readSeatOffer, { id: offer.id, secret: offer.token })).toMatchObject({ state: 'taken' })
    await expectSeatsCounted()
  })

  test('hold their seat until they end, also for the bookings that replace the first one', async () => {
    await join('maya')
    await free(0)
    await offerFreeSeats(app)
    const instead = ({ bookingId, secret }: Placed, changes = {}) =>
      book(undefined, { replaces: { bookingId, secret }, ...changes })
    const first = await call(placeBooking, book(await emailedOffer(app, 'maya@example.com')))
    const second = await call(placeBooking, instead(first, { notes: 'A quiet desk' }))
    const third = await call(placeBooking, instead(second, { notes: 'A desk at the window' }))
    expect([second.expiresAt, third.expiresAt]).toEqual([first.expiresAt, first.expiresAt])
    const other = await call(placeBooking, instead(third, { startDate: '2026-12-11' }))
    expect(other.expiresAt < first.expiresAt).toBe(true)
    await expectSeatsCounted()
  })

  test('go to the next in line when they are not answered, and end the place on the list', async () => {
    await join('maya')
    await join('nisha')
    await free(0)
    await offerFreeSeats(app)
    const offer = await emailedOffer(app, 'maya@example.com')
    await runAfter(app, 12 * HOUR - 1_000, offerFreeSeats)
    expect(await offers()).toEqual(['open'])
    app.clock.set(kathmandu('2026-12-02', '07:00'))
    await atOnce(2, () => offerFreeSeats(app))
    expect([await stateOf('maya'), await stateOf('nisha')]).toEqual(['removed', 'offered'])
    expect(await offers()).toEqual(['expired', 'open'])
    expect(await call(readSeatOffer, { id: offer.id, secret: offer.token })).toMatchObject({ state: 'expired' })
    await rejected('sold_out', placeBooking, book(offer))
    await expectSeatsCounted()
  })

  test('hold at most a tenth of the seats, and at least one', async () => {
    await join('maya')
    await join('nisha')
    await free(0)
    await free(1)
    await offerFreeSeats(app)
    expect([await offered('maya'), await offered('nisha')]).toEqual([1, 0])
    await call(placeBooking, book(undefined))
    await rejected('sold_out', placeBooking, book(undefined))
    await expectSeatsCounted()
  })

  test('are sent again, with a link for one seat, when the address is entered again', async () => {
    await join('maya')
    await free(0)
    await offerFreeSeats(app)
    const offer = await emailedOffer(app, 'maya@example.com')
    app.clock.advance(1_000)
    await call(joinWaitingList, { body: waitingInput({ ...FULL, email: 'maya@example.com' }) })
    expect(await offered('maya')).toBe(2)
    expect(await emailedOffer(app, 'maya@example.com')).toEqual(offer)
    const last = (await rows(app.db.read, 'emails')).findLast(({ subject }) => subject === OFFER)
    expect(last?.body).toContain(`start=${DAY}&seats=1#offer=`)
    await call(placeBooking, book(offer))
    await expectSeatsCounted()
  })

  test('are one at a time for each address', async () => {
    await placed(app, order({ startDate: '2026-12-11' }))
    const [other] = await atOnce(1, () => placed(app, order({ startDate: '2026-12-11' })))
    await join('maya')
    await waiting(app, { locationId: 'kausimaa', day: '2026-12-11', email: 'maya@example.com' })
    await free(0)
    await transitionTo(app, other?.bookingId ?? '', 'cancelled')
    await atOnce(2, () => offerFreeSeats(app))
    expect(await offers()).toEqual(['open'])
    await call(placeBooking, book(await emailedOffer(app, 'maya@example.com')))
    await offerFreeSeats(app)
    expect(await offers()).toEqual(['open', 'taken'])
  })

  test('are not made at night, on a closed day or after the sales of the day', async () => {
    await join('maya')
    await free(0)
    for (const [date, time] of [
      ['2026-12-01', '21:00'],
      ['2026-12-02', '06:59'],
      [DAY, '20:59'],
    ] as const) {
      app.clock.set(kathmandu(date, time))
      await offerFreeSeats(app)
    }
    app.clock.set(kathmandu('2026-12-02', '07:00'))
    await closed(app, { from: DAY })
    await offerFreeSeats(app)
    expect(await offers()).toEqual([])
  })

  test('release their seat when the visitor leaves', async () => {
    await join('maya')
    await join('nisha')
    await free(0)
    await offerFreeSeats(app)
    await call(leaveWaitingList, { body: await waitingLink(app, 'maya@example.com', 'leave') })
    await expectSeatsCounted()
    await offerFreeSeats(app)
    expect(await offered('nisha')).toBe(1)
    expect(await offers()).toEqual(['expired', 'open'])
  })

  describe('a booking with an offer', () => {
    beforeEach(async () => {
      await join('maya')
      await free(0)
      await offerFreeSeats(app)
    })

    test.each([
      ['a wrong token', { token: 'wrong' }, {}],
      ['another day', {}, { startDate: '2026-12-11' }],
      ['another location', {}, { locationId: 'dhobighat-hub' }],
    ])('ignores it with %s', async (_, change, changes) => {
      const offer = { ...(await emailedOffer(app, 'maya@example.com')), ...change }
      const isOther = Object.keys(changes).length > 0
      if (isOther) await call(placeBooking, book(offer, changes))
      else await rejected('sold_out', placeBooking, book(offer))
      expect(await offers()).toEqual(['open'])
      await expectSeatsCounted()
    })

    test('leaves it open when the booking is rejected', async () => {
      const offer = await emailedOffer(app, 'maya@example.com')
      await rejected('price_changed', placeBooking, book(offer, { totalAmount: 1 }))
      await closed(app, { from: DAY })
      await expectNothingStored(app, () => rejected('invalid', placeBooking, book(offer)))
      expect(await offers()).toEqual(['open'])
    })

    test('returns the first response to a repeated request', async () => {
      const sent = book(await emailedOffer(app, 'maya@example.com'))
      expect(await call(placeBooking, sent)).toEqual(await call(placeBooking, sent))
      expect(await offers()).toEqual(['taken'])
    })

    test('takes a free seat once the offer has ended', async () => {
      const offer = await emailedOffer(app, 'maya@example.com')
      app.clock.set(kathmandu('2026-12-02', '07:00'))
      await offerFreeSeats(app)
      await call(placeBooking, book(offer))
      expect(await offers()).toEqual(['expired'])
      await expectSeatsCounted()
    })
  })

  test.each([
    ['2026-11-30', 'Choose today or a later start date'],
    ['2027-12-05', 'Choose a start date within the next 365 days'],
    ['tomorrow', 'Enter a date like 2026-12-10'],
  ])('cannot be waited for on %s', async (day, message) => {
    const body = waitingInput({ ...FULL, day })
    const failure = await expectNothingStored(app, () => rejected('invalid', joinWaitingList, { body }))
    expect(failure.fields).toEqual({ day: message })
  })

  test('cannot be waited for on a day with free seats, on a closed day, or at a location that is not open', async () => {
    const join = (changes: object) => ({ body: waitingInput({ ...FULL, ...changes }) })
    await rejected('unavailable', joinWaitingList, join({ day: '2026-12-11' }))
    await rejected('unavailable', joinWaitingList, join({ locationId: 'jhamsikhel-loft' }))
    await rejected('invalid', joinWaitingList, join({ planId: 'private-office' }))
    await closed(app, { from: DAY })
    await rejected('invalid', joinWaitingList, join({}))
  })

  test('cannot be confirmed after their day, and are deleted 30 days after it', async () => {
    await call(joinWaitingList, { body: waitingInput(FULL) })
    await join('maya')
    await free(0)
    await offerFreeSeats(app)
    const body = await waitingLink(app, 'nisha@example.com', 'confirm')
    const [email] = (await rows(app.db.read, 'emails')).filter(({ recipient }) => recipient === 'nisha@example.com')
    expect(email?.body).toContain(`&location=kausimaa&day=${DAY}\n`)
    app.clock.set(kathmandu('2026-12-11', '00:00'))
    await rejected('not_found', confirmWaiting, { body })
    app.clock.set(Date.parse(`${DAY}T00:00:00Z`) + 30 * DAY_MS - 1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'waiting_entries')).toHaveLength(2)
    app.clock.advance(DAY_MS)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'waiting_entries')).toEqual([])
    expect(await rows(app.db.read, 'seat_offers')).toEqual([])
  })
})
