import { isPaid } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { rows } from './app.ts'
import { findGaps } from './bills.ts'

/** Compares the bills of an application with its payments and refunds. Amounts are in paisa. */
export async function auditBills(app: App) {
  const [bills, payments, refunds] = await Promise.all([
    rows(app.db.read, 'bills'),
    rows(app.db.read, 'payments'),
    rows(app.db.read, 'refunds'),
  ])
  const originals = bills.filter(({ of_number, revision }) => of_number === null && revision === 0)
  const received = payments.filter(({ state, billable }) => billable === 1 && (isPaid(state) || state === 'refunded'))
  const corrections = bills.filter(({ revision }) => revision > 0)
  const notes = bills.filter(({ of_number }) => of_number !== null)
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const billed = new Set(originals.map(({ payment_id }) => payment_id))
  return {
    bills: bills.length,
    gaps: await findGaps(app),
    unbilled: received.filter(({ id }) => !billed.has(id)).map(({ id }) => id),
    twice: originals.length - billed.size,
    billedPaisa: total(originals.map(({ gross }) => gross)),
    receivedPaisa: total(received.map(({ received, amount }) => received ?? amount)),
    creditedPaisa: total(notes.filter(({ refund_id }) => refund_id !== null).map(({ gross }) => gross)),
    refundedPaisa: total(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount)),
    correctedPaisa: total(corrections.map(({ gross }) => gross)),
    correctionCreditsPaisa: total(notes.filter(({ refund_id }) => refund_id === null).map(({ gross }) => gross)),
  }
}
