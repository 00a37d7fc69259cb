import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { findBrokenLink } from '#server/audit/entries.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { addNote, resendConfirmationEmail, updateCustomer } from '#server/desk/booking-edits.ts'
import { cancel, reject } from '#server/desk/cancellation.ts'
import { move, preview } from '#server/desk/move.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import type { Staff } from '#server/staff/sessions.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  execute,
  expectNothingStored,
  HOUR,
  MINUTE,
  rows,
} from '../../support/app.ts'
import { bookingRow, dayPass, failureOf, granted, newKey, order, placed, seatsTaken } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter, versionOf } from '../../support/outcomes.ts'
import { paidBooking, started } from '../../support/payments.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const reason = 'The customer asked for it'
const AARATI = 'aarati@example.com'

describeOnEachEngine('staff actions for a booking on %s', (app) => {
  let owner: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
  })
  const detail = async (id: string, staff = owner) => granted(await loadBookingDetail(app, staff, id))

  describe('confirming by staff', () => {
    test('confirms a held booking with cash once, with payment, membership, email and audit entry', async () => {
      const { bookingId } = await placed(app)
      const wanted = { version: 1, method: 'cash', reason: 'Paid at the desk' } as const
      const done = granted(await confirm(app, owner, bookingId, wanted))
      expect(done).toMatchObject({ state: 'confirmed', version: 2, method: 'cash', membership: { status: 'active' } })
      expect(done.payments).toMatchObject([{ method: 'cash', state: 'confirmed', amount: 950_000, received: 950_000 }])
      expect(await emailsTo(app, AARATI)).toEqual([expect.stringContaining('Booking confirmed')])
      const entry = { action: 'booking_confirmed', actor: owner.email, subject_id: bookingId, reason: wanted.reason }
      expect(await auditEntries(app)).toMatchObject([entry])
      expect((await findBrokenLink(app.db.read)).brokenAt).toBeUndefined()
      const again = (version: number) => rejection(app, () => confirm(app, owner, bookingId, { ...wanted, version }))
      expect([(await again(1)).code, (await again(2)).code]).toEqual(['changed_meanwhile', 'wrong_state'])
    })

    test('accepts cash from the front desk of the location only, and no other method', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
      const { bookingId } = await placed(app)
      const wanted = { version: 1, method: 'cash', reason } as const
      await expectNothingStored(app, async () => {
        for (const method of ['qr_payment', 'bank_transfer'] as const) {
          const transfer = { ...wanted, method, transactionId: 'TRX-1000' }
          expect(codeOf(await confirm(app, desk, bookingId, transfer))).toBe('forbidden')
        }
        expect(codeOf(await confirm(app, elsewhere, bookingId, wanted))).toBe('not_found')
      })
      expect(granted(await confirm(app, desk, bookingId, wanted))).toMatchObject({ state: 'confirmed', method: 'cash' })
      expect(await auditEntries(app)).toMatchObject([{ action: 'booking_confirmed', actor: desk.email, reason }])
    })

    test('requires a transaction id that paid no other booking', async () => {
      const first = await started(app, order(), 'bank_transfer')
      const second = await placed(app)
      const wanted = { method: 'bank_transfer', reason } as const
      const version = await versionOf(app, first.bookingId)
      const failure = failureOf(await confirm(app, owner, first.bookingId, { ...wanted, version }))
      expect(failure).toMatchObject({ code: 'invalid', fields: { transactionId: expect.any(String) } })
      granted(await confirm(app, owner, first.bookingId, { ...wanted, version, transactionId: 'ABC 1234' }))
      // The announced transfer is confirmed instead of a second payment.
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
      const again = { ...wanted, version: 1, transactionId: 'abc-1234' }
      expect(failureOf(await confirm(app, owner, second.bookingId, again)).fields).toHaveProperty('transactionId')
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    })

    test('confirms an expired booking only if its seats are free', async () => {
      const free = await placed(app, dayPass())
      const full = await placed(app, dayPass({ startDate: '2026-12-11' }))
      await runAfter(app, HOUR, expireBookings)
      for (let seat = 0; seat < 30; seat++) await placed(app, dayPass({ startDate: '2026-12-11' }))
      const wanted = { version: 2, method: 'cash', reason } as const
      expect(granted(await confirm(app, owner, free.bookingId, wanted)).state).toBe('confirmed')
      const failure = await rejection(app, () => confirm(app, owner, full.bookingId, wanted))
      expect(failure.code).toBe('sold_out')
    })
  })

  describe('cancelling', () => {
    test.each([
      ['in time', 0, 950_000],
      // The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00.
      ['in the last second', Date.parse('2026-12-09T00:15:00.000Z'), 950_000],
      ['too late', Date.parse('2026-12-09T00:15:00.001Z'), 0],
    ])('shows the refund %s, releases the seats and ends the membership', async (_, at, due) => {
      const { bookingId } = await paidBooking(app)
      if (at) app.clock.set(at)
      const before = await detail(bookingId)
      expect(before.cancellation).toMatchObject({ refund: due, paid: 950_000, guarantee: true })
      const done = granted(await cancel(app, owner, bookingId, { version: before.version, reason }))
      expect(done).toMatchObject({ state: 'cancelled', membership: { status: 'cancelled' } })
      expect(await seatsTaken(app)).toEqual({})
      const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Booking cancelled'))
      expect(email?.body.includes('NPR')).toBe(true)
      expect(email?.body.includes('We will refund')).toBe(due > 0)
      expect((await auditEntries(app)).at(-1)).toMatchObject({ action: expect.stringMatching(/cancelled/) })
      // The money itself is sent by a refund.
      expect(done.payments).toMatchObject([{ state: 'confirmed', refunded: 0 }])
    })

    test('deducts earlier refunds, and applies no guarantee to a second membership', async () => {
      await paidBooking(app, order({ startDate: '2027-03-01' }))
      app.clock.advance(MINUTE)
      const { bookingId, paymentId } = await paidBooking(app)
      granted(await refund(app, owner, paymentId, 100_000))
      expect((await detail(bookingId)).cancellation).toMatchObject({ refund: 850_000, guarantee: false })
      expect(granted(await loadPaymentView(app, owner, paymentId)).guaranteeUntil).toBeNull()
    })

    test('applies the guarantee to every membership without an email', async () => {
      for (const startDate of ['2026-12-10', '2026-12-11']) {
        const { bookingId, paymentId } = await paidBooking(app, order({ startDate }))
        await execute(app, (db) => db.updateTable('bookings').set({ email: '' }))
        await execute(app, (db) => db.updateTable('memberships').set({ email: '' }))
        expect((await detail(bookingId)).cancellation.guarantee).toBe(true)
        expect(granted(await loadPaymentView(app, owner, paymentId)).guaranteeUntil).not.toBeNull()
      }
    })

    test('rejects changes of an ended booking', async () => {
      const { bookingId } = await placed(app)
      granted(await cancel(app, owner, bookingId, { version: 1, reason }))
      expect(codeOf(await cancel(app, owner, bookingId, { version: 2, reason }))).toBe('wrong_state')
    })

    test('emails the reason of a rejection and closes the review', async () => {
      const { bookingId } = await started(app, order(), 'bank_transfer')
      const rejected = { version: await versionOf(app, bookingId), reason: 'The hall is let that week' }
      const done = granted(await reject(app, owner, bookingId, rejected))
      expect(done).toMatchObject({ state: 'cancelled', paymentToCheck: null, payments: [{ state: 'failed' }] })
      expect(await seatsTaken(app)).toEqual({})
      const emails = (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('We c'))
      expect(emails).toMatchObject([{ body: expect.stringContaining(rejected.reason) }])
      const confirmed = await paidBooking(app, order({ startDate: '2027-03-01' }))
      const wrong = { version: await versionOf(app, confirmed.bookingId), reason }
      expect(codeOf(await reject(app, owner, confirmed.bookingId, wrong))).toBe('wrong_state')
    })
  })

  test('accepts one of two concurrent actions and returns the current booking to the other', async () => {
    const desk = await staffMember(app, 'desk')
    for (let round = 0; round < 3; round++) {
      const { bookingId } = await placed(app, dayPass())
      const outcomes = await Promise.all([
        cancel(app, owner, bookingId, { version: 1, reason }),
        move(app, desk, bookingId, { version: 1, startDate: '2026-12-15' }),
        confirm(app, owner, bookingId, { version: 1, method: 'cash', reason }),
      ])
      const lost = outcomes.filter(({ ok }) => !ok).map(failureOf)
      expect(lost.map(({ code }) => code)).toEqual(['changed_meanwhile', 'changed_meanwhile'])
      const now = await detail(bookingId)
      for (const { current } of lost)
        expect(current).toMatchObject({ bookingId, version: now.version, state: now.state })
      expect((await auditEntries(app)).filter(({ subject_id }) => subject_id === bookingId)).toHaveLength(1)
    }
    const taken = Object.values(await seatsTaken(app)).reduce((sum, seats) => sum + seats, 0)
    const bookings = await rows(app.db.read, 'bookings')
    expect(taken).toBe(bookings.filter(({ state }) => holdsSeats(state)).length)
  })

  test('updates the customer, the search and the membership', async () => {
    const { bookingId } = await paidBooking(app)
    const { version } = await bookingRow(app, bookingId)
    const contactInfo = { firstName: 'Sita', lastName: '', email: '', phone: '98412 34568', company: '' }
    const typed = { ...contactInfo, firstName: `\u202e${contactInfo.firstName}\n` }
    const done = granted(await updateCustomer(app, owner, bookingId, { version, contactInfo: typed }))
    expect(done).toMatchObject({ customerName: 'Sita', email: '', phone: '+9779841234568', version: version + 1 })
    const updated = { customer_name: 'Sita', phone: '+9779841234568' }
    expect(await rows(app.db.read, 'memberships')).toMatchObject([updated])
    const entry = (await auditEntries(app)).find(({ action }) => action === 'membership_changed')
    expect(entry).toMatchObject({ actor: owner.email, label: 'Sita' })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ customerName: 'Sita', email: '', phone: '+9779841234568' })
    expect((await bookingRow(app, bookingId)).search).toBe(`sita  +9779841234568 ${bookingId.toLowerCase()}`)
    const withPan = { ...contactInfo, pan: '601-234-567' }
    granted(await updateCustomer(app, owner, bookingId, { version: version + 1, contactInfo: withPan }))
    // A request without a PAN leaves it.
    const left = await updateCustomer(app, owner, bookingId, { version: version + 2, contactInfo })
    expect(granted(left).pan).toBe('601234567')
    const update = (version: number, phone: string) =>
      updateCustomer(app, owner, bookingId, { version, contactInfo: { ...contactInfo, phone } })
    expect(codeOf(await update(version, contactInfo.phone))).toBe('changed_meanwhile')
    expect(failureOf(await update(left.ok ? left.value.version : 0, '')).fields).toHaveProperty('phone')
    expect(failureOf(await resendConfirmationEmail(app, owner, bookingId, newKey())).fields).toHaveProperty('email')
  })

  test('resends the confirmation of a confirmed booking, once a minute', async () => {
    const { bookingId } = await paidBooking(app)
    const confirmations = async () =>
      (await emailsTo(app, AARATI)).filter((subject) => subject.startsWith('Booking confirmed')).length
    for (const sent of [2, 3]) {
      app.clock.advance(MINUTE)
      for (const outcome of await atOnce(3, () => resendConfirmationEmail(app, owner, bookingId, newKey())))
        granted(outcome)
      expect(await confirmations()).toBe(sent)
      expect((await auditEntries(app)).filter(({ action }) => action === 'confirmation_resent')).toHaveLength(sent - 1)
    }
    const held = await placed(app, order({ startDate: '2027-03-01' }))
    expect(codeOf(await resendConfirmationEmail(app, owner, held.bookingId, newKey()))).toBe('wrong_state')
  })

  test('lists events, notes, emails and payments in order of time', async () => {
    const { bookingId } = await placed(app)
    const step = () => app.clock.advance(MINUTE)
    step()
    granted(await addNote(app, owner, bookingId, { body: '<b>Window</b> seat' }, newKey()))
    step()
    const { version } = await bookingRow(app, bookingId)
    granted(await confirm(app, owner, bookingId, { version, method: 'cash', reason }))
    step()
    granted(await cancel(app, owner, bookingId, { version: version + 1, reason }))
    const { timeline } = await detail(bookingId)
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted())
    const kinds = timeline.map((event) => ('state' in event ? `${event.kind} ${event.state}` : event.kind))
    const confirmed = ['state confirmed', 'payment_started', 'payment_settled confirmed', 'email', 'audit']
    expect(kinds.slice(0, 9)).toEqual(['placed', 'note', ...confirmed, 'state cancelled', 'email'])
    expect(kinds.slice(9)).toContain('audit')
    const note = { kind: 'note', by: owner.email, body: '<b>Window</b> seat' }
    expect(timeline).toContainEqual(expect.objectContaining(note))
  })

  test('shows the name of the actor, and the email in the audit log', async () => {
    const { bookingId } = await placed(app)
    granted(await addNote(app, owner, bookingId, { body: 'Window seat' }, newKey()))
    granted(await confirm(app, owner, bookingId, { version: await versionOf(app, bookingId), method: 'cash', reason }))
    const actors = async () => {
      const { timeline } = await detail(bookingId)
      return timeline.flatMap((event) => ('by' in event && event.by !== null ? [`${event.kind}: ${event.by}`] : []))
    }
    expect(await actors()).toEqual([`audit: ${owner.email}`, `note: ${owner.email}`])
    await execute(app, (db) => db.updateTable('staff').set({ name: 'Maya Gurung' }))
    expect(await actors()).toEqual(['audit: Maya Gurung', 'note: Maya Gurung'])
    expect(new Set((await rows(app.db.read, 'audit')).map(({ actor }) => actor))).toEqual(new Set([owner.email]))
  })

  test('hides the booking from staff of another location', async () => {
    const { bookingId } = await placed(app)
    const other = await staffMember(app, 'desk', ['kausimaa'])
    const contactInfo = { firstName: 'A', lastName: '', email: '', phone: '9841234567', company: '' }
    const calls: (() => Promise<Outcome<unknown>>)[] = [
      () => loadBookingDetail(app, other, bookingId),
      () => updateCustomer(app, other, bookingId, { version: 1, contactInfo }),
      () => confirm(app, other, bookingId, { version: 1, method: 'cash', reason }),
      () => reject(app, other, bookingId, { version: 1, reason }),
      () => cancel(app, other, bookingId, { version: 1, reason }),
      () => preview(app, other, bookingId, { startDate: '2026-12-20' }),
      () => move(app, other, bookingId, { version: 1, startDate: '2026-12-20' }),
      () => resendConfirmationEmail(app, other, bookingId, newKey()),
      () => addNote(app, other, bookingId, { body: 'x' }, newKey()),
    ]
    for (const call of calls) expect(await rejection(app, call)).toEqual({ code: 'not_found' })
    const own = await staffMember(app, 'desk', ['dhobighat-hub'])
    expect((await detail(bookingId, own)).bookingId).toBe(bookingId)
  })
})
