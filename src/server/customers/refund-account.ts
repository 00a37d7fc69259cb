import type { BookingView } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { changeRefundAccount } from '#contract/own-booking.ts'
import type { App } from '../app.ts'
import { saveRefundAccount } from '../bookings/refund-account.ts'
import { isRefundDue } from '../bookings/refund-due.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export function setRefundAccount(
  app: App,
  own: OwnBooking,
  { refundTo }: Input<typeof changeRefundAccount>,
  key: string,
): Promise<Outcome<BookingView>> {
  const request = toIdempotentRequest(key, ['refund-account', own.id, refundTo])
  return runCustomerAction(app, own, request, async (db, booking) => {
    const due = await db
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', own.id)
      .where(isRefundDue)
      .limit(1)
      .executeTakeFirst()
    if (!due) return fail('wrong_state')
    const saved = await saveRefundAccount(app, db, booking, refundTo)
    return saved.ok ? succeed({ action: 'refund_account_set', after: { refundAccount: saved.value } }) : saved
  })
}
