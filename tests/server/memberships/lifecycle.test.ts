import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import type { Evidence, PaymentMethod } from '#domain/payment.ts'
import { buildBookingLink } from '#server/bookings/access.ts'
import { remindMembers } from '#server/bookings/membership-reminders.ts'
import { getBrand } from '#server/catalogue.ts'
import type { Booking } from '#server/db/schema.ts'
import { move } from '#server/desk/move.ts'
import { expireMemberships } from '#server/memberships/lifecycle.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, emailsTo, execute, HOUR, rows } from '../../support/app.ts'
import { contact, endingIn, member } from '../../support/memberships.ts'
import { bookingRow, dayPass, granted, type Order, order, PRICE, transitionTo } from '../../support/orders.ts'
import { atOnce, runAfter } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow, reporting, started } from '../../support/payments.ts'
import { endBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { approval } from '../decision-steps.ts'

const DAY = 24 * HOUR
const ENDS_AND_RESTORES = ['membership_cancelled', 'membership_revived']

describeOnEachEngine('memberships on %s', (app, engine) => {
  const memberships = () => rows(app.db.read, 'memberships')

  /** The end date is the first day after the periods bought. */
  test.each<[string, Partial<Order>, string, string]>([
    ['a month', { startDate: '2026-12-10' }, '2027-01-10', 'monthly'],
    ['a month from its last day', { startDate: '2027-01-31' }, '2027-02-28', 'monthly'],
    ['two started months', { startDate: '2026-12-10', endDate: '2027-01-10' }, '2027-02-10', 'monthly'],
    ['two weeks', { startDate: '2027-03-01', endDate: '2027-03-08', billing: 'weekly' }, '2027-03-15', 'weekly'],
    ['a year', { startDate: '2026-12-10', billing: 'annual' }, '2027-12-10', 'annual'],
  ])('are active for the period of %s, with the booking’s amount and no renewal', async (_, over, end, cycle) => {
    const { bookingId, amount } = await paidBooking(app, order(over))
    expect(await memberships()).toMatchObject([
      {
        booking_id: bookingId,
        customer_name: 'Aarati Shrestha',
        email: 'aarati@example.com',
        membership_type: 'professional',
        status: 'active',
        start_date: over.startDate,
        end_date: end,
        amount,
        billing_cycle: cycle,
        location_id: 'dhobighat-hub',
        auto_renew: 0,
      },
    ])
  })

  test('are not created for a day pass', async () => {
    const { paymentId } = await paidBooking(app, dayPass())
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await memberships()).toEqual([])
  })

  test('are created for a payment by lookup, by staff and late', async () => {
    const cases: [method: string, by: Evidence, late: boolean][] = [
      ['esewa', 'lookup', false],
      ['bank_transfer', 'staff', false],
      ['esewa', 'lookup', true],
      ['bank_transfer', 'staff', true],
    ]
    for (const [method, by, late] of cases) {
      const { bookingId, paymentId } = await started(app, order(), method)
      if (late) await transitionTo(app, bookingId, 'expired')
      await settle(app, paymentId, paid(), by)
      expect((await memberships()).filter(({ booking_id }) => booking_id === bookingId)).toHaveLength(1)
    }
  })

  test('are created once for concurrent confirmations of one or two payments', async () => {
    // On SQLite in one process, every round is the same.
    for (let round = 0; round < (engine === 'postgres' ? 5 : 1); round++) {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      reporting(app, (id) => paid(PRICE, id))
      const ids = Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).paymentId)
      await Promise.all(ids.map((id) => verifyAttempt(app, id, {})))
      expect((await memberships()).filter(({ booking_id }) => booking_id === first.bookingId)).toHaveLength(1)
    }
  })

  test('exist exactly if their booking was ever confirmed', { tags: 'long' }, async () => {
    const steps = fc.constantFrom('pay', 'pay again', 'fail', 'expire', 'cancel', 'mismatch')
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 6 }), async (history) => {
        await app.empty()
        const { bookingId, paymentId } = await started(app)
        const report = paid()
        let confirmed = false
        for (const step of history) {
          const end = { expire: 'expired', cancel: 'cancelled' }[step as string] as 'expired' | 'cancelled' | undefined
          if (end && (await bookingRow(app, bookingId)).state === 'held') await transitionTo(app, bookingId, end)
          if (step.startsWith('pay')) await settle(app, paymentId, report, 'lookup')
          if (step === 'fail') await settle(app, paymentId, { kind: 'ended', as: 'failed', reason: 'x' }, 'lookup')
          if (step === 'mismatch') await settle(app, paymentId, { kind: 'mismatch', reason: 'x' }, 'lookup')
          confirmed ||= (await bookingRow(app, bookingId)).state === 'confirmed'
        }
        expect(await memberships()).toHaveLength(confirmed ? 1 : 0)
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  })
})

