import type { BookingView } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { changeRefundAccount } from '#contract/own-booking.ts'
import type { App } from '../app.ts'
import { isRefundAccountNeeded, saveRefundAccount } from '../bookings/refund-account.ts'
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
    if (!(await isRefundAccountNeeded(app, db, booking))) return fail('wrong_state')
    const saved = await saveRefundAccount(app, db, booking, refundTo)
    return saved.ok ? succeed({ action: 'refund_account_set', after: { refundAccount: saved.value } }) : saved
  })
}
