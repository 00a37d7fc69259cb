import { listPayments, listReviewQueue, readPayment, recheckPayment } from '#contract/admin/payments.ts'
import { decideRefund } from '#contract/admin/refunds.ts'
import { startSession } from '#server/staff/sessions.ts'
import { owner, Visitor } from '../../support/desk.ts'
import { order } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import { leftOpen } from '../../support/refunds.ts'
import { sendDrawn } from '../../support/uploads.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  ...[listReviewQueue, listPayments].map(
    (contract): Good => [
      contract,
      async (app) => {
        await sendDrawn(await started(app, order(), 'qr_payment'))
        return (await owner(app)).sent
      },
    ],
  ),
  [
    readPayment,
    async (app) => {
      const payment = await started(app, order(), 'qr_payment')
      await sendDrawn(payment)
      return { id: payment.paymentId, ...(await owner(app)).sent }
    },
  ],
  [
    recheckPayment,
    async (app) => {
      const { paymentId: id } = await started(app)
      return { id, body: {}, ...(await owner(app)).sent }
    },
  ],
  [
    decideRefund,
    async (app) => {
      const { refundId: id, by } = await leftOpen(app)
      const visitor = new Visitor()
      visitor.cookies.set('sid', await startSession(app, by.id))
      return { id, body: { went: true, reason: 'Seen at the gateway' }, ...visitor.sent }
    },
  ],
]
