import { confirmTaxInvoices, correctBill, readBillSettings } from '#contract/admin/bills.ts'
import { listOwnBills, readOwnBill } from '#contract/own-bills.ts'
import type { TestApp } from '../../support/app.ts'
import { billsOf } from '../../support/bills.ts'
import { paidBooking } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readBillSettings),
  validCall(confirmTaxInvoices, { body: { taxInvoice: true } }),
  validCall(listOwnBills, paid),
  validCall(readOwnBill, paid),
  validCall(correctBill, async (app) => {
    const { bookingId } = await paidBooking(app)
    const [bill] = await billsOf(app, bookingId)
    const body = { buyerName: 'Himal & Co', pan: '601234567', reason: 'The company books it' }
    return { id: bill?.number ?? '', body }
  }),
]

async function paid(app: TestApp): Promise<Sent> {
  const { bookingId: id, secret } = await paidBooking(app)
  return { id, secret }
}
