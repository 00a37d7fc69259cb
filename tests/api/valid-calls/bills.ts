import { confirmTaxInvoices, correctBill, readBillSettings } from '#contract/admin/bills.ts'
import { listOwnBills } from '#contract/own-bills.ts'
import { billsOf } from '../../support/bills.ts'
import { paidBooking } from '../../support/payments.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readBillSettings),
  validCall(confirmTaxInvoices, { body: { taxInvoice: true } }),
  validCall(listOwnBills, async (app) => {
    const { bookingId: id, secret } = await paidBooking(app)
    return { id, secret }
  }),
  validCall(correctBill, async (app) => {
    const { bookingId } = await paidBooking(app)
    const [bill] = await billsOf(app, bookingId)
    const body = { buyerName: 'Himal & Co', pan: '601234567', reason: 'The company books it' }
    return { id: bill?.number ?? '', body }
  }),
]
