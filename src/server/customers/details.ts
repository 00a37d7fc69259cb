import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { changeDetails } from '#contract/own-details.ts'
import { getValidationMessages } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { changedDetailsProblems, normaliseDetails } from '#domain/booking-draft.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { buildSearchText } from '../bookings/booking.ts'
import { buildConfirmation } from '../bookings/confirmation.ts'
import { updateBooking } from '../bookings/updates.ts'
import { canResendConfirmation } from '../bookings/view.ts'
import type { Queries } from '../db/database.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { updateMembershipCustomer } from '../memberships/update-from-booking.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export function changeOwnDetails(app: App, own: OwnBooking, input: Input<typeof changeDetails>, key: string) {
  return runCustomerAction(app, own, toIdempotentRequest(key, ['details', own.id, input]), async (db, booking) => {
    if (!isCustomerActionAllowed('details', booking.state)) return fail('wrong_state')
    const { phone, company, pan, notes } = booking
    const before = { phone, company, pan, notes }
    const after = normaliseDetails({
      phone: input.phone ?? phone,
      company: input.company ?? company,
      pan: input.pan ?? pan,
      notes: input.notes ?? notes,
    })
    const problems = changedDetailsProblems(before, after)
    if (Object.keys(problems).length > 0) return fail('invalid', { fields: getValidationMessages(problems) })
    const change = diffFields(before, after)
    if (Object.keys(change.after).length === 0) return succeed(undefined)
    if (after.pan !== pan && (await hasBill(db, booking.id)))
      return fail('wrong_state', { message: 'Your bill is issued. Ask us to correct it.' })
    const search = buildSearchText({ ...booking, ...after })
    const changed = await updateBooking(app, db, booking, { ...after, search })
    await updateMembershipCustomer(db, CUSTOMER, changed, app.now())
    return succeed({ action: 'booking_changed', ...change })
  })
}

const hasBill = async (db: Queries, bookingId: string): Promise<boolean> =>
  (await db.selectFrom('bills').select('number').where('booking_id', '=', bookingId).executeTakeFirst()) !== undefined

/** Sends nothing if the confirmation was queued in the last minute. */
export async function resendConfirmation(
  app: App,
  own: OwnBooking,
  key: string,
): Promise<Outcome<Record<string, never>>> {
  const request = toIdempotentRequest(key, ['own_resend', own.id])
  const outcome = await runCustomerAction(app, own, request, async (db, booking) => {
    if (!canResendConfirmation(booking)) return fail('wrong_state')
    const email = await buildConfirmation(app, db, booking)
    if (await isRecentlyQueued(db, booking.id, email, app.now())) return succeed(undefined)
    await queueEmail(db, { ...email, bills: 'all' }, app.now())
    return succeed({ action: 'confirmation_resent', after: { recipient: booking.email } })
  })
  return outcome.ok ? succeed({}) : outcome
}
