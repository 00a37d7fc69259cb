import { listBookings } from '#contract/admin/bookings.ts'
import { streamEvents } from '#contract/admin/events.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { downloadReceiptImage } from '#contract/admin/receipts.ts'
import { listRefunds, requestRefund } from '#contract/admin/refunds.ts'
import {
  checkPasswordConfirmation,
  readSession,
  readSignInStatus,
  signIn,
  signOut,
  staySignedIn,
} from '#contract/admin/session.ts'
import { paisa } from '#domain/money.ts'
import { settle } from '#server/payments/settlement.ts'
import { owner } from '../../support/desk.ts'
import { newKey, order } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import { STAFF } from '../../support/staff.ts'
import { sendDrawn } from '../../support/uploads.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [
    signIn,
    async (app) => {
      await owner(app)
      return { body: STAFF }
    },
  ],
  ...[readSignInStatus, readSession, checkPasswordConfirmation, staySignedIn, signOut, listBookings, streamEvents].map(
    (contract): Good => [contract, async (app) => (await owner(app)).sent],
  ),
  [
    decidePayment,
    async (app) => {
      const { paymentId: id } = await started(app, order(), 'bank_transfer')
      const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
      return { id, body, ...(await owner(app)).sent }
    },
  ],
  [
    downloadReceiptImage,
    async (app) => {
      const { receiptId: id } = await sendDrawn(await started(app, order(), 'qr_payment'))
      return { id, ...(await owner(app)).sent }
    },
  ],
  [
    listRefunds,
    async (app) => {
      const { paymentId } = await started(app)
      return { ...(await owner(app)).sent, id: paymentId }
    },
  ],
  [
    requestRefund,
    async (app) => {
      const { paymentId, amount } = await started(app)
      await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: 'R' }, 'lookup')
      const { headers, address } = (await owner(app)).sent
      return {
        id: paymentId,
        address,
        headers: { ...headers, 'idempotency-key': newKey() },
        body: { way: 'manual', amount, reason: 'Cancelled in time', saw: 0 },
      }
    },
  ],
]
