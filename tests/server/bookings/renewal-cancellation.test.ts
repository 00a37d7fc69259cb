import fc from 'fast-check'
import { expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { addDays } from '#domain/calendar.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { endMembership } from '#server/memberships/lifecycle.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { member } from '../../support/memberships.ts'
import { bookingRow, granted, newKey, seatsTaken, transitionTo } from '../../support/orders.ts'
import { codeOf } from '../../support/outcomes.ts'
import { paid } from '../../support/payments.ts'
import {
  membershipRow,
  paidRenewal,
  payRenewal,
  placedRenewal,
  requestRenewal,
  secretOf,
} from '../../support/renewals.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('cancelled, late and moved renewals on %s', (app, engine) => {
  const claims = () => rows(app.db.read, 'renewal_claims')

  test('roll back when they are cancelled, and free the period', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    granted(await endBooking(app, await staffMember(app), bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-01-10' })
    expect(await claims()).toEqual([])
    expect((await seatsTaken(app))['2027-01-10']).toBeUndefined()
    await placedRenewal(app, membership)
  })

  test('keep a later renewal when an earlier one is cancelled', async () => {
    const membership = await member(app)
    const first = await paidRenewal(app, membership)
    await paidRenewal(app, membership)
    granted(await endBooking(app, await staffMember(app), first.bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-03-10' })
  })

  test('keep the membership when its first booking is cancelled, until they are cancelled too', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    const staff = await staffMember(app)
    granted(await endBooking(app, staff, membership.booking_id))
    // The first month is refunded, so it is no longer covered.
    expect(await membershipRow(app, membership.id)).toMatchObject({
      status: 'active',
      start_date: '2027-01-10',
      end_date: '2027-02-10',
    })
    granted(await endBooking(app, staff, bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'cancelled', end_date: '2027-01-10' })
  })

  test('stay when their customer ends the first booking, which its page and email say', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    const own = { id: membership.booking_id, secret: await secretOf(app, membership.booking_id) }
    const view = async () => granted(await readBooking(app, own.id, own.secret))
    expect((await view()).renewal).toEqual({ startDate: '2027-01-10', paid: true })
    app.clock.set(kathmandu('2026-12-12', '10:00'))
    granted(await cancelAsCustomer(app, own, {}, newKey()))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-02-10' })
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed', end_date: '2027-02-09' })
    const { body } = await app.db.read
      .selectFrom('emails')
      .select('body')
      .where('subject', 'like', 'Booking ended%')
      .executeTakeFirstOrThrow()
    expect(body.replaceAll(/\s+/g, ' ')).toContain('The renewal of your membership from 10 Jan 2027 is another booking')
    // The customer has just ended it.
    expect((await view()).actions.renew).toBeNull()
  })

  test('that are not paid are reported as such', async () => {
    const membership = await member(app)
    await placedRenewal(app, membership)
    const secret = await secretOf(app, membership.booking_id)
    expect(granted(await readBooking(app, membership.booking_id, secret))).toMatchObject({
      renewal: { startDate: '2027-01-10', paid: false },
      actions: { renew: null },
    })
  })

  test('give back the days of two that are cancelled in their order', async () => {
    const membership = await member(app)
    const renewals = [await paidRenewal(app, membership), await paidRenewal(app, membership)]
    const staff = await staffMember(app)
    for (const { bookingId } of renewals) granted(await endBooking(app, staff, bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-01-10' })
  })

  test('leave claims, membership and confirmed bookings consistent after any history', { tags: 'long' }, async () => {
    const steps = fc.constantFrom(
      'renew',
      'renew',
      'pay',
      'pay',
      'expire',
      'cancel',
      'cancel',
      'cancel first',
      'restore',
    )
    const history = fc.array(fc.tuple(steps, fc.nat(3)), { minLength: 4, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(history, async (actions) => {
        await app.empty()
        const membership = await member(app)
        const staff = await staffMember(app, 'manager')
        const renewals: { bookingId: string; secret: string; paymentId: string; amount: number }[] = []
        for (const [action, index] of actions) {
          const renewal = renewals[index % Math.max(renewals.length, 1)]
          if (action === 'renew') {
            const outcome = await requestRenewal(app, membership)
            if (!outcome.ok) continue
            const { bookingId, secret } = outcome.value
            renewals.push({ bookingId, secret, ...granted(await startAttempt(app, bookingId, secret, 'esewa')) })
          } else if (action === 'cancel first') await endBooking(app, staff, membership.booking_id)
          else if (renewal) {
            const { state } = await bookingRow(app, renewal.bookingId)
            if (action === 'expire' && state === 'held') await transitionTo(app, renewal.bookingId, 'expired')
            if (action === 'cancel') await endBooking(app, staff, renewal.bookingId)
            if (action === 'pay') await settle(app, renewal.paymentId, paid(renewal.amount), 'lookup')
            if (action === 'restore') await decide(app, staff, renewal.paymentId, { decision: 'give_place' })
          }
        }
        const bookings = await rows(app.db.read, 'bookings')
        const live = bookings.filter(({ renews, state }) => renews !== null && holdsSeats(state))
        const claimed = (await claims()).map(({ booking_id, first_day }) => [booking_id, first_day])
        expect(claimed.toSorted()).toEqual(live.map(({ id, start_date }) => [id, start_date]).toSorted())
        expect(new Set(live.map(({ start_date }) => start_date)).size).toBe(live.length)
        const { status, end_date } = await membershipRow(app, membership.id)
        const confirmed = bookings.filter(({ state }) => state === 'confirmed')
        expect(status).toBe(confirmed.length > 0 ? 'active' : 'cancelled')
        const renewed = confirmed.filter(({ renews }) => renews !== null).map((booking) => addDays(booking.end_date, 1))
        expect(end_date).toBe(renewed.toSorted().at(-1) ?? '2027-01-10')
      }),
      { numRuns: engine === 'sqlite' ? 60 : 10 },
    )
  })

  test('make a membership active again that was cancelled before they were paid', async () => {
    const membership = await member(app)
    const renewal = await placedRenewal(app, membership)
    granted(await endBooking(app, await staffMember(app), membership.booking_id))
    expect((await membershipRow(app, membership.id)).status).toBe('cancelled')
    await payRenewal(app, renewal)
    expect(await membershipRow(app, membership.id)).toMatchObject({
      status: 'active',
      start_date: '2027-01-10',
      end_date: '2027-02-10',
    })
  })

  test('keep the days until tomorrow when they are shortened', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    const booking = await bookingRow(app, bookingId)
    const shortened = { ...booking, end_date: addDays(booking.start_date, 4), original_end_date: booking.end_date }
    await app.db.write(async (db) => succeed(await endMembership(db, shortened, null, app.now())))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-01-15' })
  })

  test('that expired take their period back when they are paid late, unless it was renewed again', async () => {
    const membership = await member(app)
    const late = await placedRenewal(app, membership)
    const [first, second] = [
      granted(await startAttempt(app, late.bookingId, late.secret, 'esewa')),
      await placedLater(late.bookingId),
    ]
    await settle(app, first.paymentId, paid(first.amount), 'lookup')
    expect(await bookingRow(app, late.bookingId)).toMatchObject({ state: 'needs_decision' })
    expect((await seatsTaken(app))['2027-01-10']).toBe(1)
    await transitionTo(app, second.bookingId, 'expired')
    const staff = await staffMember(app, 'manager')
    granted(await decide(app, staff, first.paymentId, { decision: 'give_place' }))
    expect(await claims()).toMatchObject([{ booking_id: late.bookingId }])
    expect((await membershipRow(app, membership.id)).end_date).toBe('2027-02-10')

    async function placedLater(bookingId: string) {
      await transitionTo(app, bookingId, 'expired')
      return placedRenewal(app, membership)
    }
  })

  test('fix the dates of the first booking’s membership end when staff move it', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    const staff = await staffMember(app, 'manager')
    granted(await moveBooking(app, staff, membership.booking_id, '2026-12-15'))
    const moved = { start_date: '2026-12-15', end_date: '2027-02-10' }
    expect(await membershipRow(app, membership.id)).toMatchObject(moved)
    granted(await moveBooking(app, staff, bookingId, '2027-01-15'))
    expect(await membershipRow(app, membership.id)).toMatchObject({ ...moved, end_date: '2027-02-15' })
    expect(await claims()).toMatchObject([{ first_day: '2027-01-15', booking_id: bookingId }])
  })

  test('of a moved needs-decision booking claim their period', async () => {
    const membership = await member(app)
    const late = await placedRenewal(app, membership)
    const { paymentId, amount } = granted(await startAttempt(app, late.bookingId, late.secret, 'esewa'))
    await transitionTo(app, late.bookingId, 'expired')
    const second = await placedRenewal(app, membership)
    await settle(app, paymentId, paid(amount), 'lookup')
    const staff = await staffMember(app, 'manager')
    expect(codeOf(await moveBooking(app, staff, late.bookingId, '2027-01-10'))).toBe('sold_out')
    await transitionTo(app, second.bookingId, 'expired')
    granted(await moveBooking(app, staff, late.bookingId, '2027-01-10'))
    expect((await membershipRow(app, membership.id)).end_date).toBe('2027-02-10')
  })
})
