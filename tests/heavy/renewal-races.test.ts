/**
 * Renewals of one period that are placed and paid at the same time, while the first booking of the membership ends:
 * one renewal holds the period, and the membership is extended once.
 */
import { expect, test } from 'vitest'
import type { Membership } from '#server/db/schema.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, rows } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { member } from '../support/memberships.ts'
import { granted, transitionTo } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { paid } from '../support/payments.ts'
import { membershipRow, requestRenewal } from '../support/renewals.ts'
import { endBooking } from '../support/staff-actions.ts'
import { staffMember } from '../support/staff-member.ts'

const ROUNDS = rounds(200)

describeOnEachEngine('concurrent renewals on %s', (app) => {
  /** Places a renewal that expires and then another one, and pays each of them twice at once, beside another call. */
  async function race(membership: Membership, beside: () => Promise<unknown>): Promise<void> {
    const reports: (() => Promise<void>)[] = []
    for (const expires of [true, false]) {
      const outcomes = await atOnce(4, () => requestRenewal(app, membership))
      const placed = outcomes.find(({ ok }) => ok) ?? outcomes[0]
      if (!placed) throw new Error('nothing was requested')
      const { bookingId, secret } = granted(placed)
      const { paymentId, amount } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
      if (expires) await transitionTo(app, bookingId, 'expired')
      const report = paid(amount)
      reports.push(() => settle(app, paymentId, report, 'lookup'))
    }
    await Promise.all([...reports, ...reports, beside].map((call) => call()))
  }

  const countConfirmed = async () =>
    (await rows(app.db.read, 'bookings')).filter(({ renews, state }) => renews !== null && state === 'confirmed').length

  test(`extend the membership once in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await app.empty()
      const [membership, staff] = [await member(app), await staffMember(app)]
      await race(membership, async () => round % 2 === 0 || endBooking(app, staff, membership.booking_id))
      expect(await countConfirmed()).toBe(1)
      expect(await rows(app.db.read, 'renewal_claims')).toHaveLength(1)
      expect(await membershipRow(app, membership.id)).toMatchObject({ status: 'active', end_date: '2027-02-10' })
      const actions = (await auditEntries(app)).map(({ action }) => action)
      expect(actions.filter((action) => action === 'membership_renewed')).toHaveLength(1)
    }
  })

  test('are confirmed twice without their claims', async () => {
    const membership = await member(app)
    const { db } = app
    app.db = {
      ...db,
      write: (job) =>
        db.write(async (queries) => {
          const outcome = await job(queries)
          await queries.deleteFrom('renewal_claims').execute()
          return outcome
        }),
    }
    await race(membership, async () => {})
    expect(await countConfirmed()).toBe(2)
  })
})
