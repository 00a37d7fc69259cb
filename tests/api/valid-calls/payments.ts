import {
  listPayments,
  listReviewQueue,
  readPayment,
  recheckPayment,
  reconcilePayment,
} from '#contract/admin/payments.ts'
import { decideRefund, payOutRefund } from '#contract/admin/refunds.ts'
import { staySignedIn } from '#contract/admin/session.ts'
import { takenAtDesk, takenByCard } from '../../support/desk-payments.ts'
import { granted, order } from '../../support/orders.ts'
import { paymentRow, started } from '../../support/payments.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { openRefund } from '../../support/refunds.ts'
import { call } from '../../support/requests.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'
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
  validCall(payOutRefund, async (app) => {
    const by = await someStaff(app)
    const paymentId = await takenAtDesk(app, by, 'cash')
    const { amount } = await paymentRow(app, paymentId)
    const { refundId: id } = granted(await refund(app, by, paymentId, amount, { channel: 'cash' }))
    return { id, body: { name: 'Nisha Gurung' } }
  }),
  validCall(decideRefund, async (app, signedIn) => {
    const { refundId: id } = await openRefund(app)
    // A minute has passed, so that the next use of the session is stored.
    await call(staySignedIn, signedIn)
    return { id, body: { succeeded: true, reason: 'Seen at the gateway' } }
  }),
]
