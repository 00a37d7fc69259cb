import {
  confirmTaxInvoices,
  copyBill,
  correctBill,
  downloadBill,
  listBills,
  printBillsOfDay,
  readBill,
  readBillSettings,
} from '#contract/admin/bills.ts'
import { copyOwnBill, listOwnBills, readOwnBill } from '#contract/own-bills.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { TestApp } from '../../support/app.ts'
import { numbersOf } from '../../support/bills.ts'
import { paidBooking } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readBillSettings),
  validCall(confirmTaxInvoices, { body: { taxInvoice: true } }),
  validCall(listOwnBills, paid),
  validCall(readOwnBill, paid),
  validCall(copyOwnBill, async (app) => {
    const sent = await paid(app)
    return { ...sent, child: await numberOf(app, sent.id), body: { medium: 'pdf' } }
  }),
  validCall(listBills, async (app) => {
    await paid(app)
    return {}
  }),
  validCall(readBill, billed),
  validCall(downloadBill, billed),
  validCall(copyBill, async (app) => ({ ...(await billed(app)), body: { medium: 'print' } })),
  validCall(printBillsOfDay, async (app) => {
    await paid(app)
    return { query: { location: 'dhobighat-hub', date: kathmanduDate(app.now()) } }
  }),
  validCall(correctBill, async (app) => {
    const body = { buyerName: 'Himal & Co', pan: '601234567', reason: 'The company books it' }
    return { ...(await billed(app)), body }
  }),
]

async function paid(app: TestApp) {
  const { bookingId: id, secret } = await paidBooking(app)
  return { id, secret }
}

async function billed(app: TestApp): Promise<Sent> {
  return { id: await numberOf(app, (await paid(app)).id) }
}

async function numberOf(app: TestApp, bookingId: string): Promise<string> {
  const [number = ''] = await numbersOf(app, bookingId)
  return number
}
