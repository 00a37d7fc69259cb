import { readRefundAccount } from '#contract/admin/refunds.ts'
import { cancelOwnBooking, changeRefundAccount } from '#contract/own-booking.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import type { TestApp } from '../../support/app.ts'
import { granted, newKey, placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { BANK_ACCOUNT } from '../../support/refunds.ts'
import type { Sent } from '../../support/requests.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(cancelOwnBooking, async (app) => {
    const { bookingId: id, secret } = await placed(app)
    return { id, secret, body: {} }
  }),
  validCall(changeRefundAccount, async (app) => ({
    ...(await cancelled(app)),
    body: { refundTo: BANK_ACCOUNT },
  })),
  validCall(readRefundAccount, async (app) => ({ id: (await cancelled(app)).id })),
]

/** A cancelled booking whose refund waits for a manager. */
async function cancelled(app: TestApp): Promise<Sent & { id: string; secret: string }> {
  const { bookingId: id, secret } = await paidBooking(app)
  granted(await cancelAsCustomer(app, { id, secret }, { refundTo: BANK_ACCOUNT }, newKey()))
  return { id, secret }
}
