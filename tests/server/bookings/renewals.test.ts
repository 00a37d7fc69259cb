import { expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { changeOwnDetails } from '#server/customers/details.ts'
import type { Membership } from '#server/db/schema.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, rows } from '../../support/app.ts'
import { contact, member } from '../../support/memberships.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  order,
  placed,
  seatsTaken,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paid } from '../../support/payments.ts'
import {
  membershipRow,
  paidRenewal,
  payRenewal,
  placedRenewal,
  requestRenewal,
  secretOf,
} from '../../support/renewals.ts'
import { staffMember } from '../../support/staff-member.ts'
import { approval } from '../decision-steps.ts'

describeOnEachEngine('renewals on %s', (app, engine) => {
  const claims = () => rows(app.db.read, 'renewal_claims')
  const viewOf = async (bookingId: string) => granted(await readBooking(app, bookingId, await secretOf(app, bookingId)))
  const actionOf = async ({ booking_id }: Pick<Membership, 'booking_id'>) => (await viewOf(booking_id)).actions.renew

  test('start on the end of the membership and keep its month end', async () => {
    const membership = await member(app, { startDate: '2027-01-31' })
    expect(membership.end_date).toBe('2027-02-28')
    const days: string[][] = []
    for (let period = 0; period < 2; period++) {
      const { bookingId, totalAmount } = await paidRenewal(app, membership)
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
    await payRenewal(app, renewal)
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

  test('pass the details of the customer on to the membership', async () => {
    const membership = await member(app)
    const contactInfo = { ...order().contactInfo, lastName: 'Karki', phone: '9841999888' }
    await placedRenewal(app, membership, { contactInfo })
    expect(await membershipRow(app, membership.id)).toMatchObject({ phone: '+9779841234567' })
    const [unpaid] = await claims()
    await transitionTo(app, unpaid?.booking_id ?? '', 'expired')
    await paidRenewal(app, membership, { contactInfo })
    const renewed = { customer_name: 'Aarati Karki', phone: '+9779841999888' }
    expect(await membershipRow(app, membership.id)).toMatchObject(renewed)
    const entry = (await auditEntries(app)).find(({ action }) => action === 'membership_renewed')
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      endDate: '2027-02-10',
      customerName: 'Aarati Karki',
      phone: '+9779841999888',
    })
  })

  test('pass a later change of their details on, by the customer and by staff', async () => {
    const membership = await member(app)
    const { bookingId, secret } = await paidRenewal(app, membership)
    granted(await changeOwnDetails(app, { id: bookingId, secret }, { phone: '9841999888' }, newKey()))
    expect(await membershipRow(app, membership.id)).toMatchObject({ phone: '+9779841999888' })
    const { version } = await bookingRow(app, bookingId)
    const contactInfo = { ...order().contactInfo, email: 'new@example.com', company: '' }
    granted(await updateCustomer(app, await staffMember(app), bookingId, { version, contactInfo }))
    const changed = { email: 'new@example.com', phone: '+9779841234567' }
    expect(await membershipRow(app, membership.id)).toMatchObject(changed)
    // The text that is searched keeps the references of all bookings.
    const { search } = await membershipRow(app, membership.id)
    for (const id of [bookingId, membership.booking_id]) expect(search).toContain(id.toLowerCase())
  })

  test('are shown with their membership to staff', async () => {
    const membership = await member(app)
    const { bookingId } = await paidRenewal(app, membership)
    const staff = await staffMember(app)
    const detailOf = async (id: string) => granted(await loadBookingDetail(app, staff, id)).membership
    const shown = { membershipId: membership.id, status: 'active', endDate: '2027-02-10' }
    expect(await detailOf(membership.booking_id)).toEqual({ ...shown, isRenewal: false })
    expect(await detailOf(bookingId)).toEqual({ ...shown, isRenewal: true })
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
    const { secret } = await paidRenewal(app, membership)
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
})
