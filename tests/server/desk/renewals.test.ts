import { beforeEach, expect, test } from 'vitest'
import { exportCsv } from '#server/audit/export-table.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { MEMBERSHIPS_EXPORT } from '#server/memberships/export.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, execute, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { member } from '../../support/memberships.ts'
import { bookingRow, granted, newKey, order, setCapacity } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { membershipRow, placedRenewal } from '../../support/renewals.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('a renewal by staff on %s', (app) => {
  let desk: Staff
  beforeEach(async () => {
    desk = await staffMember(app, 'desk', ['dhobighat-hub'])
  })

  const sent = (renews: string, over: object = {}) => {
    const { startTime: _, endTime: __, ...choices } = order({ startDate: '2027-01-10' })
    return { ...choices, paid: 'cash' as const, totalAmount: 950_000, renews, ...over }
  }
  const renew = (renews: string, over?: object, key = newKey()) =>
    createWalkInBooking(app, desk, sent(renews, over), key)
  const quote = async (renews: string, startDate: string) => {
    const { locationId, planId } = order()
    return priceWalkIn(app, desk, { locationId, planId, startDate, renews })
  }

  test('extends the membership instead of starting another, under the name of the staff member', async () => {
    const { id } = await member(app)
    const key = newKey()
    const { bookingId, state } = granted(await renew(id, {}, key))
    expect(granted(await renew(id, {}, key))).toMatchObject({ bookingId })
    expect(state).toBe('confirmed')
    expect(await bookingRow(app, bookingId)).toMatchObject({ renews: id, start_date: '2027-01-10', placed_by: desk.id })
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ id, end_date: '2027-02-10' }])
    const entry = (await auditEntries(app)).find(({ action }) => action === 'membership_renewed')
    expect(entry).toMatchObject({ staff_id: desk.id, after: '{"endDate":"2027-02-10"}' })
  })

  test('without a membership to renew starts another one', async () => {
    await member(app)
    const { renews: _, ...choices } = sent('')
    granted(await createWalkInBooking(app, desk, choices, newKey()))
    expect(await rows(app.db.read, 'memberships')).toHaveLength(2)
  })

  test('keeps the month end, in its quote too', async () => {
    const { id } = await member(app, { startDate: '2027-01-31' })
    const quoted = granted(await quote(id, '2027-02-28'))
    expect(quoted).toMatchObject({ startDate: '2027-02-28', endDate: '2027-03-30', totalAmount: 950_000, fields: {} })
    const { bookingId } = granted(await renew(id, { startDate: '2027-02-28' }))
    expect(await bookingRow(app, bookingId)).toMatchObject({ start_date: '2027-02-28', end_date: '2027-03-30' })
  })

  test('can start on a closed day, unlike another booking', async () => {
    const { id } = await member(app)
    await closed(app, { from: '2027-01-10' })
    expect(granted(await quote(id, '2027-01-10'))).toMatchObject({ totalAmount: 950_000, fields: {} })
    expect(codeOf(await renew(id, { renews: undefined }))).toBe('invalid')
    expect(granted(await renew(id)).state).toBe('confirmed')
  })

  test('holds the period until it is paid, so that it is not accepted twice', async () => {
    const { id } = await member(app)
    expect(granted(await renew(id, { paid: 'later' })).state).toBe('held')
    expect(await membershipRow(app, id)).toMatchObject({ end_date: '2027-01-10' })
    expect(codeOf(await quote(id, '2027-01-10'))).toBe('already_done')
    expect((await rejection(app, () => renew(id))).code).toBe('already_done')
  })

  test('is refused while the customer’s own renewal waits for payment', async () => {
    const membership = await member(app)
    await placedRenewal(app, membership)
    expect(codeOf(await quote(membership.id, '2027-01-10'))).toBe('already_done')
    expect((await rejection(app, () => renew(membership.id))).code).toBe('already_done')
  })

  test('is placed once by several staff members at once', async () => {
    const { id } = await member(app)
    const outcomes = await atOnce(4, () => renew(id))
    expect(outcomes.map(codeOf).toSorted()).toEqual(['already_done', 'already_done', 'already_done', 'ok'])
    expect(await rows(app.db.read, 'memberships')).toMatchObject([{ end_date: '2027-02-10' }])
  })

  test.each(['suspended', 'cancelled', 'expired', 'pending'] as const)('is refused when it is %s', async (status) => {
    const { id } = await member(app, {}, { status })
    expect(codeOf(await quote(id, '2027-01-10'))).toBe('wrong_state')
    expect((await rejection(app, () => renew(id))).code).toBe('wrong_state')
  })

  test.each([
    ['plan', { planId: 'enterprise' }, ['planId']],
    ['first day', { startDate: '2027-01-11' }, ['startDate']],
  ])('is refused with another %s', async (_, over, fields) => {
    const { id } = await member(app)
    const failure = await rejection(app, () => renew(id, over))
    expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', fields])
  })

  test('is refused for an unknown membership, another location, a changed price and a full location', async () => {
    const { id } = await member(app)
    expect((await rejection(app, () => renew(crypto.randomUUID()))).code).toBe('not_found')
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    const foreign = () => createWalkInBooking(app, elsewhere, sent(id), newKey())
    expect((await rejection(app, foreign)).code).toBe('unavailable')
    const disguised = () => createWalkInBooking(app, elsewhere, sent(id, { locationId: 'kausimaa' }), newKey())
    expect((await rejection(app, disguised)).code).toBe('invalid')
    expect((await rejection(app, () => renew(id, { totalAmount: 1 }))).code).toBe('price_changed')
    setCapacity(app, 0)
    const full = await rejection(app, () => renew(id))
    expect(full.code).toBe('sold_out')
    expect(full.message ?? '').not.toContain('Contact us')
  })

  test('is named in the export beside the other bookings', async () => {
    const { id, booking_id } = await member(app)
    const { bookingId } = granted(await renew(id))
    await execute(app, (db) => db.updateTable('bookings').set({ company: 'Himal' }).where('id', '=', bookingId))
    app.clock.set(Date.parse('2027-01-15T10:00:00+05:45'))
    const text = await new Response(granted(await exportCsv(app, desk, MEMBERSHIPS_EXPORT, {}))).text()
    const [head = [], cells = []] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cell = (name: string) => cells[head.findIndex((title) => title.endsWith(name))]
    expect(cells[0]).toBe(bookingId)
    expect(cell('All booking IDs')).toBe(`${booking_id} ${bookingId}`)
    expect([cell('Company'), cell('Seats')]).toEqual(['Himal', '1'])
    const { end_date } = await membershipRow(app, id)
    expect([end_date, cell('Last day')]).toEqual(['2027-02-10', '2027-02-09'])
  })
})
