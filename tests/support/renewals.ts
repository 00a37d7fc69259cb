import type { placeBooking } from '#contract/bookings.ts'
import type { App, Result } from '#server/app.ts'
import { getBookingSecret } from '#server/bookings/access.ts'
import { createBooking } from '#server/bookings/placement.ts'
import type { Membership } from '#server/db/schema.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { bookingRow, granted, newKey, type Order, order, type Placed } from './orders.ts'
import { paid } from './payments.ts'

export const membershipRow = (app: App, id: string): Promise<Membership> =>
  app.db.read.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const secretOf = async (app: App, bookingId: string): Promise<string> =>
  getBookingSecret(app, await bookingRow(app, bookingId))

/** Requests the next period of a membership, with the secret of its first booking unless another is given. */
export async function requestRenewal(
  app: App,
  { id, booking_id }: Pick<Membership, 'id' | 'booking_id'>,
  changes: Partial<Order> = {},
  secret?: string,
): Result<typeof placeBooking> {
  const { location_id, membership_type, end_date } = await membershipRow(app, id)
  const terms = { locationId: location_id, planId: membership_type, startDate: end_date, renews: id }
  const own = secret ?? (await secretOf(app, booking_id))
  return createBooking(app, order({ ...terms, ...changes }), newKey(), { secret: own })
}

export const placedRenewal = async (
  app: App,
  membership: Pick<Membership, 'id' | 'booking_id'>,
  changes?: Partial<Order>,
): Promise<Placed> => granted(await requestRenewal(app, membership, changes))

export async function paidRenewal(
  app: App,
  membership: Pick<Membership, 'id' | 'booking_id'>,
  changes?: Partial<Order>,
): Promise<Placed> {
  const renewal = await placedRenewal(app, membership, changes)
  await payRenewal(app, renewal)
  return renewal
}

export async function payRenewal(app: App, { bookingId, secret }: Placed): Promise<void> {
  const { paymentId, amount } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
  await settle(app, paymentId, paid(amount), 'lookup')
}
