import fc from 'fast-check'
import { expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { addDays } from '#domain/calendar.ts'
import { remindMembers } from '#server/bookings/membership-reminders.ts'
import { readBooking } from '#server/bookings/placement.ts'
import type { Membership } from '#server/db/schema.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { endMembership } from '#server/memberships/lifecycle.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, emailsTo, execute, HOUR, rows } from '../../support/app.ts'
import { contact, endingIn, member } from '../../support/memberships.ts'
import { bookingRow, dayPass, granted, placed, seatsTaken, setCapacity, transitionTo } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paid } from '../../support/payments.ts'
import { membershipRow, placedRenewal, requestRenewal, secretOf } from '../../support/renewals.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { approval } from '../decision-steps.ts'

describeOnEachEngine('renewals on %s', (app, engine) => {
  const claims = () => rows(app.db.read, 'renewal_claims')
  const viewOf = async (bookingId: string) => granted(await readBooking(app, bookingId, await secretOf(app, bookingId)))
  const actionOf = async ({ booking_id }: Pick<Membership, 'booking_id'>) => (await viewOf(booking_id)).actions.renew

  async function paidRenewal(membership: Membership, method = 'esewa') {
    const renewal = await placedRenewal(app, membership)
    await pay(renewal, method)
    return renewal
  }

  async function pay({ bookingId, secret }: { bookingId: string; secret: string }, method = 'esewa') {
    const { paymentId, amount } = granted(await startAttempt(app, bookingId, secret, method))
    await settle(app, paymentId, paid(amount), method === 'bank_transfer' ? 'staff' : 'lookup')
    return paymentId
  }

  test('start on the end of the membership and keep its month end', async () => {
    const membership = await member(app, { startDate: '2027-01-31' })
    expect(membership.end_date).toBe('2027-02-28')
    const days: string[][] = []
    for (let period = 0; period < 2; period++) {
      const { bookingId, totalAmount } = await paidRenewal(membership)
      const { start_date, end_date, periods, renews } = await bookingRow(app, bookingId)
      expect({ periods, renews, totalAmount }).toEqual({ periods: 1, renews: membership.id, totalAmount: 950_000 })
      days.push([start_date, end_date])
    }
    expect(days).toEqual([
      ['2027-02-28', '2027-03-30'],
      ['2027-03-31', '2027-04-29'],
    ])
    expect((await seatsTaken(app))['2027-03-30']).toBe(1)
    expect(await membershipRow(app, membership.id)).toMatchObject({
      booking_id: membership.booking_id,
      start_date: '2027-01-31',
      end_date: '2027-04-30',
      status: 'active',
    })
  })

  test('charge add-ons for one month, also from a short month end', async () => {
    const membership = await member(app, { startDate: '2027-01-31' })
    const addOns = ['mail-handling']
    const { lines } = await placedRenewal(app, membership, { addOns })
    expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['professional', 1],
      ['mail-handling', 1],
    ])
  })

  test('refuse a second renewal of the period, while it waits for payment and once it is paid', async () => {
    const membership = await member(app)
    const renewal = await placedRenewal(app, membership)
    const again = () => requestRenewal(app, membership, { startDate: '2027-01-10' })
    expect((await rejection(app, again)).code).toBe('already_done')
    // A full location is not the reason.
    setCapacity(app, 1)
    expect((await rejection(app, again)).code).toBe('already_done')
    await pay(renewal)
    expect((await rejection(app, again)).code).toBe('already_done')
  })

  test('accept one of several concurrent renewals of a period', async () => {
    const membership = await member(app)
    for (let round = 0; round < (engine === 'postgres' ? 5 : 1); round++) {
      const outcomes = await atOnce(8, () => requestRenewal(app, membership))
      expect(outcomes.map(codeOf).toSorted()).toEqual([...Array(7).fill('already_done'), 'ok'])
      const [claim] = await claims()
      await transitionTo(app, claim?.booking_id ?? '', 'expired')
      expect(await claims()).toEqual([])
    }
  })

  test('would be accepted twice without their claim', async () => {
    const membership = await member(app)
    const { write } = app.db
    app.db = {
      ...app.db,
      write: (job) =>
        write(async (db) => {
          const outcome = await job(db)
          await db.deleteFrom('renewal_claims').execute()
          return outcome
        }),
    }
    const outcomes = await atOnce(8, () => requestRenewal(app, membership))
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(1)
  })

  test('replace an unpaid renewal of the same visitor', async () => {
    const membership = await member(app)
    const { bookingId, secret } = await placedRenewal(app, membership)
    const next = await placedRenewal(app, membership, { addOns: ['mail-handling'], replaces: { bookingId, secret } })
    expect(await claims()).toMatchObject([{ booking_id: next.bookingId, first_day: '2027-01-10' }])
    expect((await bookingRow(app, bookingId)).state).toBe('cancelled')
  })

  test.each(['esewa', 'khalti', 'bank_transfer'])('extend one membership once, paid by %s', async (method) => {
    const membership = await member(app)
    const renewal = await placedRenewal(app, membership)
    const { bookingId, secret } = renewal
    const other = granted(await startAttempt(app, bookingId, secret, 'esewa'))
    const own = granted(await startAttempt(app, bookingId, secret, method))
    const reports = [
      () => settle(app, own.paymentId, paid(own.amount, 'first'), method === 'bank_transfer' ? 'staff' : 'lookup'),
      () => settle(app, other.paymentId, paid(other.amount, 'second'), 'lookup'),
    ]
    await Promise.all([...reports, ...reports].map((report) => report()))
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ id: membership.id, end_date: '2027-02-10' }])
    const actions = (await auditEntries(app)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'membership_renewed')).toHaveLength(1)
  })

  test('are extended by staff who confirm them', async () => {
    const membership = await member(app)
    const { bookingId, secret } = await placedRenewal(app, membership)
    const { paymentId } = granted(await startAttempt(app, bookingId, secret, 'bank_transfer'))
    const staff = await staffMember(app, 'manager')
    granted(await decide(app, staff, paymentId, approval()))
    expect((await membershipRow(app, membership.id)).end_date).toBe('2027-02-10')
    expect((await auditEntries(app)).find(({ action }) => action === 'membership_renewed')).toMatchObject({
      staff_id: staff.id,
      before: '{"endDate":"2027-01-10"}',
      after: '{"endDate":"2027-02-10"}',
    })
  })

  test('roll back when they are cancelled, and free the period', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(membership)
    granted(await endBooking(app, await staffMember(app), bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-01-10' })
    expect(await claims()).toEqual([])
    expect((await seatsTaken(app))['2027-01-10']).toBeUndefined()
    await placedRenewal(app, membership)
  })

  test('keep a later renewal when an earlier one is cancelled', async () => {
    const membership = await member(app)
    const first = await paidRenewal(membership)
    await paidRenewal(membership)
    granted(await endBooking(app, await staffMember(app), first.bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-03-10' })
  })

  test('keep the membership when its first booking is cancelled, until they are cancelled too', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(membership)
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

  test('give back the days of two that are cancelled in their order', async () => {
    const membership = await member(app)
    const renewals = [await paidRenewal(membership), await paidRenewal(membership)]
    const staff = await staffMember(app)
    for (const { bookingId } of renewals) granted(await endBooking(app, staff, bookingId))
    expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-01-10' })
  })

  test('leave claims, membership and confirmed bookings consistent after any history', async () => {
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
  }, 60_000)

  test('make a membership active again that was cancelled before they were paid', async () => {
    const membership = await member(app)
    const renewal = await placedRenewal(app, membership)
    granted(await endBooking(app, await staffMember(app), membership.booking_id))
    expect((await membershipRow(app, membership.id)).status).toBe('cancelled')
    await pay(renewal)
    expect(await membershipRow(app, membership.id)).toMatchObject({
      status: 'active',
      start_date: '2027-01-10',
      end_date: '2027-02-10',
    })
  })

  test('are shown with their membership to staff', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(membership)
    const staff = await staffMember(app)
    const detailOf = async (id: string) => granted(await loadBookingDetail(app, staff, id)).membership
    const shown = { membershipId: membership.id, status: 'active', endDate: '2027-02-10' }
    expect(await detailOf(membership.booking_id)).toEqual({ ...shown, isRenewal: false })
    expect(await detailOf(bookingId)).toEqual({ ...shown, isRenewal: true })
  })

  test('keep the days until tomorrow when they are shortened', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(membership)
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

  test.each([
    ['a wrong secret', 'x'.repeat(43)],
    ['no secret', ''],
  ])('are not found with %s', async (_, secret) => {
    const membership = await member(app)
    expect((await rejection(app, () => requestRenewal(app, membership, {}, secret))).code).toBe('not_found')
  })

  test('are not found with the secret of another booking, or for an unknown membership', async () => {
    const membership = await member(app)
    const other = await member(app, contact('Other'))
    const foreign = await secretOf(app, other.booking_id)
    expect((await rejection(app, () => requestRenewal(app, membership, {}, foreign))).code).toBe('not_found')
    const unknown = { renews: crypto.randomUUID() }
    expect((await rejection(app, () => requestRenewal(app, membership, unknown))).code).toBe('not_found')
  })

  test('accept the secret of an earlier renewal', async () => {
    const membership = await member(app)
    const { secret } = await paidRenewal(membership)
    expect(codeOf(await requestRenewal(app, membership, {}, secret))).toBe('ok')
  })

  test.each([
    ['location', { locationId: 'kausimaa' }, ['locationId']],
    ['plan', { planId: 'enterprise' }, ['planId']],
    ['billing period', { billing: 'annual' }, ['billing']],
    ['first day', { startDate: '2027-01-11' }, ['startDate']],
    ['last day', { endDate: '2027-02-20' }, ['startDate']],
  ] as const)('reject another %s', async (_, changes, fields) => {
    const membership = await member(app)
    const failure = await rejection(app, () => requestRenewal(app, membership, changes))
    expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', fields])
  })

  test.each(['suspended', 'cancelled', 'expired', 'pending'] as const)(
    'reject a membership that is %s',
    async (status) => {
      const membership = await member(app, {}, { status })
      expect((await rejection(app, () => requestRenewal(app, membership))).code).toBe('wrong_state')
      expect(await actionOf(membership)).toBeNull()
    },
  )

  test('are possible until the membership ends, also after same-day sales', async () => {
    const membership = await member(app)
    app.clock.set(Date.parse('2027-01-10T18:30:00+05:45'))
    expect(await actionOf(membership)).toMatchObject({ startDate: '2027-01-10' })
    await placedRenewal(app, membership)
    app.clock.set(Date.parse('2027-01-11T09:00:00+05:45'))
    expect((await rejection(app, () => requestRenewal(app, membership))).code).toBe('wrong_state')
  })

  test('are offered with their days and price, until the period is renewed', async () => {
    const membership = await member(app, { startDate: '2027-01-31', addOns: ['mail-handling'] })
    const offer = await actionOf(membership)
    const { totalAmount } = await placedRenewal(app, membership, { addOns: ['mail-handling'] })
    expect(offer).toEqual({
      membershipId: membership.id,
      startDate: '2027-02-28',
      endDate: '2027-03-30',
      amount: totalAmount,
      full: false,
    })
    expect(await actionOf(membership)).toBeNull()
  })

  test('are not offered for a day pass or an unpaid booking', async () => {
    expect((await viewOf((await placed(app, dayPass())).bookingId)).actions.renew).toBeNull()
    expect((await viewOf((await placed(app)).bookingId)).actions.renew).toBeNull()
  })

  test('say before payment that the location is full', async () => {
    const membership = await member(app)
    setCapacity(app, 1)
    await placed(app, dayPass({ startDate: '2027-01-20' }))
    expect(await actionOf(membership)).toMatchObject({ full: true })
    const failure = await rejection(app, () => requestRenewal(app, membership))
    expect(failure).toMatchObject({ code: 'sold_out', message: expect.stringContaining('no seat left') })
    expect(failure.nearest).toBeUndefined()
  })

  test('fix the dates of the first booking’s membership end when staff move it', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(membership)
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

  test('are reminded by their own end, not by the length of all periods', async () => {
    const weekly = { billing: 'weekly' } as const
    const membership = await member(app, { ...weekly, startDate: '2026-12-01' })
    for (let week = 0; week < 4; week++) {
      const { bookingId, secret } = await placedRenewal(app, membership, weekly)
      await pay({ bookingId, secret })
    }
    const subjects = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))
    // 2027-01-05 is the end, seven days later.
    app.clock.set(Date.parse('2026-12-29T10:00:00+05:45'))
    await remindMembers(app)
    expect(await subjects()).toEqual([])
    app.clock.advance(4 * 24 * HOUR)
    await remindMembers(app)
    expect(await subjects()).toHaveLength(1)
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Your membership'))
    const latest = (await rows(app.db.read, 'bookings')).toSorted((one, other) =>
      one.start_date < other.start_date ? 1 : -1,
    )[0]
    expect(email?.body).toContain(`/your-booking#${latest?.id}.`)
  })

  test('that wait for payment delay the reminder', async () => {
    const membership = await member(app)
    await execute(app, (db) => db.updateTable('memberships').set(endingIn(app, 3)))
    const { bookingId } = await placedRenewal(app, membership)
    const reminders = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))
    await remindMembers(app)
    expect(await reminders()).toEqual([])
    await transitionTo(app, bookingId, 'expired')
    await remindMembers(app)
    expect(await reminders()).toHaveLength(1)
  })
})
