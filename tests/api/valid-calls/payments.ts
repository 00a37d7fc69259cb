import {
  listPayments,
  listReviewQueue,
  readPayment,
  recheckPayment,
  reconcilePayment,
} from '#contract/admin/payments.ts'
import { decideRefund } from '#contract/admin/refunds.ts'
import { staySignedIn } from '#contract/admin/session.ts'
import { takenByCard } from '../../support/desk-payments.ts'
import { order } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { openRefund } from '../../support/refunds.ts'
import { call } from '../../support/requests.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...[listReviewQueue, listPayments, readPayment].map((contract) =>
    validCall(contract, async (app) => {
      const payment = await started(app, order(), 'qr_payment')
      await uploadReceipt(payment)
      return { id: payment.paymentId }
    }),
  ),
  validCall(recheckPayment, async (app) => ({ id: (await started(app)).paymentId, body: {} })),
  validCall(reconcilePayment, async (app) => ({
    id: await takenByCard(app, await someStaff(app)),
    body: { reconciled: true },
  })),
  validCall(decideRefund, async (app, signedIn) => {
    const { refundId: id } = await openRefund(app)
    // A minute has passed, so that the next use of the session is stored.
    await call(staySignedIn, signedIn)
    return { id, body: { succeeded: true, reason: 'Seen at the gateway' } }
  }),
]