describeOnEachEngine('the end of a membership on %s', (app) => {
  const statuses = async () =>
    Object.fromEntries(
      (await rows(app.db.read, 'memberships')).map((row) => [row.customer_name.split(' ')[0], row.status]),
    )

  test('happens after the last day in Kathmandu, for active memberships only', async () => {
    await member(app, contact('Active'))
    for (const status of ['pending', 'suspended', 'cancelled'] as const) await member(app, contact(status), { status })
    app.clock.set(Date.parse('2027-01-10T18:14:59.999Z'))
    await expireMemberships(app)
    expect(await statuses()).toMatchObject({ Active: 'active' })
    await runAfter(app, 1, expireMemberships)
    const others = { pending: 'pending', suspended: 'suspended', cancelled: 'cancelled' }
    expect(await statuses()).toEqual({ Active: 'expired', ...others })
  })

  test('is recorded once in ten concurrent runs: one version, event and audit entry', async () => {
    const { id } = await member(app, {}, endingIn(app, -1))
    await atOnce(10, () => expireMemberships(app))
    await expireMemberships(app)
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'expired', version: 2 }])
    const change = { before: '{"status":"active"}', after: '{"status":"expired"}' }
    const entry = { staff_id: null, actor: null, action: 'membership_expired', label: 'Aarati Shrestha', ...change }
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ ...entry, subject_id: id }])
    const events = await rows(app.db.read, 'staff_events')
    expect(events.filter(({ kind }) => kind === 'membership_update')).toHaveLength(1)
  })

  test('follows a cancelled booking, and is undone by a late payment', async () => {
    const { booking_id } = await member(app)
    await transitionTo(app, booking_id, 'cancelled')
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'cancelled', version: 2 }])
    await transitionTo(app, booking_id, 'confirmed')
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'active', version: 3 }])
    const entries = await auditEntries(app)
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['membership_cancelled', null],
      ['membership_revived', null],
    ])
  })

  type Restore = (by: Staff, booking: Booking, paymentId: string) => Promise<Outcome<unknown>>
  test.each<[string, PaymentMethod, Restore]>([
    ['restoring its seat', 'esewa', (by, _, paymentId) => decide(app, by, paymentId, { decision: 'give_place' })],
    ['moving it', 'esewa', (by, { id, version }) => move(app, by, id, { version, startDate: '2027-02-01' })],
    ['approving its payment', 'bank_transfer', (by, _, paymentId) => decide(app, by, paymentId, approval())],
  ])('names the staff who cancelled and restored its booking, by %s', async (_, method, restore) => {
    const [one, other] = [await staffMember(app), await staffMember(app, 'manager')]
    const { paymentId, bookingId, secret } = await started(app)
    const later = granted(await startAttempt(app, bookingId, secret, method))
    await settle(app, paymentId, paid(), 'lookup')
    granted(await endBooking(app, one, bookingId))
    if (method === 'esewa') await settle(app, later.paymentId, paid(), 'lookup')
    granted(await restore(other, await bookingRow(app, bookingId), later.paymentId))
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'active' }])
    const entries = (await auditEntries(app)).filter(({ action }) => ENDS_AND_RESTORES.includes(action))
    expect(entries.map(({ action, staff_id, actor }) => [action, staff_id, actor])).toEqual([
      ['membership_cancelled', one.id, one.email],
      ['membership_revived', other.id, other.email],
    ])
  })

  test('does not affect a suspended membership of a cancelled booking', async () => {
    const { booking_id } = await member(app, {}, { status: 'suspended' })
    await transitionTo(app, booking_id, 'cancelled')
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'suspended', version: 1 }])
  })

  describe('reminders', () => {
    const SUBJECT = 'Your membership at Dhobighat Hub ends on 9 Jan 2027'
    const subjects = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))
    const reminder = async () =>
      (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Your membership'))

    test('are sent once each, 14 and 3 days before, by day', async () => {
      await member(app)
      const days: number[] = []
      for (let day = 0; day <= 41; day++) {
        const before = (await subjects()).length
        await Promise.all([remindMembers(app), remindMembers(app)])
        await remindMembers(app)
        if ((await subjects()).length > before) days.push(40 - day)
        app.clock.advance(DAY)
      }
      expect(days).toEqual([14, 3])
      expect(await subjects()).toEqual([SUBJECT, SUBJECT])
    })

    test('are sent 30 days before too if the member asked to renew and the membership is long enough', async () => {
      await member(app, {}, { ...endingIn(app, 30, 365), auto_renew: 1 })
      await remindMembers(app)
      expect(await subjects()).toHaveLength(1)
      expect((await reminder())?.reply_to).toBe(getBrand().email)
    })

    test('are not sent at night', async () => {
      await member(app, {}, endingIn(app, 14))
      app.clock.set(Date.parse('2026-12-01T03:14:00Z'))
      await remindMembers(app)
      expect(await subjects()).toEqual([])
      await runAfter(app, 60_000, remindMembers)
      expect(await subjects()).toHaveLength(1)
    })

    test('contain the price and the link of the booking', async () => {
      const { booking_id } = await member(app, {}, endingIn(app, 3))
      await remindMembers(app)
      const email = await reminder()
      expect(email?.body).toContain('NPR\u00a09,500')
      expect(email?.body).toContain(buildBookingLink(app, await bookingRow(app, booking_id)))
    })

    test('are not sent with a later membership or without an active one', async () => {
      await member(app, {}, endingIn(app, 3))
      await member(app, {}, endingIn(app, 34))
      await member(app, contact('Gone'), { ...endingIn(app, 3), status: 'suspended' })
      await remindMembers(app)
      expect(await subjects()).toEqual([])
      expect(await emailsTo(app, 'gone@example.com')).toHaveLength(1)
    })

    test('are sent again when staff set another end date', async () => {
      await member(app, {}, endingIn(app, 3))
      await remindMembers(app)
      await execute(app, (db) => db.updateTable('memberships').set(endingIn(app, 13)))
      await remindMembers(app)
      expect(await subjects()).toHaveLength(2)
    })
  })
})
