import { describe, expect, test } from 'vitest'
import { type Outcome, succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { getBrand } from '#server/catalogue.ts'
import type { BookingTable } from '#server/db/schema.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { move } from '#server/desk/move.ts'
import { expireMemberships, remindMembers } from '#server/memberships/expiry.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { contact, endingIn, member } from '../support/members.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const DAY = 24 * HOUR
const FOUND = { decision: 'confirm', amount: paisa(950_000), transactionId: 'TRX-1000' } as const
const FOLLOWED = ['membership_cancelled', 'membership_revived']

describe.each(ENGINES)('the end of a membership on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const statuses = async () =>
    Object.fromEntries(
      (await rows(app.db.read, 'memberships')).map((row) => [row.customer_name.split(' ')[0], row.status]),
    )

  test('comes when its last day has passed in Kathmandu, and for no other status', async () => {
    await member(app, contact('Active'))
    for (const status of ['pending', 'suspended', 'cancelled'] as const) await member(app, contact(status), { status })
    app.clock.set(Date.parse('2027-01-10T18:14:59.999Z'))
    await expireMemberships(app)
    expect(await statuses()).toMatchObject({ Active: 'active' })
    app.clock.advance(1)
    await expireMemberships(app)
    expect(await statuses()).toEqual({
      Active: 'expired',
      pending: 'pending',
      suspended: 'suspended',
      cancelled: 'cancelled',
    })
  })

  test('ten times at once is one: a version, an event and a deed of the product itself', async () => {
    const { id } = await member(app, {}, endingIn(app, -1))
    await Promise.all(Array.from({ length: 10 }, () => expireMemberships(app)))
    await expireMemberships(app)
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'expired', version: 2 }])
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      {
        staff_id: null,
        actor: null,
        action: 'membership_expired',
        subject_id: id,
        label: 'Aarati Shrestha',
        before: '{"status":"active"}',
        after: '{"status":"expired"}',
      },
    ])
    const events = await rows(app.db.read, 'staff_events')
    expect(events.filter(({ kind }) => kind === 'membership_update')).toHaveLength(1)
  })

  test('comes with that of its booking, which brings it back where money comes late', async () => {
    const { booking_id } = await member(app)
    const go = async (to: 'cancelled' | 'confirmed') => {
      const booking = await bookingRow(app, booking_id)
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, to, app.now())))
    }
    await go('cancelled')
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'cancelled', version: 2 }])
    await go('confirmed')
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'active', version: 3 }])
    const deeds = (await rows(app.db.read, 'audit')).toSorted((a, b) => a.position - b.position)
    expect(deeds.map(({ action, actor }) => [action, actor])).toEqual([
      ['membership_cancelled', null],
      ['membership_revived', null],
    ])
  })

  type Way = (by: Staff, booking: BookingTable, paymentId: string) => Promise<Outcome<unknown>>
  test.each<[string, PaymentMethod, Way]>([
    ['give its place back', 'esewa', (by, _, paymentId) => decide(app, by, paymentId, { decision: 'give_place' })],
    ['move it', 'esewa', (by, { id, version }) => move(app, by, id, { version, startDate: '2027-02-01' })],
    ['find its money', 'bank_transfer', (by, _, paymentId) => decide(app, by, paymentId, FOUND)],
  ])('names who of the staff cancelled its booking, and who brought it back: they %s', async (_, method, bringBack) => {
    const [one, other] = [await staffMember(app), await staffMember(app, 'manager')]
    const { paymentId, bookingId, secret } = await started(app)
    const later = granted(await startAttempt(app, bookingId, secret, method))
    const paid = (providerReference: string) => ({ kind: 'paid', amount: FOUND.amount, providerReference }) as const
    await settle(app, paymentId, paid('first'), 'lookup')
    const { version } = await bookingRow(app, bookingId)
    granted(await cancel(app, one, bookingId, { version, reason: 'Asked by phone' }))
    if (method === 'esewa') await settle(app, later.paymentId, paid('later'), 'lookup')
    granted(await bringBack(other, await bookingRow(app, bookingId), later.paymentId))
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'active' }])
    const deeds = (await rows(app.db.read, 'audit')).toSorted((a, b) => a.position - b.position)
    const followed = deeds.filter(({ action }) => FOLLOWED.includes(action))
    expect(followed.map(({ action, staff_id, actor }) => [action, staff_id, actor])).toEqual([
      ['membership_cancelled', one.id, one.email],
      ['membership_revived', other.id, other.email],
    ])
  })

  test('a membership that staff suspended stays so when its booking is cancelled', async () => {
    const { booking_id } = await member(app, {}, { status: 'suspended' })
    const booking = await bookingRow(app, booking_id)
    await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', app.now())))
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'suspended', version: 1 }])
  })

  describe('is told to the member', () => {
    const TELLS = 'Your membership at Dhobighat Hub ends on 10 Jan 2027'
    const told = async () =>
      (await mailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))

    test('14 and 3 days before, once each, by day', async () => {
      await member(app)
      const days: number[] = []
      for (let day = 0; day <= 41; day++) {
        const before = (await told()).length
        await Promise.all([remindMembers(app), remindMembers(app)])
        await remindMembers(app)
        if ((await told()).length > before) days.push(40 - day)
        app.clock.advance(DAY)
      }
      expect(days).toEqual([14, 3])
      expect(await told()).toEqual([TELLS, TELLS])
    })

    test('30 days before too where the member asked to renew and lasts long enough', async () => {
      await member(app, {}, { ...endingIn(app, 30, 365), auto_renew: 1 })
      await remindMembers(app)
      expect(await told()).toHaveLength(1)
      const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => subject.startsWith('Your membership'))
      expect(mail?.body).toContain('30 days’ notice')
      expect(mail?.reply_to).toBe(getBrand().email)
    })

    test('not in the night', async () => {
      await member(app, {}, endingIn(app, 14))
      app.clock.set(Date.parse('2026-12-01T03:14:00Z'))
      await remindMembers(app)
      expect(await told()).toEqual([])
      app.clock.advance(60_000)
      await remindMembers(app)
      expect(await told()).toHaveLength(1)
    })

    test.each([0, 1])(
      'with the price, a prefilled link and no promise of a seat (asked to renew: %s)',
      async (auto_renew) => {
        const { end_date } = await member(app, {}, { ...endingIn(app, 3), auto_renew })
        await remindMembers(app)
        const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => subject.startsWith('Your membership'))
        expect(mail?.body).toContain('NPR\u00a09,500')
        const link = new URL('/booking', app.env.siteUrl)
        link.search = `location=dhobighat-hub&plan=professional&billing=monthly&start=${end_date}`
        expect(mail?.body).toContain(link.href)
        expect(mail?.body).toContain('no seat is reserved for you')
        expect(mail?.body).not.toContain('keep your place')
      },
    )

    test('not where a later one is there, nor of what is not active', async () => {
      await member(app, {}, endingIn(app, 3))
      await member(app, {}, endingIn(app, 34))
      await member(app, contact('Gone'), { ...endingIn(app, 3), status: 'suspended' })
      await remindMembers(app)
      expect(await told()).toEqual([])
      expect(await mailsTo(app, 'gone@example.com')).toHaveLength(1)
    })

    test('anew when staff give it another end', async () => {
      await member(app, {}, endingIn(app, 3))
      await remindMembers(app)
      await app.db.write(async (db) => {
        await db.updateTable('memberships').set(endingIn(app, 13)).execute()
        return succeed(undefined)
      })
      await remindMembers(app)
      expect(await told()).toHaveLength(2)
    })
  })
})
