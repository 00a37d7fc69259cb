import { listBookings } from '#contract/admin/bookings.ts'
import { streamEvents } from '#contract/admin/events.ts'
import { decidePayment, downloadReceiptImage } from '#contract/admin/payments.ts'
import { listRefunds, requestRefund } from '#contract/admin/refunds.ts'
import {
  checkPasswordConfirmation,
  readSession,
  readSignInStatus,
  signIn,
  signOut,
  staySignedIn,
} from '#contract/admin/session.ts'
import { order } from '../../support/orders.ts'
import { paidBooking, started } from '../../support/payments.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { STAFF } from '../../support/staff.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readSignInStatus, readSession, checkPasswordConfirmation, staySignedIn, signOut, listBookings, streamEvents),
  validCall(signIn, { body: STAFF }),
  validCall(decidePayment, async (app) => {
    const { paymentId: id } = await started(app, order(), 'bank_transfer')
    return { id, body: { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' } }
  }),
  validCall(downloadReceiptImage, async (app) => {
    const { receiptId: id } = await uploadReceipt(await started(app, order(), 'qr_payment'))
    return { id }
  }),
  validCall(listRefunds, async (app) => ({ id: (await started(app)).paymentId })),
  validCall(requestRefund, async (app) => {
    const { paymentId: id, amount } = await paidBooking(app)
    return { id, body: { channel: 'manual', amount, reason: 'Cancelled in time', expectedCount: 0 } }
  }),
]
