import { describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { succeed } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { findBrokenLink } from '#server/audit/entries.ts'
import type { MembershipTable } from '#server/db/schema.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { addNote, resendConfirmationEmail, updateCustomer } from '#server/desk/booking-edits.ts'
import { cancel, reject } from '#server/desk/cancellation.ts'
import { confirm } from '#server/desk/confirmation.ts'
import { move, preview } from '#server/desk/move.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, MINUTE, mailsTo, rows, stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const reason = 'The customer asked for it'
const AARATI = 'aarati@example.com'

describe.each(ENGINES)('what staff do to a booking, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const detail = async (staff: Staff, id: string): Promise<BookingDetail> =>
    granted(await loadBookingDetail(app, staff, id))
  const deeds = async () => (await rows(app.db.read, 'audit')).toSorted((a, b) => a.position - b.position)
  const fullDay = async (start: string, but = 0) => {
    for (let seat = 0; seat < 30 - but; seat++) await placed(app, dayPass({ startDate: start }))
  }
  const paid = async (sent = order()) => {
    const payment = await started(app, sent)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: payment.amount as never, providerReference: newKey() },
      'lookup',
    )
    return payment
  }

  describe('by hand', () => {
    test('cash confirms a held booking once, with its payment, membership, mail and deed', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      const wanted = { version: 1, method: 'cash', reason: 'Paid at the desk' } as const
      const done = granted(await confirm(app, owner, bookingId, wanted))
      expect(done).toMatchObject({ state: 'confirmed', version: 2, method: 'cash', membership: { status: 'active' } })
      expect(done.payments).toMatchObject([{ method: 'cash', state: 'confirmed', amount: 950_000, received: 950_000 }])
      expect(await mailsTo(app, AARATI)).toEqual([expect.stringContaining('Booking confirmed')])
      expect(await deeds()).toMatchObject([
        { action: 'booking_confirmed', actor: owner.email, subject_id: bookingId, reason: 'Paid at the desk' },
      ])
      expect((await findBrokenLink(app.db.read)).brokenAt).toBeUndefined()
      const before = await stored(app)
      expect(refusalOf(await confirm(app, owner, bookingId, wanted)).code).toBe('changed_meanwhile')
      expect(refusalOf(await confirm(app, owner, bookingId, { ...wanted, version: 2 })).code).toBe('wrong_state')
      expect(await stored(app)).toEqual(before)
    })

    test('the desk takes cash for its own location, and says nothing of what is in the account', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
      const { bookingId } = await placed(app)
      const wanted = { version: 1, method: 'cash', reason } as const
      await untouched(app, async () => {
        for (const method of ['qr_payment', 'bank_transfer'] as const) {
          const seen = { ...wanted, method, transactionId: 'TRX-1000' }
          expect(refusalOf(await confirm(app, desk, bookingId, seen)).code).toBe('forbidden')
        }
        expect(refusalOf(await confirm(app, elsewhere, bookingId, wanted)).code).toBe('not_found')
      })
      expect(granted(await confirm(app, desk, bookingId, wanted))).toMatchObject({ state: 'confirmed', method: 'cash' })
      expect(await deeds()).toMatchObject([{ action: 'booking_confirmed', actor: desk.email, reason }])
    })

    test('money in the account needs its transaction, and one transaction pays one booking', async () => {
      const owner = await staffMember(app)
      const first = await started(app, order(), 'bank_transfer')
      const second = await placed(app)
      const wanted = { method: 'bank_transfer', reason } as const
      const version = (await bookingRow(app, first.bookingId)).version
      expect(refusalOf(await confirm(app, owner, first.bookingId, { ...wanted, version }))).toMatchObject({
        code: 'invalid',
        fields: { transactionId: expect.any(String) },
      })
      granted(await confirm(app, owner, first.bookingId, { ...wanted, version, transactionId: 'ABC 1234' }))
      // The transfer that was announced is the one that came.
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
      const again = { ...wanted, version: 1, transactionId: 'abc-1234' }
      expect(refusalOf(await confirm(app, owner, second.bookingId, again)).fields).toHaveProperty('transactionId')
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    })

    test('an expired booking is confirmed where its seats are free, and else nothing happens', async () => {
      const owner = await staffMember(app)
      const free = await placed(app, dayPass())
      const gone = await placed(app, dayPass({ startDate: '2026-12-11' }))
      app.clock.advance(HOUR)
      await expireBookings(app)
      await fullDay('2026-12-11')
      const wanted = { version: 2, method: 'cash', reason } as const
      expect(granted(await confirm(app, owner, free.bookingId, wanted)).state).toBe('confirmed')
      const before = await stored(app)
      expect(refusalOf(await confirm(app, owner, gone.bookingId, wanted)).code).toBe('sold_out')
      expect(await stored(app)).toEqual(before)
    })
  })

  describe('cancelling', () => {
    test.each([
      ['in time', 0, 950_000],
      // The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00.
      ['in the last second', Date.parse('2026-12-09T00:15:00.000Z'), 950_000],
      ['too late', Date.parse('2026-12-09T00:15:00.001Z'), 0],
    ])('%s, says what goes back, frees the seats and ends the membership', async (_, at, due) => {
      const owner = await staffMember(app)
      const { bookingId } = await paid()
      if (at) app.clock.set(at)
      const before = await detail(owner, bookingId)
      expect(before.cancellation).toMatchObject({ refund: due, kept: 950_000, guarantee: true })
      const done = granted(await cancel(app, owner, bookingId, { version: before.version, reason }))
      expect(done).toMatchObject({ state: 'cancelled', membership: { status: 'cancelled' } })
      expect(await seatsTaken(app)).toEqual({})
      const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => subject.startsWith('Booking cancelled'))
      expect(mail?.body.includes('NPR')).toBe(true)
      expect(mail?.body.includes('We will send')).toBe(due > 0)
      expect((await deeds()).at(-1)).toMatchObject({ action: expect.stringMatching(/cancelled/) })
      // The money itself is sent by a refund.
      expect(done.payments).toMatchObject([{ state: 'confirmed', refunded: 0 }])
    })

    test('counts what went back already, and a second membership has no guarantee', async () => {
      const owner = await staffMember(app)
      await paid(order({ startDate: '2027-03-01' }))
      app.clock.advance(MINUTE)
      const { bookingId, paymentId } = await paid()
      granted(await createRefund(app, paymentId, { way: 'manual', amount: 100_000, reason }, owner, newKey()))
      expect((await detail(owner, bookingId)).cancellation).toMatchObject({ refund: 850_000, guarantee: false })
    })

    test('an ended booking stays as it is', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      granted(await cancel(app, owner, bookingId, { version: 1, reason }))
      expect(refusalOf(await cancel(app, owner, bookingId, { version: 2, reason })).code).toBe('wrong_state')
    })

    test('rejecting tells the customer why, and nothing waits to be checked any more', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await started(app, order(), 'bank_transfer')
      const { version } = await bookingRow(app, bookingId)
      const done = granted(await reject(app, owner, bookingId, { version, reason: 'The hall is let that week' }))
      expect(done).toMatchObject({ state: 'cancelled', toCheck: null, payments: [{ state: 'failed' }] })
      expect(await seatsTaken(app)).toEqual({})
      const mails = await rows(app.db.read, 'mails')
      const told = mails.filter(({ subject }) => subject.startsWith('We c'))
      expect(told).toHaveLength(1)
      expect(told[0]?.body).toContain('The hall is let that week')
      const confirmed = await paid(order({ startDate: '2027-03-01' }))
      const wrong = { version: (await bookingRow(app, confirmed.bookingId)).version, reason }
      expect(refusalOf(await reject(app, owner, confirmed.bookingId, wrong)).code).toBe('wrong_state')
    })
  })

  describe('moving', () => {
    test('takes the seats there and gives them back here; price stays, membership and hours follow', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await paid(order({ startTime: '06:00', endTime: '22:00' }))
      const { version } = await bookingRow(app, bookingId)
      // A Saturday: the hub opens at eight.
      const planned = granted(await preview(app, owner, bookingId, { startDate: '2026-12-12' }))
      expect(planned).toEqual({
        startDate: '2026-12-12',
        endDate: '2027-01-11',
        startTime: '08:00',
        endTime: '20:00',
        free: 30,
        seats: 1,
        totalAmount: 950_000,
      })
      const done = granted(await move(app, owner, bookingId, { version, startDate: '2026-12-12' }))
      expect(done).toMatchObject({ startDate: '2026-12-12', endDate: '2027-01-11', totalAmount: 950_000 })
      expect(done.membership).toMatchObject({ status: 'active', endDate: '2027-01-12' })
      const days = Object.keys(await seatsTaken(app))
      expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-12-12', '2027-01-11'])
      expect(await mailsTo(app, AARATI)).toContainEqual(expect.stringContaining('new dates'))
      expect((await deeds()).at(-1)).toMatchObject({
        action: 'booking_moved',
        before: JSON.stringify({ startDate: '2026-12-10', endDate: '2027-01-09' }),
      })
    })

    test.each<[string, Partial<MembershipTable>, { endDate: string; status: string }]>([
      ['as bought', { auto_renew: 1 }, { endDate: '2027-01-12', status: 'active' }],
      ['with days given', { end_date: '2027-01-17' as IsoDate }, { endDate: '2027-01-19', status: 'active' }],
      ['suspended', { status: 'suspended' }, { endDate: '2027-01-12', status: 'suspended' }],
      [
        'run out',
        { end_date: '2026-11-30' as IsoDate, status: 'expired' },
        { endDate: '2026-12-02', status: 'active' },
      ],
      ['called expired', { status: 'expired' }, { endDate: '2027-01-12', status: 'expired' }],
    ])('takes a membership along %s, and the audit says so', async (_, edited, after) => {
      const owner = await staffMember(app)
      const { bookingId } = await paid()
      await app.db.write(async (db) =>
        succeed(await db.updateTable('memberships').set(edited).where('booking_id', '=', bookingId).execute()),
      )
      const { version } = await bookingRow(app, bookingId)
      const done = granted(await move(app, owner, bookingId, { version, startDate: '2026-12-12' }))
      expect(done.membership).toMatchObject({ status: after.status, endDate: after.endDate })
      const deed = (await deeds()).find(({ action }) => action === 'membership_moved')
      expect(deed).toMatchObject({ actor: owner.email, subject_id: done.membership?.membershipId })
      expect(JSON.parse(deed?.after ?? '')).toMatchObject({ startDate: '2026-12-12', endDate: after.endDate })
    })

    test('is refused whole where one day is full', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      await fullDay('2027-01-11')
      expect(granted(await preview(app, owner, bookingId, { startDate: '2026-12-12' })).free).toBe(0)
      const before = await stored(app)
      expect(refusalOf(await move(app, owner, bookingId, { version: 1, startDate: '2026-12-12' })).code).toBe(
        'sold_out',
      )
      expect(await stored(app)).toEqual(before)
      // Its own seats stand in nobody's way.
      await fullDay('2026-12-20', 1)
      granted(await move(app, owner, bookingId, { version: 1, startDate: '2026-12-11' }))
    })

    test.each([
      ['2026-11-30', 'the past'],
      ['2028-01-01', 'too far'],
      ['2026-02-30', 'no date'],
    ])('%s is refused (%s)', async (startDate) => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      for (const outcome of [
        await preview(app, owner, bookingId, { startDate }),
        await move(app, owner, bookingId, { version: 1, startDate }),
      ])
        expect(refusalOf(outcome).fields).toHaveProperty('startDate')
    })

    test('to where it is already is refused: nobody is told of new dates, and no price of today is kept', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      const { start_date: startDate } = await bookingRow(app, bookingId)
      const before = await stored(app)
      expect(refusalOf(await move(app, owner, bookingId, { version: 1, startDate })).fields).toHaveProperty('startDate')
      expect(await stored(app)).toEqual(before)
    })

    test('confirms what waited for it: money came, the place was gone', async () => {
      const owner = await staffMember(app)
      const late = await started(app, dayPass())
      app.clock.advance(3 * HOUR)
      await settle(app, late.paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
      await expireBookings(app)
      await fullDay('2026-12-10')
      await settle(app, late.paymentId, { kind: 'paid', amount: 50_000 as never, providerReference: 'L' }, 'lookup')
      const { state, version } = await bookingRow(app, late.bookingId)
      expect(state).toBe('needs_decision')
      const done = granted(await move(app, owner, late.bookingId, { version, startDate: '2026-12-11' }))
      expect(done).toMatchObject({ state: 'confirmed', startDate: '2026-12-11' })
      expect((await seatsTaken(app))['2026-12-11']).toBe(1)
    })

    test('to days that cost something else today says both prices in the audit', async () => {
      const owner = await staffMember(app)
      const { bookingId } = await placed(app)
      const cheaper = { total_amount: 900_000 as never }
      await app.db.write(async (db) => succeed(await db.updateTable('bookings').set(cheaper).execute()))
      granted(await move(app, owner, bookingId, { version: 1, startDate: '2026-12-20' }))
      const [deed] = await rows(app.db.read, 'audit')
      expect(JSON.parse(deed?.after ?? '')).toMatchObject({ priceKept: 900_000, priceOfTheseDays: 950_000 })
    })
  })

  test('of two who do something at once one wins, and the other is told how it is now', async () => {
    const [one, other] = [await staffMember(app), await staffMember(app, 'desk')]
    for (let round = 0; round < 3; round++) {
      const { bookingId } = await placed(app, dayPass())
      const outcomes = await Promise.all([
        cancel(app, one, bookingId, { version: 1, reason }),
        move(app, other, bookingId, { version: 1, startDate: '2026-12-15' }),
        confirm(app, one, bookingId, { version: 1, method: 'cash', reason }),
      ])
      const lost = outcomes.filter(({ ok }) => !ok).map(refusalOf)
      expect(lost.map(({ code }) => code)).toEqual(['changed_meanwhile', 'changed_meanwhile'])
      const now = await detail(one, bookingId)
      for (const { current } of lost)
        expect(current).toMatchObject({ bookingId, version: now.version, state: now.state })
      expect((await deeds()).filter(({ subject_id }) => subject_id === bookingId)).toHaveLength(1)
    }
    const taken = Object.values(await seatsTaken(app)).reduce((sum, seats) => sum + seats, 0)
    const holding = (await rows(app.db.read, 'bookings')).filter(
      ({ state }) => state === 'held' || state === 'confirmed',
    )
    expect(taken).toBe(holding.length)
  })

  test('a customer is mended, found by the new name and written to there; the membership follows', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await paid()
    const { version } = await bookingRow(app, bookingId)
    const contactInfo = { firstName: 'Sita', lastName: '', email: '', phone: '98412 34568', company: '' }
    const typed = { ...contactInfo, firstName: `\u202e${contactInfo.firstName}\n` }
    const done = granted(await updateCustomer(app, owner, bookingId, { version, contactInfo: typed }))
    expect(done).toMatchObject({ customerName: 'Sita', email: '', phone: '+9779841234568', version: version + 1 })
    expect((await rows(app.db.read, 'memberships'))[0]).toMatchObject({
      customer_name: 'Sita',
      phone: '+9779841234568',
    })
    const deed = (await deeds()).find(({ action }) => action === 'membership_changed')
    expect(deed).toMatchObject({ actor: owner.email, label: 'Sita' })
    expect(JSON.parse(deed?.after ?? '')).toEqual({ customerName: 'Sita', email: '', phone: '+9779841234568' })
    expect((await bookingRow(app, bookingId)).search).toBe(`sita  +9779841234568 ${bookingId.toLowerCase()}`)
    expect(refusalOf(await updateCustomer(app, owner, bookingId, { version, contactInfo })).code).toBe(
      'changed_meanwhile',
    )
    const nobody = { ...contactInfo, phone: '' }
    expect(
      refusalOf(await updateCustomer(app, owner, bookingId, { version: version + 1, contactInfo: nobody })).fields,
    ).toHaveProperty('phone')
    expect(refusalOf(await resendConfirmationEmail(app, owner, bookingId, newKey())).fields).toHaveProperty('email')
  })

  test('the confirmation goes out again, once a minute, of a confirmed booking alone', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await paid()
    const confirmations = async () =>
      (await mailsTo(app, AARATI)).filter((subject) => subject.startsWith('Booking confirmed')).length
    for (const sent of [2, 3]) {
      app.clock.advance(MINUTE)
      await Promise.all(
        [1, 2, 3].map(async () => granted(await resendConfirmationEmail(app, owner, bookingId, newKey()))),
      )
      expect(await confirmations()).toBe(sent)
      expect((await deeds()).filter(({ action }) => action === 'confirmation_resent')).toHaveLength(sent - 1)
    }
    const held = await placed(app, order({ startDate: '2027-03-01' }))
    expect(refusalOf(await resendConfirmationEmail(app, owner, held.bookingId, newKey())).code).toBe('wrong_state')
  })

  test('one list tells in the order of time what happened, notes and mails and money among it', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await placed(app)
    const step = () => app.clock.advance(MINUTE)
    step()
    granted(await addNote(app, owner, bookingId, { body: '<b>Window</b> seat' }, newKey()))
    step()
    const { version } = await bookingRow(app, bookingId)
    granted(await confirm(app, owner, bookingId, { version, method: 'cash', reason }))
    step()
    granted(await cancel(app, owner, bookingId, { version: version + 1, reason }))
    const { timeline } = await detail(owner, bookingId)
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted())
    const kinds = timeline.map((event) => ('state' in event ? `${event.kind} ${event.state}` : event.kind))
    expect(kinds).toEqual([
      'placed',
      'note',
      'state confirmed',
      'paying',
      'paid confirmed',
      'mail',
      'deed',
      'state cancelled',
      'mail',
      ...kinds.slice(9),
    ])
    expect(kinds.slice(9)).toContain('deed')
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'note', by: owner.email, body: '<b>Window</b> seat' }),
    )
  })

  test('colleagues read the name of who did it, and the audit keeps the address', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await placed(app)
    granted(await addNote(app, owner, bookingId, { body: 'Window seat' }, newKey()))
    const { version } = await bookingRow(app, bookingId)
    granted(await confirm(app, owner, bookingId, { version, method: 'cash', reason }))
    const doers = async () => {
      const { timeline } = await detail(owner, bookingId)
      return timeline.flatMap((event) => ('by' in event && event.by !== null ? [`${event.kind}: ${event.by}`] : []))
    }
    expect(await doers()).toEqual([`deed: ${owner.email}`, `note: ${owner.email}`])
    await app.db.write(async (db) => succeed(await db.updateTable('staff').set({ name: 'Maya Gurung' }).execute()))
    expect(await doers()).toEqual(['deed: Maya Gurung', 'note: Maya Gurung'])
    expect(new Set((await rows(app.db.read, 'audit')).map(({ actor }) => actor))).toEqual(new Set([owner.email]))
  })

  test('staff of another location find none of it', async () => {
    const { bookingId } = await placed(app)
    const other = await staffMember(app, 'desk', ['kausimaa'])
    const before = await stored(app)
    const outcomes = [
      await loadBookingDetail(app, other, bookingId),
      await updateCustomer(app, other, bookingId, {
        version: 1,
        contactInfo: { firstName: 'A', lastName: '', email: '', phone: '9841234567', company: '' },
      }),
      await confirm(app, other, bookingId, { version: 1, method: 'cash', reason }),
      await reject(app, other, bookingId, { version: 1, reason }),
      await cancel(app, other, bookingId, { version: 1, reason }),
      await preview(app, other, bookingId, { startDate: '2026-12-20' }),
      await move(app, other, bookingId, { version: 1, startDate: '2026-12-20' }),
      await resendConfirmationEmail(app, other, bookingId, newKey()),
      await addNote(app, other, bookingId, { body: 'x' }, newKey()),
    ]
    expect(outcomes.map((outcome) => refusalOf(outcome).code)).toEqual(outcomes.map(() => 'not_found'))
    expect(await stored(app)).toEqual(before)
    const own = await staffMember(app, 'desk', ['dhobighat-hub'])
    expect((await detail(own, bookingId)).bookingId).toBe(bookingId)
  })
})
